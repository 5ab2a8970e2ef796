"""What players may say: the commands of §8.2 as verbs."""

from typing import Any, Generic, TypeVar

Reply = TypeVar("Reply")


class Verbs(Generic[Reply]):
    """The commands of §8.2, said by one player."""

    def say(self, action: str, **args: Any) -> Reply:
        """Any command by its name on the wire; `wait` and `turn` may name what is not open."""
        raise NotImplementedError

    def draw(self, *, jesse_from: str | None = None, pedro_discard: bool = False) -> Reply:
        args = {"jesseFrom": jesse_from, "pedroDiscard": pedro_discard or None}
        return self.say("draw", **args)

    def play(
        self,
        card: str | int,
        at: str | None = None,
        pick: str | int | None = None,
        use_as: str | None = None,
    ) -> Reply:
        return self.say("play", card=card, target=at, pick=pick, **{"as": use_as})

    def end_play(self) -> Reply:
        return self.say("endPlay")

    def discard(self, *cards: str) -> Reply:
        return self.say("discard", cards=cards)

    def respond(self, *cards: str | int) -> Reply:
        return self.say("respond", cards=cards)

    def use_barrel(self) -> Reply:
        return self.say("useBarrel")

    def take_hit(self) -> Reply:
        return self.say("takeHit")

    def give_up(self) -> Reply:
        return self.say("giveUp")

    def store_pick(self, card: str) -> Reply:
        return self.say("storePick", card=card)

    def lucky_pick(self, card: str) -> Reply:
        return self.say("luckyPick", card=card)

    def kit_keep(self, *cards: str) -> Reply:
        return self.say("kitKeep", keep=cards)

    def pick_character(self, character: str) -> Reply:
        return self.say("pickCharacter", character=character)

    def sid_heal(self, *cards: str) -> Reply:
        return self.say("sidHeal", cards=cards)
