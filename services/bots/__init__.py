"""The bots service: automatic players, who play over the same websocket as everybody else."""
