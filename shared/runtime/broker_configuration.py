"""What a broker is configured with: users, their accounts, and what passes between those."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from shared.runtime.unfit import ServerError

PAYLOAD_BYTES = 1024 * 1024
"""The most that one message may hold."""


class Variable(Struct, frozen=True):
    """A value that the configuration has elsewhere, in a file that it includes."""

    name: str


class BrokerUser(Struct, frozen=True):
    """A user and all it may do; what is not listed is refused."""

    name: str
    password: str | Variable
    publish: tuple[str, ...] = ()
    subscribe: tuple[str, ...] = ()
    """Subjects, or `subject queue` for one queue group."""
    may_answer: bool = False
    """May publish to the reply subject of whatever it receives, once for each."""

    def __repr__(self) -> str:
        return f"BrokerUser({self.name!r})"


class Passage(Struct, frozen=True):
    """What one account lets out and another takes in."""

    giver: str
    taker: str
    subject: str
    is_service: bool
    """Requests go to the giver and answers come back; else messages come from the giver."""
    has_many_answers: bool = False
    alias: str = ""
    """What the taker calls the subject, if not by its own name."""


class BrokerAccount(Struct, frozen=True):
    """Users who share subjects. Nothing passes between accounts but by a `Passage`, and an answer
    across one can only reach a subject of the account that asked."""

    name: str
    users: tuple[BrokerUser, ...]
    has_store: bool = False


def user_lines(name: str, users: Iterable[BrokerUser], further: Iterable[str] = ()) -> list[str]:
    """The block `name` with these users, then `further` lines of its own."""
    listed = (line for user in users for line in _user(user))
    return [f"{name} {{", "  users: [", *listed, "  ]", *further, "}"]


def account_lines(accounts: Iterable[BrokerAccount], passages: Sequence[Passage]) -> list[str]:
    lines = ["accounts {"]
    for account in accounts:
        exports = (_export(passage) for passage in passages if passage.giver == account.name)
        imports = (_import(passage) for passage in passages if passage.taker == account.name)
        further = ["  jetstream: enabled"] if account.has_store else []
        further += [*_listed("  exports", exports), *_listed("  imports", imports)]
        lines += user_lines(account.name, account.users, further)
    return [*lines, "}"]


def quoted(value: str | Variable) -> str:
    """As the server reads it. Raises `ServerError` for what would break out of the quotes."""
    if isinstance(value, Variable):
        return f"${value.name}"
    if '"' in value or "\\" in value or not value.isprintable():
        raise ServerError(
            "a path, name, password or subject has a quote, backslash or control in it"
        )
    return f'"{value}"'


def _listed(name: str, items: Iterable[str]) -> list[str]:
    indent = " " * (len(name) - len(name.lstrip()) + 2)
    return [f"{name}: [", *(f"{indent}{item}" for item in items), f"{indent[2:]}]"]


def _export(passage: Passage) -> str:
    kind = "service" if passage.is_service else "stream"
    answers = ", response: stream" if passage.has_many_answers else ""
    return f"{{ {kind}: {quoted(passage.subject)}{answers}, accounts: [{passage.taker}] }}"


def _import(passage: Passage) -> str:
    kind = "service" if passage.is_service else "stream"
    alias = f", to: {quoted(passage.alias)}" if passage.alias else ""
    source = f"account: {passage.giver}, subject: {quoted(passage.subject)}"
    return f"{{ {kind}: {{ {source} }}{alias} }}"


def _user(user: BrokerUser) -> Iterator[str]:
    yield f"    {{ user: {quoted(user.name)}, password: {quoted(user.password)}, permissions: {{"
    yield from _allowed("      publish", user.publish)
    yield from _allowed("      subscribe", user.subscribe)
    if user.may_answer:
        yield "      allow_responses: true"
    yield "    } }"


def _allowed(name: str, subjects: tuple[str, ...]) -> list[str]:
    """The server takes an empty list of allowed subjects for "everything"."""
    if not subjects:
        return [f'{name}: {{ deny: [">"] }}']
    first, *rest, last = _listed(f"{name}: {{ allow", map(quoted, subjects))
    return [first, *rest, f"{last} }}"]
