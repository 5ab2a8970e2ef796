"""What was looked at, and what was found."""

from collections.abc import Iterator

from msgspec import Struct


class Finding(Struct, frozen=True):
    """Something that is not as it has to be. Never contains a secret."""

    check: str
    what: str
    do: str

    def line(self) -> str:
        return f"{self.check}: {self.what}. {self.do}"


class Report:
    """Grows check by check."""

    def __init__(self) -> None:
        self.checks: list[str] = []
        """Names of all that was looked at, `broker.version`; in order."""
        self.findings: list[Finding] = []
        self.left_out: list[str] = []
        """What was not looked at, and why."""

    def check(self, name: str, why: str | None, do: str) -> bool:
        """`why`: what is wrong, `None`: nothing is. Whether it holds."""
        self.checks.append(name)
        if why is not None:
            self.findings.append(Finding(name, why, do[:1].upper() + do[1:]))
        return why is None

    def leave_out(self, what: str) -> None:
        self.left_out.append(what)

    def lines(self) -> Iterator[str]:
        for finding in self.findings:
            yield finding.line()
        for what in self.left_out:
            yield f"not looked at: {what}"
        yield f"{len(self.checks)} checks, {len(self.findings)} findings"
