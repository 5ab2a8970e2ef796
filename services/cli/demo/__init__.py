"""The verb `demo`: a whole match, played by programs over HTTP and websockets, read aloud."""
