"""One room of each game, lived to its end."""

import pytest

from services.cli.parts import GAMES

from .logs import Kept, keep


@pytest.fixture(scope="session")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kept]:
    folder = tmp_path_factory.mktemp("rooms")
    return {game: keep(folder, game, seed=3) for game in GAMES.newest()}
