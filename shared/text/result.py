"""How a match ended, in lines: the summary, then who came where."""

from collections.abc import Iterator, Mapping
from typing import Any

from .catalogue import Catalogue


def summary(texts: Catalogue, outcome: Any, names: Mapping[str, str], game: str = "bang") -> str:
    """One sentence, such as "무법자 승리! 보안관이 3라운드에 쓰러졌습니다.".

    `outcome`: the game's `Outcome` with its result as `detail`; `names`: player id -> display name.
    """
    if outcome.abandoned:
        return texts.text("result-abandoned")
    return SUMMARIES[game](texts, outcome, names)


def _western(texts: Catalogue, outcome: Any, names: Mapping[str, str]) -> str:
    detail = outcome.detail
    params: dict[str, str | int] = {"round": detail.rounds}
    if detail.winner_team == "renegade":
        params["name"] = _name(texts, outcome.winners[0], names)
    return texts.text(f"result-{detail.winner_team}", **params)


def _for_two(texts: Catalogue, outcome: Any, names: Mapping[str, str]) -> str:
    """Who won, and the course of the match: health as each load began, and at the end."""
    detail = outcome.detail
    course = texts.text("gun-course-then").join(
        texts.text("gun-course", one=one, other=other) for one, other in detail.course
    )
    winner = detail.players[detail.winner]
    name = _name(texts, winner.id, names)
    return texts.text("gun-result", name=name, loads=detail.loads, course=course)


SUMMARIES = {"bang": _western, "buckshot": _for_two}


def places(
    texts: Catalogue, outcome: Any, names: Mapping[str, str], game: str = "bang"
) -> Iterator[str]:
    """One line for each player in the order of the ranking; an abandoned match says it has none."""
    if outcome.abandoned:
        yield texts.text("result-no-ranking")
        return
    players = {player.id: player for player in outcome.detail.players}
    for place, player_id in enumerate(outcome.ranking, 1):
        player = players[player_id]
        yield texts.text(
            PLACES[game],
            place=place,
            name=_name(texts, player_id, names),
            won="yes" if player.won else "no",
            **STANDS[game](texts, player),
        )


def _stands_in_the_west(texts: Catalogue, player: Any) -> dict[str, str | int]:
    return {
        "role": texts.text(f"role-{player.role}"),
        "character": texts.text(f"character-{player.character}"),
        "alive": "yes" if player.alive else "no",
    }


def _stands_for_two(_: Catalogue, player: Any) -> dict[str, str | int]:
    return {"health": player.health}


PLACES = {"bang": "result-place", "buckshot": "gun-place"}
STANDS = {"bang": _stands_in_the_west, "buckshot": _stands_for_two}
"""By game, what a line of the ranking says of a player beside his name."""


def points(texts: Catalogue, standings: Mapping[Any, int], names: Mapping[str, str]) -> str:
    """The points of the room, most first; players with equal points in the order given."""
    ranked = sorted(standings.items(), key=lambda item: -item[1])
    return texts.text("list-separator").join(
        texts.text("result-points", name=_name(texts, player, names), points=count)
        for player, count in ranked
    )


def _name(texts: Catalogue, player: str, names: Mapping[str, str]) -> str:
    return names.get(player) or texts.text("player-unnamed")
