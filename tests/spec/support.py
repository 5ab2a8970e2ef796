"""The language of the specification: a table with one line a seat, moves as verbs, and facts as
somebody at the table sees them.

    game = table("slab: bang", "plain: missed | barrel", deck="duel:C8")
    game.A.play("bang", at="B")
    assert game.B.cannot.respond("missed") == refuse("wrong_card_count", needed=2, given=1)

Seats are called A, B, … clockwise. A seat reads `character [role] [life] [dead]: hand | in play`;
`plain` is a character without a part in what is shown. Roles left out are dealt from the table of
§4, a table of fewer than four lines is filled up with plain seats. Cards are `kind` or
`kind:SuitRank`; `deck` says what is drawn first, `discard` has its top card last.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from services.cli.scenario.table import Table
from shared.contracts.bang_offers import Offer
from shared.contracts.refusals import Refusal
from shared.engine.events import BLANK, EVERYBODY, Event, hear
from shared.engine.game import OptionValue, Outcome, Pace, run
from shared.games.bang import Bang
from shared.games.bang.content.base.options import FOURTH_OUTLAW, ROLE_TABLE
from shared.games.bang.events import CardsMoved, CheckMade
from shared.games.bang.legal import Hint
from shared.games.bang.state import Check, Player, State, Zone
from shared.games.bang.victory import TEAM

from .verbs import Verbs

NAMES = "ABCDEFG"
HIDDEN = "?"
"""Stands for a card that may not be known."""
PLAIN = ("jesse", "pedro", "slab", "willy", "blackJack", "kit", "lucky")
GAME = Bang()
PACE = Pace()

Fact = TypeVar("Fact", bound=Event)


class Cannot(Verbs[Refusal]):
    """The same commands, all to be refused; each leaves everything as it was (L4)."""

    def __init__(self, match: "Match", name: str) -> None:
        self._match = match
        self._name = name

    def say(self, action: str, **args: Any) -> Refusal:
        before = self._match.digest
        reply = self._match.send(self._name, action, args)
        assert isinstance(reply, Refusal), (self._name, action, args, reply)
        assert self._match.digest == before
        return reply


class Seat(Verbs["Seat"]):
    """One player: what he does, and what there is to see of him. Everything but `hand`, `looking`,
    `me`, `offers` and `hints` is what a spectator sees."""

    def __init__(self, match: "Match", name: str) -> None:
        self._match = match
        self.name = name
        self.cannot = Cannot(match, name)

    def say(self, action: str, **args: Any) -> "Seat":
        reply = self._match.send(self.name, action, args)
        assert not isinstance(reply, Refusal), (self.name, action, args, reply)
        return self

    @property
    def seen(self) -> Player:
        """This seat as a spectator sees it."""
        return self._match.seen.players[self._match.table.seat(self.name)]

    @property
    def me(self) -> Player:
        """This seat as its player sees it."""
        return self._match.seen_by(self.name).players[self._match.table.seat(self.name)]

    @property
    def life(self) -> int:
        return self.seen.life

    @property
    def alive(self) -> bool:
        return self.seen.alive

    @property
    def hand_count(self) -> int:
        return len(self.seen.hand)

    @property
    def in_play(self) -> list[str]:
        return self._match.named(self.seen.in_play)

    @property
    def hand(self) -> list[str]:
        """Full names, card held longest first, as its owner sees them."""
        return self._match.named(self.me.hand)

    @property
    def looking(self) -> list[str]:
        """Cards that he alone looks at."""
        aside = self._match.seen_by(self.name).aside
        shown = [card for each in aside if each.audience is not EVERYBODY for card in each.cards]
        return [name for name in self._match.named(shown) if name != HIDDEN]

    @property
    def offers(self) -> list[Offer]:
        game, seat = self._match.table.game, self._match.table.seat(self.name)
        return list(game.legal(self._match.seen_by(self.name), seat))

    @property
    def may(self) -> list[str]:
        """Types of the commands offered, in order."""
        return [offer.type for offer in self.offers]

    @property
    def hints(self) -> list[Hint]:
        return list(self._match.view(self.name)["hints"])

    @property
    def in_range(self) -> str:
        """Whom his weapon reaches, by seat, as the distance helper tells everybody (§2)."""
        sight = self._match.view(None)["distances"][self._match.table.seat(self.name)]
        near = [seat for seat, far in enumerate(sight.seats) if 0 < far <= sight.reach]
        return "".join(str(self._match.table.who(seat)) for seat in near)

    @property
    def time_left_ms(self) -> int:
        """Until his silence takes effect."""
        return self._match.table.deadline_ms(self.name) - self._match.table.now_ms

    def distance_to(self, other: str) -> int:
        return self._match.table.distance(self.name, other)

    def falls(self) -> "Seat":
        """Takes the hit that is open, and does not get up again."""
        return self.take_hit().give_up()


class Checked(NamedTuple):
    """A draw check as everybody sees it."""

    who: str
    purpose: str
    cards: list[str]
    chosen: str
    success: bool


class Match:
    """A match under way. `A` … `G` are its players; those that do not play are missing."""

    A: Seat
    B: Seat
    C: Seat
    D: Seat
    E: Seat
    F: Seat
    G: Seat

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: list[Event] = table.events.copy()
        """What the latest command, time-out or absence brought about."""
        for player in table.state.joined:
            setattr(self, player, Seat(self, player))

    def send(self, who: str, action: str, args: dict[str, Any]) -> Refusal | list[Event]:
        given = {key: value for key, value in args.items() if value is not None}
        reply = self.table.act(who, action, given)
        if not isinstance(reply, Refusal):
            self.last = reply
        return reply

    @property
    def digest(self) -> bytes:
        return msgspec.json.encode(self.table.state)

    @property
    def seats(self) -> list[Seat]:
        """Clockwise."""
        return [getattr(self, player) for player in self.table.game.seating(self.table.state)]

    def view(self, who: str | None) -> dict[str, Any]:
        """The sections that a player, or a spectator, is sent."""
        return self.table.view(who)

    def seen_by(self, who: str | None) -> State:
        """The match as a player, or a spectator, may see it."""
        seat = None if who is None else self.table.seat(who)
        return self.table.game.see(self.table.state, seat)

    @property
    def seen(self) -> State:
        return self.seen_by(None)

    def named(self, cards: Sequence[int]) -> list[str]:
        return [HIDDEN if card == BLANK else self.table.names.of(card) for card in cards]

    @property
    def turn(self) -> str:
        """Whose turn it is, and its phase."""
        turn = self.seen.turn
        return f"{self._who(turn.seat)} {turn.phase}"

    @property
    def round(self) -> int:
        return self.seen.turn.round

    @property
    def shown(self) -> str | None:
        """The card that had to be shown in this turn's draw."""
        card = self.seen.turn.shown
        return None if card < 0 else self.table.names.of(card)

    @property
    def bangs_played(self) -> int:
        return self.seen.turn.counters.get("bang", 0)

    @property
    def waiting(self) -> list[str]:
        """Who is waited for and for what, oldest first."""
        return [f"{self._who(w.seat)} {w.__struct_config__.tag}" for w in self.seen.waits]

    def wait(self, who: str) -> Any:
        """The latest open wait of a player."""
        return self.seen.waits_of(self.table.seat(who))[-1]

    @property
    def discard(self) -> list[str]:
        return self.named(self.seen.discard)

    @property
    def deck_count(self) -> int:
        return len(self.seen.deck)

    @property
    def deck(self) -> list[str]:
        """What nobody sees: the card that is drawn next comes first."""
        return self.table.deck()

    @property
    def laid(self) -> list[str]:
        """Cards laid out for all to see."""
        aside = self.seen.aside
        return self.named([c for each in aside if each.audience is EVERYBODY for c in each.cards])

    @property
    def check(self) -> Checked:
        """The latest draw check."""
        check = self.seen.last_check
        assert check is not None, "no check was made"
        return self._checked(check)

    @property
    def checks(self) -> list[Checked]:
        """The draw checks among the latest events."""
        return [self._checked(event) for event in self.last if isinstance(event, CheckMade)]

    def _checked(self, check: Check | CheckMade) -> Checked:
        chosen = "" if check.chosen == BLANK else self.table.names.of(check.chosen)
        cards = self.named(check.cards)
        return Checked(self._who(check.seat), check.purpose, cards, chosen, check.success)

    @property
    def winner(self) -> str:
        return self.seen.winner

    @property
    def outcome(self) -> Outcome:
        found = self.table.game.outcome(self.table.state)
        assert found is not None, "the match is not over"
        return found

    def killer_of(self, who: str) -> str | None:
        """Who is rewarded or punished for an elimination; `None` = nobody."""
        seat = self.table.seat(who)
        return next(self.table.who(d.killer) for d in self.seen.deaths if d.seat == seat)

    def heard(self, who: str | None) -> list[Event]:
        """The latest events as a player, or a spectator, hears them."""
        seat = None if who is None else self.table.seat(who)
        return [hear(event, seat) for event in self.last]

    def of(self, kind: type[Fact], who: str | None = None) -> list[Fact]:
        """The latest events of one kind, as a player, or a spectator, hears them."""
        return [event for event in self.heard(who) if isinstance(event, kind)]

    def tags(self) -> list[str]:
        """The latest events by their names."""
        return [str(event.__struct_config__.tag) for event in self.last]

    def moves(self, who: str | None) -> list[str]:
        """The latest movements of cards as a player, or a spectator, hears them."""
        return [
            f"{self._zone(e.source)} > {self._zone(e.to)}: {' '.join(self.named(e.cards))}"
            for e in self.of(CardsMoved, who)
        ]

    def _zone(self, zone: Zone) -> str:
        if zone.pile in ("hand", "play"):
            return f"{zone.pile} {self._who(zone.owner)}"
        return "table" if zone.pile == "aside" else zone.pile

    def _who(self, seat: int) -> str:
        return str(self.table.who(seat))

    def time_out(self, *players: str) -> "Match":
        """Nobody does anything until the deadline of these players, then what is due happens."""
        self.last = self.table.timeout(*players)
        return self

    def after(self, ms: int) -> "Match":
        """Time passes, and what is due by then happens."""
        self.table.later(ms)
        self.last = self.table.elapse()
        return self

    def away(self, who: str) -> "Match":
        self.last = self.table.absent(who, away=True)
        return self

    def abandon(self) -> None:
        """Nobody is here any more."""
        self.last = run(self.table.state, self.table.game.abandon(self.table.state))

    def back(self, who: str) -> "Match":
        self.last = self.table.absent(who, away=False)
        return self


