"""The processes of Saloon and the command line that starts them."""
