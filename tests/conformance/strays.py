"""Commands that nobody offered: well-formed nonsense, and offered ones with a word changed."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, get_args

from msgspec import inspect, structs

from shared.engine.game import Chooser, Game

NONSENSE_NUMBERS = (0, 1, 2, 7, 79, 80, 81, 999, -1, -2, -80, 2**31, 2**53, 2**63, -(2**63))
NONSENSE_WORDS = ("", "hand", "nobody", "player-0", "player-6", "-1", "sheriff", "\u202e", "x" * 40)
LONGEST = 5


def stray(game: Game, domains: Mapping[str, Sequence[Any]], dice: Random) -> Any:
    """A well-formed command of any type; its words are sensible ones, or nonsense."""
    return filled(command_types(game), domains, dice)


def twisted(command: Any, domains: Mapping[str, Sequence[Any]], dice: Random) -> Any:
    """`command` with one field changed."""
    fields = _fields(type(command))
    if not fields:
        return command
    field = dice.choice(fields)
    return structs.replace(command, **{field.name: _word(field, domains, dice)})


def command_types(game: Game) -> tuple[type[Any], ...]:
    return get_args(game.command_type)


def filled(kinds: Sequence[type[Any]], domains: Mapping[str, Sequence[Any]], dice: Random) -> Any:
    """A command of one of these types; its words are sensible ones, or nonsense."""
    kind = dice.choice(kinds)
    return kind(**{field.name: _word(field, domains, dice) for field in _fields(kind)})


def _fields(kind: type[Any]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType), kind
    return info.fields


def _word(field: inspect.Field, domains: Mapping[str, Sequence[Any]], dice: Random) -> Any:
    sensible = domains.get(field.name, ())
    if sensible and dice.random() < 0.8:
        return dice.choice(sensible)
    return anything(field.type, dice)


def anything(kind: inspect.Type, dice: Random) -> Any:
    """A random value of a type that commands are made of."""
    match kind:
        case inspect.IntType():
            return dice.choice(NONSENSE_NUMBERS)
        case inspect.StrType():
            return dice.choice(NONSENSE_WORDS)[: kind.max_length]
        case inspect.BoolType():
            return dice.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.UnionType():
            return anything(dice.choice(kind.types), dice)
        case inspect.LiteralType():
            return dice.choice(kind.values)
        case inspect.VarTupleType():
            return tuple(anything(kind.item_type, dice) for _ in range(dice.randint(0, LONGEST)))
        case inspect.DictType():
            keys = [anything(kind.key_type, dice) for _ in range(dice.randint(0, 2))]
            return {key: anything(kind.value_type, dice) for key in keys}
        case _:
            raise AssertionError(f"no command so far held a {kind}")


def completions(game: Game, offer: Any) -> Iterator[Any]:
    """Every command that an offer can be completed to."""
    path: list[tuple[int, int]] = []

    def follow(steps: Iterator[tuple[int, int]]) -> Chooser:
        def choose(bound: int, /) -> int:
            choice = next(steps, None)
            if choice is None:
                choice = (0, bound)
                path.append(choice)
            return choice[0]

        return choose

    while True:
        yield game.complete(offer, follow(iter(tuple(path))))
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = (path[-1][0] + 1, path[-1][1])
