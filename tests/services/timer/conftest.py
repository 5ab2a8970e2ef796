"""The evening that deadlines and absences are tested in."""

from collections.abc import AsyncIterator

import pytest

from tests.services.timer.evening import Evening, evening_in


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    async with evening_in() as made:
        yield made
