"""What happens to lives, and what that is worth to this player.

hit(seat)  = -stake(seat) * blow(seat)  + ends + reward - what the one who is hit gets for it
blow(seat) = BLOW[life], at the last life mixed with RESCUED by the chance of a rescue
ends       = WIN * the chance that the blow ends the match, for him or against him
shot(seat) = (1 - chance that he dodges) * hit(seat)
loss       = what a hit costs this player himself, by the same measure
"""

from collections.abc import Sequence

from services.bots.bang import weights
from services.bots.bang.aims import Stakes
from services.bots.bang.belief import Odds
from services.bots.bang.chances import Chances
from services.bots.bang.keeping import Keeping
from services.bots.bang.table import Person, Table

REWARD_CARDS = 3
"""For whoever eliminates an outlaw (§5.6)."""


class Worth:
    """`odds`: roles as this player believes. `shown`: as those do who see only what all see.
    `patience`: 1 while lives are being lost, 0 when nothing has happened for long."""

    def __init__(
        self,
        table: Table,
        odds: Sequence[Odds],
        shown: Sequence[Odds],
        stakes: Stakes,
        patience: float,
    ) -> None:
        self.table = table
        self.odds = odds
        self.stakes = stakes
        self.chances = Chances(table)
        self.keeping = Keeping(table, stakes, patience)
        self._shown = shown

    def blow(self, life: int, rescue: float) -> float:
        """A life less, by how many there are; `rescue`: the chance to survive the last."""
        if life <= 1:
            return rescue * weights.RESCUED + (1 - rescue) * weights.BLOW[1]
        return weights.BLOW[min(life, len(weights.BLOW) - 1)]

    def hit(self, person: Person) -> float:
        """One life less for somebody else, by this player's hand."""
        rescue = self.chances.rescues_himself(person) if person.life <= 1 else 0.0
        stake = self.stakes[person.seat]
        worth = -stake * self.blow(person.life, rescue)
        if person.life <= 1:
            worth += (1 - rescue) * self._kill(person)
        elif person.character in weights.EASED:
            worth *= weights.EASED[person.character]
        return worth

    def _kill(self, person: Person) -> float:
        """What follows when he dies: the end of the match, a reward, a penalty, his cards."""
        table, odds = self.table, self.odds[person.seat]
        worth = self._end(person) + REWARD_CARDS * weights.CARD * odds["outlaw"]
        if table.role == "sheriff":
            cards = len(table.hand) + len(table.me.in_play)
            worth -= odds["deputy"] * weights.CARD * cards
        if table.me.character == "vulture":
            worth += weights.CARD * (person.hand_count + len(person.in_play))
        return worth

    def _end(self, person: Person) -> float:
        """WIN or loss, where his death ends the match (§6)."""
        table, odds = self.table, self.odds[person.seat]
        if person.role == "sheriff":
            is_win = table.role == "outlaw" or len(table.living) == 2
            return weights.WIN if is_win and table.role != "deputy" else -weights.WIN
        is_enemy = odds["outlaw"] + odds["renegade"]
        if table.role == "renegade":
            return 0.0
        if table.enemies_left == 1:
            return is_enemy * (weights.WIN if table.role != "outlaw" else -weights.WIN)
        return 0.0

    def loss(self) -> float:
        """What a life less costs this player."""
        table, me = self.table, self.table.me
        has_beer = "beer" in table.kinds_in_hand() and len(table.living) > 2
        trades = me.character == "sid" and len(table.hand) >= 2
        cost = self.stakes[me.seat] * self.blow(me.life, float(has_beer or trades))
        if me.life <= 1 and not (has_beer or trades) and self._loses_with_me():
            cost += weights.WIN
        if me.life > 1 and me.character in ("bart", "elGringo"):
            cost -= weights.CARD
        return cost

    def _loses_with_me(self) -> bool:
        return self.table.role in ("sheriff", "renegade")

    def life(self) -> float:
        """What a life more is worth to this player; nothing at full life."""
        me = self.table.me
        if me.life >= me.max_life:
            return 0.0
        return self.stakes[me.seat] * weights.BLOW[min(me.life + 1, len(weights.BLOW) - 1)]

    def heal(self, person: Person) -> float:
        """What a life more for somebody else is worth."""
        if person.life >= person.max_life:
            return 0.0
        after = min(person.life + 1, len(weights.BLOW) - 1)
        return self.stakes[person.seat] * weights.BLOW[after]

    def shot(self, person: Person, needed: int) -> float:
        return (1 - self.chances.dodges(person, needed)) * self.hit(person)

    def demand(self, person: Person) -> float:
        return (1 - self.chances.shoots(person, 1)) * self.hit(person)

    def duel(self, person: Person) -> float:
        """The other gives first, then by turns: this player wins unless the other has more."""
        kinds = self.table.kinds_in_hand()
        shots = kinds["bang"] + (kinds["missed"] if self.table.me.character == "calamity" else 0)
        loses = self.chances.shoots(person, shots + 1)
        given = sum(self.chances.shoots(person, n) for n in range(1, shots + 1))
        spent = given * weights.SPENT * weights.HOLD["bang"]
        return (1 - loses) * self.hit(person) - loses * self.loss() - spent

    def exposure(self, person: Person) -> float:
        """What it costs to be seen attacking him: less and less the better one is known."""
        if self.table.role not in weights.SHOWING or person.role != "sheriff":
            return 0.0
        me = self.table.me
        hidden = 1 - self._shown[me.seat][self.table.role]
        threats = sum(
            self.odds[other.seat]["sheriff"] + self.odds[other.seat]["deputy"]
            for other in self.table.others
            if self.table.reaches(other, me)
        )
        return weights.SHOWS_HIMSELF * hidden * threats * self.keeping.patience

    def explosion(self, person: Person) -> float:
        """What the dynamite's going off in front of him is worth."""
        lost = range(max(1, person.life - weights.EXPLOSION + 1), person.life + 1)
        points = sum(weights.BLOW[min(life, len(weights.BLOW) - 1)] for life in lost)
        worth = -self.stakes[person.seat] * points
        if person.life <= weights.EXPLOSION and person is not self.table.me:
            worth += self._end(person)
        elif person.life <= weights.EXPLOSION and self._loses_with_me():
            worth -= weights.WIN
        return worth
