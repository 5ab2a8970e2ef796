"""The worth of a place in a load: expectiminimax over everything that may happen until it is empty.

It is exact, because Buckshot Roulette hides nothing from both sides unequally while both still
choose. Only whoever is on turn can have looked at the shell in the chamber, his turn ends with
firing it at the latest, and what was fired or ejected is public. So at every choice the one who
waits knows as much as the one who chooses, or has nothing to choose before he does: a magnifier is
a draw of chance that its user then knows, on either side, and a turn of the other begins with even
knowledge. At the load's end stands `Standing.chance`.

Choices that cannot be better than another one are left out; each follows from what `Standing`
promises, because whoever makes the other choice can go on as if he had made this one:

- Cigarettes are used at once where they heal, and never where they do not.
- A magnifier comes before saw and handcuffs, and is used on no shell that is certain.
- Handcuffs come directly before what may end the turn or the load; the saw directly before a shot
  at the opponent that it could make worse.
- Nobody fires a certain live shell at himself, or drinks a certain blank one away.
- A certain live shell is fired out of a sawn barrel if its second damage counts and cigarettes of
  the opponent cannot hit the limit of health by it.
"""

from collections.abc import Iterator
from math import inf

from services.bots.buckshot.standing import (
    BEER,
    CIGARETTES,
    CUFFED,
    FREE,
    FULL,
    HANDCUFFS,
    HEALTH,
    IMMUNE,
    MAGNIFIER,
    OPENS,
    SAW,
    Standing,
)
from shared.contracts.buckshot import BLANK_SHELL, LIVE, OPPONENT, SELF

HAS_BEER, HAS_CIGARETTES, HAS_HANDCUFFS, HAS_MAGNIFIER, HAS_SAW = (
    FULL * unit for unit in (BEER, CIGARETTES, HANDCUFFS, MAGNIFIER, SAW)
)
HEALTH_PLACE, CIGARETTES_PLACE = HEALTH.bit_length() - 1, CIGARETTES.bit_length() - 1


class TooFar(Exception):
    """The search has looked at as many places as it may."""


