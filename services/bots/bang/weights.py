"""Every number that the thinking player judges by.

The unit of worth is one life of a player in the middle of his strength whom one wants to live or to
die with full heart. `worth` and `keeping` say how the numbers are put together, `belief` how
likelihoods are. They were tuned over whole matches, of one such player among random ones and of
seven.
"""

from collections.abc import Mapping

LIKELIHOOD: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "harm": {
        "sheriff": {"deputy": 0.3, "outlaw": 1.0, "renegade": 0.75},
        "deputy": {"sheriff": 0.02, "deputy": 0.3, "outlaw": 1.0, "renegade": 0.7},
        "outlaw": {"sheriff": 1.0, "deputy": 0.4, "outlaw": 0.15, "renegade": 0.25},
        "renegade": {"sheriff": 0.1, "deputy": 0.4, "outlaw": 0.9},
    },
    "help": {
        "sheriff": {"deputy": 1.0, "outlaw": 0.4, "renegade": 0.6},
        "deputy": {"sheriff": 1.0, "deputy": 0.9, "outlaw": 0.3, "renegade": 0.4},
        "outlaw": {"sheriff": 0.15, "deputy": 0.4, "outlaw": 1.0, "renegade": 0.6},
        "renegade": {"sheriff": 0.7, "deputy": 0.5, "outlaw": 0.5},
    },
    "spare": {
        "deputy": {"sheriff": 1.0},
        "outlaw": {"sheriff": 0.35},
        "renegade": {"sheriff": 0.9},
    },
}
"""How likely a role is to do this to another, against the role most likely to; 1 where not named.
Nobody is certain of roles, and some play at random: so nothing is impossible."""

EVIDENCE: Mapping[str, float] = {
    "bang": 1.0,
    "duel": 1.0,
    "jail": 0.8,
    "panic": 0.6,
    "catBalou": 0.6,
    "jesse": 0.3,
    "gatling": 0.1,
    "indians": 0.1,
    "last life": 0.6,
    "saloon": 0.2,
    "spare": 1.0,
}
"""How much an act says about who did it; `last life`: a card that hits all, for each whom one hit
more would kill."""

LOW_LIFE = 2
"""Whoever has no more is in need of help."""

SELF: Mapping[str, float] = {"sheriff": 1.5, "deputy": 0.8, "outlaw": 0.9, "renegade": 1.3}
"""What the player's own life is worth to him, by his role: a dead deputy can still win."""

LAW_AIMS: Mapping[str, float] = {"sheriff": 1.6, "deputy": 0.7, "outlaw": -1.0, "renegade": -0.4}
RENEGADE_ALONE = -0.7
"""What the renegade is worth alive to the law once no outlaw is left: before, he hurts them too."""
SUSPECT = -0.3
"""The most that the most suspect of all is worth to the law: there is always one."""
OUTLAW_AIMS: Mapping[str, float] = {
    "sheriff": -1.6,
    "deputy": -0.6,
    "outlaw": 0.6,
    "renegade": 0.1,
}
"""What a seat of that role is worth alive to the law, and to an outlaw."""

RENEGADE_TURNS = 0.2
"""How far the law must be ahead for the renegade to change sides: 0 = level, 1 = alone."""
RENEGADE_WITH_LAW: Mapping[str, float] = {
    "sheriff": 0.9,
    "deputy": 0.1,
    "outlaw": -0.7,
    "renegade": 0.0,
}
RENEGADE_AGAINST_LAW: Mapping[str, float] = {
    "sheriff": 0.6,
    "deputy": -0.9,
    "outlaw": 0.0,
    "renegade": 0.0,
}
"""What a seat of that role is worth alive to the renegade, before and after."""
RENEGADE_LAST = -2.0
"""What the Sheriff's life is worth to him once the two are alone."""
STRENGTH_OF_CARD = 0.25
"""A card's part in how strong a side is, in lives."""

BLOW = (0.0, 2.2, 1.3, 1.0, 0.85, 0.75)
"""What a hit is worth by the life it finds: the last one most of all."""
EASED: Mapping[str, float] = {"bart": 0.65, "elGringo": 0.6}
"""What is left of a hit's worth where the one who is hit gets a card for it."""
RESCUED = 1.1
"""What a hit is worth that only costs a beer."""
WIN = 6.0
"""What it is worth to end the match as winner, or costs to end it as loser."""

CARD = 0.3
"""A card of unknown kind in one's own hand."""
THEIR_CARD = 0.45
"""A card less in a hand that one wants empty with full heart."""
JAILED = 0.9
"""A turn that somebody does not have."""
EXPLOSION = 3
"""Lives that the dynamite costs."""
DYNAMITE_ROUNDS = 2
"""How often the dynamite is followed round the table in thought."""
SHOWS_HIMSELF = 0.25
"""What it costs to be taken for what one is, for each of the law whose weapon carries to him; in
proportion to how little it was believed before."""
SHOWING: frozenset[str] = frozenset({"outlaw"})
"""Roles that have something to hide from the Sheriff."""
QUIET_TURNS = 21
"""After so many turns without a life lost nobody saves cards any more, nor hides: matches end."""
PAUSE = 0.02
"""A play worth no more than this is left."""

HOLD: Mapping[str, float] = {
    "bang": 0.45,
    "missed": 0.7,
    "beer": 0.9,
    "panic": 0.55,
    "catBalou": 0.5,
    "duel": 0.45,
    "generalStore": 0.3,
    "indians": 0.4,
    "stagecoach": 0.7,
    "gatling": 0.6,
    "saloon": 0.4,
    "wellsFargo": 1.0,
    "barrel": 0.9,
    "mustang": 0.8,
    "scope": 0.5,
    "jail": 0.45,
    "dynamite": 0.15,
    "volcanic": 0.45,
    "schofield": 0.35,
    "remington": 0.4,
    "carabine": 0.45,
    "winchester": 0.5,
}
"""What a card is worth in the hand: kept, taken in the store, or lost."""

REPEATED = (1.0, 0.75, 0.55, 0.4)
"""What the first, second, … card of a kind is worth in a hand, in proportion."""
USELESS = 0.05
"""A card that cannot be played as things stand, in proportion."""
SPENT = 0.4
"""What it costs to use a card that could be kept, in proportion to its worth in the hand."""

IN_PLAY: Mapping[str, float] = {"barrel": 0.9, "mustang": 0.8, "scope": 0.5}
"""What a card in front of its owner is worth to him; weapons by what they reach."""
REACHED = 0.35
"""Every enemy whom a weapon reaches beyond a bare hand, at full heart."""
FAST = 0.3
"""To be able to shoot as often as one likes, for every shot in hand beyond the first."""
THEIR_WEAPON = 0.45
"""A weapon in front of somebody else."""

CHARACTER: Mapping[str, float] = {
    "willy": 0.9,
    "slab": 0.85,
    "suzy": 0.8,
    "bart": 0.8,
    "blackJack": 0.75,
    "kit": 0.75,
    "sid": 0.7,
    "jesse": 0.7,
    "jourdonnais": 0.75,
    "lucky": 0.6,
    "calamity": 0.75,
    "rose": 0.6,
    "pedro": 0.6,
    "elGringo": 0.5,
    "paul": 0.55,
    "vulture": 0.65,
}
"""Which of two characters is taken: the one worth more."""
