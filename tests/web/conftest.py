"""Node with the client's packages, or the reason why nothing can be shown."""

import pytest

from services.cli.web.node import Node, NoNode, find


@pytest.fixture(scope="session")
def node() -> Node:
    try:
        found = find()
    except NoNode as missing:
        pytest.skip(str(missing))
    found.install()
    return found