class Search:
    """All worths are chances to win of whoever is on turn, between 0 and 1.

    `mine` is his packed side (`standing.packed`), `theirs` the other's; `hands` are the other's.
    """

    def __init__(
        self,
        standing: Standing,
        max_health: int,
        *,
        immunity: bool = False,
        nodes: int | None = None,
        horizon: int = 0,
    ) -> None:
        """`nodes`: places to look at before it raises `TooFar`; `None`: all there are. `horizon`:
        with so many shells left it looks no further and takes the standing; 0 is the load's end."""
        self._standing = standing
        self._max_health = max_health
        self._skipped = IMMUNE if immunity else FREE
        self._nodes_limit = inf if nodes is None else nodes
        self._horizon = horizon
        self._found: dict[tuple[int, int, int, int, int], float] = {}

    @property
    def nodes(self) -> int:
        """Places looked at."""
        return len(self._found)

    def worths(
        self, mine: int, theirs: int, hands: int, live: int, blank: int, chamber: str, sawn: bool
    ) -> dict[str, float]:
        """The worth of each move that may be best, by its target or item; of the best ones it is
        exact. `chamber`: the shell where it is certain."""
        if mine & HAS_CIGARETTES and mine >> HEALTH_PLACE & FULL < self._max_health:
            healed = mine - CIGARETTES + HEALTH
            after = self.worths(healed, theirs, hands, live, blank, chamber, sawn)
            return {"cigarettes": max(after.values())}
        found: dict[str, float] = {}
        if mine & HAS_MAGNIFIER and not chamber:
            share, looked = live / (live + blank), mine - MAGNIFIER
            as_live = self.worths(looked, theirs, hands, live, blank, LIVE, sawn)
            as_blank = self.worths(looked, theirs, hands, live, blank, BLANK_SHELL, sawn)
            found["magnifier"] = share * max(as_live.values()) + (1 - share) * max(
                as_blank.values()
            )
        for first, worth in self._shots(mine, theirs, hands, live, blank, chamber, sawn):
            found[first] = max(worth, found.get(first, 0.0))
        return found

    def _shots(
        self, mine: int, theirs: int, hands: int, live: int, blank: int, chamber: str, sawn: bool
    ) -> Iterator[tuple[str, float]]:
        """Everything that may be done with the shell, by the first move of it."""
        share = {LIVE: 1.0, BLANK_SHELL: 0.0}.get(chamber, live / (live + blank))
        damage = 2 if sawn else 1
        ways = [("", mine, hands)]
        if hands == FREE and mine & HAS_HANDCUFFS:
            ways.append(("handcuffs", mine - HANDCUFFS, CUFFED))
        for first, side, bond in ways:
            args = (theirs, bond, live, blank, share)
            yield first or OPPONENT, self._at_opponent(side, *args, damage)
            yield first or SELF, self._at_self(side, *args, damage)
            if side & HAS_SAW and not sawn:
                yield first or "saw", self._at_opponent(side - SAW, *args, 2)
            if side & HAS_BEER:
                yield first or "beer", self._ejected(side - BEER, *args)

    def _at_opponent(
        self, mine: int, theirs: int, hands: int, live: int, blank: int, share: float, damage: int
    ) -> float:
        worth = 0.0
        if share:
            worth += share * self._hit(mine, theirs, hands, live, blank, damage)
        if share < 1:
            worth += (1 - share) * self._passed(mine, theirs, hands, live, blank - 1)
        return worth

    def _at_self(
        self, mine: int, theirs: int, hands: int, live: int, blank: int, share: float, damage: int
    ) -> float:
        worth = 0.0
        if share:
            worth += share * self._suffered(mine, theirs, hands, live, blank, damage)
        if share < 1:
            worth += (1 - share) * self._kept(mine, theirs, hands, live, blank - 1)
        return worth

    def _ejected(
        self, mine: int, theirs: int, hands: int, live: int, blank: int, share: float
    ) -> float:
        worth = 0.0
        if share:
            worth += share * self._kept(mine, theirs, hands, live - 1, blank)
        if share < 1:
            worth += (1 - share) * self._kept(mine, theirs, hands, live, blank - 1)
        return worth

    def worth(self, mine: int, theirs: int, hands: int, live: int, blank: int) -> float:
        """Of a shell that nobody has looked at, in a barrel that is whole."""
        if mine & HAS_CIGARETTES:
            missing = self._max_health - (mine >> HEALTH_PLACE & FULL)
            mine += min(missing, mine >> CIGARETTES_PLACE & FULL) * (HEALTH - CIGARETTES)
        place = (mine, theirs, hands, live, blank)
        found = self._found.get(place)
        if found is None:
            if live + blank <= self._horizon:
                tilt = (live - blank) / (live + blank)
                found = self._standing.chance(mine, theirs, hands, tilt)
            elif not blank:
                found = self._if_live(mine, theirs, hands, live, blank)
            elif not live:
                found = self._if_blank(mine, theirs, hands, live, blank)
            else:
                found = self._uncertain(mine, theirs, hands, live, blank)
            self._found[place] = found
            if len(self._found) > self._nodes_limit:
                raise TooFar
        return found

    def _if_live(self, mine: int, theirs: int, hands: int, live: int, blank: int) -> float:
        """The shell in the chamber is known to be live by whoever is on turn."""
        health = theirs >> HEALTH_PLACE & FULL
        best, plain = 0.0, [(mine, 1)]
        if mine & HAS_SAW and health > 1:
            sawn = (mine - SAW, 2)
            wasted = (theirs >> CIGARETTES_PLACE & FULL) > self._max_health - health + 1
            plain = [sawn, (mine, 1)] if wasted else [sawn]
        for side, damage in plain:
            best = max(best, self._hit(side, theirs, hands, live, blank, damage))
            if best == 1:
                return best
            if hands == FREE and side & HAS_HANDCUFFS:
                cuffing = self._hit(side - HANDCUFFS, theirs, CUFFED, live, blank, damage)
                best = max(best, cuffing)
        if mine & HAS_BEER:
            best = max(best, self._kept(mine - BEER, theirs, hands, live - 1, blank))
            if live + blank == 1 and hands == FREE and mine & HAS_HANDCUFFS:
                best = max(best, self._kept(mine - BEER - HANDCUFFS, theirs, CUFFED, 0, 0))
        return best

    def _if_blank(self, mine: int, theirs: int, hands: int, live: int, blank: int) -> float:
        """It is known to be blank."""
        best = max(
            self._kept(mine, theirs, hands, live, blank - 1),
            self._passed(mine, theirs, hands, live, blank - 1),
        )
        if hands == FREE and mine & HAS_HANDCUFFS:
            best = max(best, self._passed(mine - HANDCUFFS, theirs, CUFFED, live, blank - 1))
            if live + blank == 1:
                best = max(best, self._kept(mine - HANDCUFFS, theirs, CUFFED, 0, 0))
        return best

    def _uncertain(self, mine: int, theirs: int, hands: int, live: int, blank: int) -> float:
        """It may be either. The half of a choice that a live shell makes is looked at first, the
        other only if the choice could still be best: a blank shell with an item spent on it is at
        most worth what it is, fired at oneself, without."""
        share = live / (live + blank)
        rest = 1 - share
        kept = rest * self._kept(mine, theirs, hands, live, blank - 1)
        best = 0.0
        if mine & HAS_MAGNIFIER:
            looked = mine - MAGNIFIER
            best = share * self._if_live(looked, theirs, hands, live, blank)
            best += rest * self._if_blank(looked, theirs, hands, live, blank)
        if hands == FREE and mine & HAS_HANDCUFFS:
            cuffing = mine - HANDCUFFS
            best = self._fired(cuffing, theirs, CUFFED, live, blank, best, kept, kept)
        best = self._fired(mine, theirs, hands, live, blank, best, rest, kept)
        if mine & HAS_BEER and share + kept > best:
            worth = share * self._kept(mine - BEER, theirs, hands, live - 1, blank)
            if worth + kept > best:
                worth += rest * self._kept(mine - BEER, theirs, hands, live, blank - 1)
                best = max(best, worth)
        return best

    def _fired(
        self,
        mine: int,
        theirs: int,
        hands: int,
        live: int,
        blank: int,
        best: float,
        passed: float,
        kept: float,
    ) -> float:
        """The best of `best` and of a shot at either side. `passed`, `kept`: the share of a blank
        shell in the worth of a shot at the opponent, and at oneself, at most."""
        share = live / (live + blank)
        rest = 1 - share
        hit = share * self._hit(mine, theirs, hands, live, blank, 1)
        if hit + passed > best:
            passed = rest * self._passed(mine, theirs, hands, live, blank - 1)
            best = max(best, hit + passed)
        if mine & HAS_SAW and theirs >> HEALTH_PLACE & FULL > 1:
            sawing = mine - SAW
            hit = share * self._hit(sawing, theirs, hands, live, blank, 2)
            if hit + passed > best:
                hit += rest * self._passed(sawing, theirs, hands, live, blank - 1)
                best = max(best, hit)
        if share + kept > best:
            suffered = share * self._suffered(mine, theirs, hands, live, blank, 1)
            if suffered + kept > best:
                suffered += rest * self._kept(mine, theirs, hands, live, blank - 1)
                best = max(best, suffered)
        return best

    def _hit(self, mine: int, theirs: int, hands: int, live: int, blank: int, damage: int) -> float:
        """A live shell at the opponent; `live` and `blank` count before it is fired."""
        if theirs >> HEALTH_PLACE & FULL <= damage:
            return 1.0
        return self._passed(mine, theirs - damage * HEALTH, hands, live - 1, blank)

    def _suffered(
        self, mine: int, theirs: int, hands: int, live: int, blank: int, damage: int
    ) -> float:
        if mine >> HEALTH_PLACE & FULL <= damage:
            return 0.0
        return self._passed(mine - damage * HEALTH, theirs, hands, live - 1, blank)

    def _passed(self, mine: int, theirs: int, hands: int, live: int, blank: int) -> float:
        """The turn is over; `live` and `blank` are left."""
        if not live + blank:
            return self._next_load(mine, theirs, hands, is_passed=True)
        if hands == CUFFED:
            return self.worth(mine, theirs, self._skipped, live, blank)
        return 1 - self.worth(theirs, mine, FREE, live, blank)

    def _kept(self, mine: int, theirs: int, hands: int, live: int, blank: int) -> float:
        """The turn goes on."""
        if not live + blank:
            return self._next_load(mine, theirs, hands, is_passed=False)
        return self.worth(mine, theirs, hands, live, blank)

    def _next_load(self, mine: int, theirs: int, hands: int, *, is_passed: bool) -> float:
        """The standing of whoever opens it. Handcuffs are worn into it."""
        if mine & OPENS:
            return self._standing.chance(mine, theirs, hands)
        if not is_passed and not theirs & OPENS:
            return self._standing.chance(mine, theirs, hands)
        if hands == CUFFED:
            return self._standing.chance(mine, theirs, self._skipped)
        return 1 - self._standing.chance(theirs, mine, FREE)
