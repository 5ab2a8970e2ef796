"""What keeps a process from being at work, in a sentence for whoever runs it."""


class Unfit(Exception):
    """The text says what is wrong and what to do, in one line and without a secret; it is told as
    it stands, and the process ends."""


class ServerError(Unfit):
    """A server cannot be configured, found, started or stopped; the text says what to do."""
