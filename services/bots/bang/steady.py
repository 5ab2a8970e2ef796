"""The thinking player of BANG!, kind `steady`.

He knows what his role is after (`aims`), keeps a probability over who everybody else is (`belief`)
from what he heard (`hearing`), and makes the move that is worth most (`worth`, `playing`,
`answering`). He looks no further ahead than the effect of one card, and knows nothing but his view,
what he was told, and the cards by heart (`deck`).
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from services.bots.bang import aims, weights
from services.bots.bang.answering import Answering, character
from services.bots.bang.belief import Belief
from services.bots.bang.hearing import Hearing
from services.bots.bang.offers import read
from services.bots.bang.playing import Move, Playing
from services.bots.bang.table import Table
from services.bots.bang.worth import Worth
from shared.contracts.bang import BangCommand, EndPlay, PickCharacter
from shared.contracts.bang_offers import Offer
from shared.contracts.ids import PlayerId

MUST = ("draw", "discard")
"""What has to be done even where nothing is gained by it."""


class Steady:
    """Plays the seat of `player`. `chance` decides between moves that are worth the same."""

    def __init__(self, player: PlayerId, chance: Random) -> None:
        self._player = player
        self._chance = chance
        self._hearing = Hearing()
        self._weighed = 0
        self._own: Belief | None = None
        self._public: Belief | None = None

    def hear(self, events: Sequence[Any]) -> None:
        """Takes note of what was done in the open, and of cards that went to hands openly."""
        self._hearing.hear(events)

    def choose(self, view: Mapping[str, Any]) -> BangCommand | None:
        """What to do now; `None` where nothing is offered. Raises `msgspec.ValidationError`."""
        offered = read(view.get("legal"))
        if not offered:
            return None
        if offered[0].type == "pickCharacter":
            return PickCharacter(offered[0].wait, character(offered[0].characters))
        worth = self._judge(Table(view, self._hearing.held))
        return self._answer(worth, offered) or self._turn(worth, offered)

    @property
    def belief(self) -> Belief | None:
        """Who is who, as far as it was asked for yet."""
        return self._own

    def _judge(self, table: Table) -> Worth:
        """What everything is worth at this table, after all that was heard."""
        self._hearing.look(table)
        known = {each.seat: each.role for each in table.people if each.role}
        mine = {**known, table.me.seat: table.role}
        if self._own is None or self._public is None:
            size, counts = len(table.people), table.role_counts
            self._own, self._public = Belief(size, counts, mine), Belief(size, counts, known)
        acts = self._hearing.acts[self._weighed :]
        self._weighed += len(acts)
        # What he did himself tells the others who he is, and him nothing.
        self._own.weigh([act for act in acts if act.actor != table.me.seat])
        self._public.weigh(acts)
        self._own.learn(mine)
        self._public.learn(known)
        odds = self._own.odds
        patience = max(0.0, 1 - self._hearing.quiet_turns / weights.QUIET_TURNS)
        return Worth(table, odds, self._public.odds, aims.stakes(table, odds), patience)

    def _answer(self, worth: Worth, offered: list[Offer]) -> BangCommand | None:
        """To the first wait that can be answered; `None` where none is."""
        first = next((o for o in offered if o.wait and o.type != "sidHeal"), None)
        if first is None:
            return None
        wait = next(wait for wait in worth.table.waits if wait.id == first.wait)
        offers = {offer.type: offer for offer in offered if offer.wait == wait.id}
        return Answering(worth).answer(wait, offers)

    def _turn(self, worth: Worth, offered: list[Offer]) -> BangCommand | None:
        """The best that can be done; `None` where others are waited for and nothing is worth it."""
        playing = Playing(worth)
        moves = [move for offer in offered for move in playing.moves(offer)]
        if all(offer.type not in MUST for offer in offered):
            moves = [move for move in moves if move.worth > weights.PAUSE]
        if moves:
            return self._best(moves)
        return next((EndPlay(o.turn) for o in offered if o.type == "endPlay"), None)

    def _best(self, moves: list[Move]) -> BangCommand:
        most = max(move.worth for move in moves)
        return self._chance.choice([move for move in moves if move.worth == most]).command
