"""How a match ended, in lines: the summary, then who came where."""

from collections.abc import Iterator, Mapping
from typing import Any

from .catalogue import Catalogue


def summary(texts: Catalogue, outcome: Any, names: Mapping[str, str]) -> str:
    """One sentence, such as "무법자 승리! 보안관이 3라운드에 쓰러졌습니다.".

    `outcome`: the game's `Outcome` with its result as `detail`; `names`: player id -> display name.
    """
    if outcome.abandoned:
        return texts.text("result-abandoned")
    detail = outcome.detail
    params: dict[str, str | int] = {"round": detail.rounds}
    if detail.winner_team == "renegade":
        params["name"] = _name(texts, outcome.winners[0], names)
    return texts.text(f"result-{detail.winner_team}", **params)


def places(texts: Catalogue, outcome: Any, names: Mapping[str, str]) -> Iterator[str]:
    """One line for each player in the order of the ranking; an abandoned match says it has none."""
    if outcome.abandoned:
        yield texts.text("result-no-ranking")
        return
    players = {player.id: player for player in outcome.detail.players}
    for place, player_id in enumerate(outcome.ranking, 1):
        player = players[player_id]
        yield texts.text(
            "result-place",
            place=place,
            name=_name(texts, player_id, names),
            role=texts.text(f"role-{player.role}"),
            character=texts.text(f"character-{player.character}"),
            won="yes" if player.won else "no",
            alive="yes" if player.alive else "no",
        )


def points(texts: Catalogue, standings: Mapping[Any, int], names: Mapping[str, str]) -> str:
    """The points of the room, most first; players with equal points in the order given."""
    ranked = sorted(standings.items(), key=lambda item: -item[1])
    return texts.text("list-separator").join(
        texts.text("result-points", name=_name(texts, player, names), points=count)
        for player, count in ranked
    )


def _name(texts: Catalogue, player: str, names: Mapping[str, str]) -> str:
    return names.get(player) or texts.text("player-unnamed")
