"""Spreads, shares and paces are what they say."""

from random import Random

import msgspec
import pytest

from services.cli.load.request import Pace, is_loopback, shares
from services.cli.load.tally import Checked, Spread, Tally, add, total

SHARES = (0.5, 0.95, 0.99)


def test_quantiles_of_a_spread_are_those_of_its_times_to_two_percent() -> None:
    chance = Random(5)
    times = sorted(chance.lognormvariate(2, 1) for _ in range(20_000))
    spread = Spread()
    for ms in times:
        spread.add(ms)
    assert spread.count == len(times)
    assert spread.most_ms == times[-1]
    for share in SHARES:
        assert spread.quantile_ms(share) == pytest.approx(times[int(share * len(times))], rel=0.02)
    assert Spread().quantile_ms(0.5) == 0


def test_spreads_of_parts_add_up_and_what_came_since_is_told() -> None:
    chance = Random(6)
    whole, parts = Spread(), [Spread(), Spread()]
    for number in range(1_000):
        ms = chance.expovariate(0.1)
        whole.add(ms)
        parts[number % 2].add(ms)
    both = Spread()
    for part in parts:
        both.take(part)
    assert both == whole
    assert whole.since(parts[0]).classes == parts[1].classes
    assert Spread().since(Spread()).count == 0


def test_tallies_add_up_field_by_field() -> None:
    one = Tally(accepted=3, refused={"stale_turn": 1}, slowed={"rate_limited": 2})
    one.measured.moves = 2
    one.measured.accept.add(5)
    other = Tally(accepted=4, refused={"stale_turn": 2, "wrong_phase": 1})
    other.measured.moves = 1
    both = total((one, other))
    assert both.accepted == 7
    assert both.refused == {"stale_turn": 3, "wrong_phase": 1}
    assert both.measured.moves == 3
    assert both.measured.accept.count == 1
    assert msgspec.json.decode(msgspec.json.encode(both), type=Tally) == both
    found = Checked(lost=1)
    add(found, Checked(lost=2, doubled=1))
    assert (found.lost, found.doubled) == (3, 1)


def test_a_thought_is_within_its_bounds_and_mostly_short() -> None:
    pace, chance = Pace(1, 8), Random(7)
    drawn = sorted(pace.draw_s(chance) for _ in range(2_000))
    assert 1 <= drawn[0] <= drawn[-1] <= 8
    assert drawn[1_000] == pytest.approx(8**0.5, rel=0.1)
    assert Pace(0, 0).draw_s(chance) == 0


def test_shares_are_whole_and_even() -> None:
    assert shares(10, 3) == [4, 3, 3]
    assert sum(shares(1_000, 7)) == 1_000


@pytest.mark.parametrize(
    ("address", "is_here"),
    [
        ("http://127.0.0.1:8080", True),
        ("http://127.9.9.9", True),
        ("http://[::1]:8080", True),
        ("https://localhost", True),
        ("http://localhost.example", False),
        ("http://10.0.0.1", False),
        ("http://0.0.0.0:8080", False),
    ],
)
def test_this_machine_is_known_by_its_address(address: str, is_here: bool) -> None:
    assert is_loopback(address) is is_here
