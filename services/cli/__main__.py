from .root import main

main(prog_name="saloon")
