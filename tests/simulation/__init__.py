"""All services in one thread on simulated adapters; one seed drives everything that goes wrong."""
