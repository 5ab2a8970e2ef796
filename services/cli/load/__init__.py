"""`saloon load`: rooms full of ordinary clients, how long they wait, and if all of it is true."""