def table(
    *seats: str,
    turn: str = "A",
    phase: str = "play",
    in_round: int = 1,
    bangs_played: int = 0,
    deck: str = "",
    rest: str = "any",
    discard: str = "",
    seed: str = "table",
    game: Bang = GAME,
    pace: Pace = PACE,
    **options: OptionValue,
) -> Match:
    """A match in the middle of a turn; `rest="empty"`: nothing lies under the cards of `deck`."""
    lines = [*seats, *["plain"] * (min(ROLE_TABLE) - len(seats))]
    heads = [line.partition(":")[0].split() for line in lines]
    fourth = options.get("deputyCount7") is True and len(lines) == len(FOURTH_OUTLAW)
    roles = _roles(heads, FOURTH_OUTLAW if fourth else ROLE_TABLE[len(lines)])
    plain = iter([name for name in PLAIN if not any(name in head for head in heads)])
    setup = {
        "options": options,
        "players": [
            _player(name, line, role, plain)
            for name, line, role in zip(NAMES, lines, roles, strict=False)
        ],
        "turn": {"player": turn, "phase": phase, "bangs_played": bangs_played, "round": in_round},
        "deck_top": deck.split(),
        "deck_rest": rest,
        "discard": discard.split(),
    }
    return Match(Table(setup, game=game, seed=seed, pace=pace))


def _roles(heads: list[list[str]], table: tuple[str, ...]) -> list[str]:
    left = list(table)
    named = [next((word for word in head if word in TEAM), "") for head in heads]
    for role in filter(None, named):
        left.remove(role)
    return [role or left.pop(0) for role in named]


def _player(name: str, line: str, role: str, plain: Iterator[str]) -> dict[str, Any]:
    head, _, cards = line.partition(":")
    words = head.split()
    hand, _, in_play = cards.partition("|")
    return {
        "id": name,
        "role": role,
        "character": next(plain) if words[0] == "plain" else words[0],
        "life": next((int(word) for word in words if word.isdigit()), None),
        "alive": "dead" not in words,
        "hand": hand.split(),
        "in_play": in_play.split(),
    }


def dealt(
    players: int = 4,
    seed: str = "dealt",
    game: Bang = GAME,
    pace: Pace = PACE,
    **options: OptionValue,
) -> Match:
    """A match at its very beginning; its players have joined in the order A, B, …"""
    setup = {"fresh_match": True, "players": list(NAMES[:players]), "options": options}
    return Match(Table(setup, game=game, seed=seed, pace=pace))
