"""What a game is to the rest of Saloon, and the driver that runs its rules.

A rule is a generator of events. The driver applies each event to the live state before it resumes
the rule, so a rule reads straight down: "lose a life, then dying, then reward". Refusals are found
before a rule is started: `refusal` gives a value, `decide` only runs what `refusal` let pass.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from ..contracts.ids import PlayerId
from ..contracts.refusals import Refusal, choice_name
from .draws import Draws
from .events import Event

EVENT_LIMIT = 5_000
"""Events of one command; passing it is a bug (a rule that never ends), and asserted."""

OptionValue = str | int | bool


class Option(Struct, frozen=True):
    """One switch of a match: `choices` in the order they are shown, one of them the `default`."""

    key: str
    choices: tuple[OptionValue, ...]
    default: OptionValue
    house_rule: bool = False
    """Changes the printed rules (§7), rather than pace or help (§2)."""


class Pace(Struct, frozen=True):
    """Durations that are no option of a match. They stand in the room's first entry, because the
    rules may know no other clock or setting."""

    second_ms: int = 1_000
    """How long an option's second lasts; tests run a twentieth of it."""
    reveal_ms: int = 3_000
    """How long a locked start waits for its players' entropy."""
    autopilot_ms: int = 800
    """From a wait's opening to its default where the player is away; 0 = at once (§8.5)."""
    resume_ms: int = 5_000
    """The least a turn's clock resumes with after waits."""
    late_ms: int = 5_000
    """A time-out later than this extends its wait once instead of taking the default."""
    clockless_ms: int = 1_800_000
    """What "no clock" means."""


class Setup(Struct, frozen=True):
    """Who plays what: players in the order in which they took their seats in the room."""

    players: tuple[PlayerId, ...]
    options: dict[str, OptionValue]
    pace: Pace = Pace()


class Due(Struct, frozen=True):
    """The next thing that happens by itself: when, and the id its time-out command carries."""

    at_ms: int
    id: str


class Outcome(Struct, frozen=True):
    """How a match ended. `winners` and `ranking` are empty for an abandoned match."""

    winners: tuple[PlayerId, ...]
    ranking: tuple[PlayerId, ...]
    abandoned: bool
    detail: Any
    """The game's own result struct (§8.6)."""


class Game(Protocol):
    """A set of rules as one object without state of its own. States are mutable and owned by one
    driver; `viewer` is a seat index, `None` a spectator."""

    id: str
    ruleset: str
    """Named in a match's first entry; a match is decided under it to its end (L10)."""
    seats: range
    """Numbers of players it can be played by."""
    options: tuple[Option, ...]
    player_kinds: tuple[str, ...]
    """Kinds of automatic players that can play it, the easiest first."""
    state_type: type[Any]
    event_type: Any
    """Tagged union of its events."""
    command_type: Any
    """Tagged union of its commands (tag field `type`)."""

    def refuse_options(self, options: Mapping[str, OptionValue]) -> Refusal | None:
        """Why these values, each of them one of its option's choices, do not go together."""

    def automatic_seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Kinds of the automatic players who sit down by themselves under these options."""

    def initial(self, setup: Setup) -> Any:
        """The state before anything happened."""

    def start(self, state: Any, now_ms: int, draws: Draws) -> Iterator[Event]:
        """Deals the match; may open waits."""

    def refusal(self, state: Any, seat: int, command: Any) -> Refusal | None:
        """Why `seat` may not do this now; `None` if `decide` will carry it out."""

    def decide(
        self, state: Any, seat: int, command: Any, now_ms: int, draws: Draws
    ) -> Iterator[Event]:
        """Carries out a command that `refusal` let pass."""

    def due(self, state: Any) -> Due | None:
        """The earliest deadline; `None` only when the match is over (L8)."""

    def elapse(self, state: Any, now_ms: int, draws: Draws) -> Iterator[Event]:
        """Everything that is due at `now_ms`, in its order."""

    def absent(self, state: Any, seat: int, away: bool, now_ms: int) -> Iterator[Event]:
        """Turns a seat's autopilot on or off; nothing if it already is so."""

    def abandon(self, state: Any) -> Iterator[Event]:
        """Ends the match without a winner, disclosing everything."""

    def is_over(self, state: Any) -> bool: ...

    def seating(self, state: Any) -> tuple[PlayerId, ...]:
        """Players clockwise; a seat index is a place in it. Fixed by the first event."""

    def waited_for(self, state: Any) -> tuple[int, ...]:
        """Seats that may act now, in the order in which their turn came."""

    def see(self, state: Any, viewer: int | None) -> Any:
        """A copy of `state` in the same types, blanks for what `viewer` may not know (§8.3)."""

    def legal(self, state: Any, viewer: int) -> Sequence[Any]:
        """Everything `viewer` may do now, as offers; the same on `see(state, viewer)` (L3)."""

    def complete(self, offer: Any, choose: "Chooser") -> Any:
        """One command out of an offer; `choose(n)` answers 0 .. n-1."""

    def sections(self, state: Any, viewer: int | None) -> dict[str, Any]:
        """The view of `viewer`, cut into named sections of plain values (§8.3)."""

    def public_sections(self, state: Any) -> dict[str, Any]:
        """Those of them that say the same to every viewer."""

    def own_sections(self, state: Any, viewer: int | None) -> dict[str, Any]:
        """Those that `viewer` alone has: values that stay as they are when the state goes on, so
        that they can be compared with those of the next one."""

    def affected(self, state: Any, events: Sequence[Event]) -> Collection[int] | None:
        """Seats whose own sections `events`, which led to `state`, may have changed, those that may
        act now included; `None`: every seat. Those who might act before them are known anyway."""

    def changed(self, state: Any, events: Sequence[Event]) -> dict[str, Any] | None:
        """The public sections that `events`, which led to `state`, may have changed or brought, as
        they are now and in the order of `public_sections`; `None`: all of them, or one is gone."""

    def outcome(self, state: Any) -> Outcome | None:
        """The result of a match that is over."""


class Chooser(Protocol):
    def __call__(self, bound: int, /) -> int: ...


def run(state: Any, rule: Iterable[Event]) -> list[Event]:
    """Drives a rule: applies each event to `state` before the rule goes on. Gives the events."""
    events: list[Event] = []
    for event in rule:
        event.on(state)
        events.append(event)
        assert len(events) <= EVENT_LIMIT, type(event)
    return events


def fold(state: Any, events: Iterable[Event]) -> None:
    """Applies recorded events in order; no rule, no draw."""
    for event in events:
        event.on(state)


def option_values(
    options: tuple[Option, ...], given: Mapping[str, OptionValue]
) -> dict[str, OptionValue] | Refusal:
    """Every option with its chosen or default value; refuses unknown keys and values by name, these
    with the choices there are, parted by spaces (true and false are called on and off)."""
    known = {option.key: option for option in options}
    for key, value in given.items():
        if key not in known:
            return Refusal("unknown_option", {"option": key[:40]})
        if not any(value == c and type(value) is type(c) for c in known[key].choices):
            choices = " ".join(map(choice_name, known[key].choices))
            return Refusal("option_value", {"option": key, "choices": choices})
    return {key: given.get(key, option.default) for key, option in known.items()}
