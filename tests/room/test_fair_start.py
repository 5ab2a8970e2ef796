"""The start by example: a secret stands first, entropy is committed, then revealed, then a deal."""

import hmac
from hashlib import blake2b, sha256

import pytest

from shared.contracts.refusals import refuse
from shared.engine.game import Pace
from shared.room.events import MatchDealt, SecretChosen, SecretRevealed
from tests.room.table import HOST, SYSTEM, Table, commitment_of, entropy_of, events


def commit(table: Table, *players: str) -> None:
    """Everybody is ready; `players` have committed entropy."""
    for member in table.state.persons():
        commitment = commitment_of(member.player) if member.player in players else ""
        table.do(member.player, {"type": "ready", "ready": True, "commitment": commitment})


def reveal(table: Table, player: str) -> list[str]:
    return events(table.do(player, {"type": "reveal", "entropy": entropy_of(player)}))


def test_without_committed_entropy_the_match_is_dealt_at_once() -> None:
    table = Table().open("ben").ready()
    assert events(table.do(HOST, "start"))[0] == "match_dealt"
    assert table.state.entropy == ()


def test_a_locked_start_waits_for_the_last_reveal() -> None:
    table = Table().open("ben", "cho")
    commit(table, HOST, "ben")
    assert events(table.do(HOST, "start")) == ["start_locked"]
    assert table.room.waited_for() == (HOST, "ben")
    assert table.room.due is not None
    assert (table.room.due.at_ms - table.now_ms, table.room.due.id) == (3_000, "reveal.1")
    assert reveal(table, "ben") == ["entropy_revealed"]
    assert reveal(table, HOST)[:3] == ["entropy_revealed", "match_dealt", "seats_drawn"]
    assert table.state.entropy == (entropy_of(HOST), entropy_of("ben"))


def test_who_does_not_reveal_in_time_is_left_out_by_rule() -> None:
    table = Table(pace=Pace(reveal_ms=150)).open("ben", "cho")
    commit(table, HOST, "ben")
    table.do(HOST, "start")
    reveal(table, HOST)
    early = {"type": "timeout", "due": "reveal.1"}
    table.now_ms += 149
    assert table.refuses(SYSTEM, early) == refuse("too_early", missing_ms=1)
    dealt = table.time_out().events[0]
    assert isinstance(dealt, MatchDealt)
    assert (dealt.entropy, dealt.left_out) == ((entropy_of(HOST),), ("ben",))
    late = {"type": "reveal", "entropy": entropy_of("ben")}
    assert table.refuses("ben", late) == refuse("bad_reveal")


@pytest.mark.parametrize("entropy", ["", "00", "00" * 32, "zz" * 32, entropy_of("ben").upper()])
def test_only_what_was_committed_can_be_revealed(entropy: str) -> None:
    table = Table().open("ben")
    commit(table, "ben")
    assert table.refuses("ben", {"type": "reveal", "entropy": entropy}) == refuse("bad_reveal")
    table.do(HOST, "start")
    assert table.refuses("ben", {"type": "reveal", "entropy": entropy}) == refuse("bad_reveal")
    own = {"type": "reveal", "entropy": entropy_of(HOST)}
    assert table.refuses(HOST, own) == refuse("bad_reveal")
    assert table.refuses("cho", own) == refuse("not_seated")


@pytest.mark.parametrize("commitment", ["00", "zz" * 32, commitment_of("ben").upper(), "0" * 63])
def test_a_commitment_is_a_sha256_in_hex(commitment: str) -> None:
    table = Table().open("ben")
    command = {"type": "ready", "ready": True, "commitment": commitment}
    assert table.refuses("ben", command) == refuse("bad_commitment")


def test_anybody_can_recompute_the_seed_when_the_match_is_over() -> None:
    # From what everybody was told alone, with the formulas of the document and not the code.
    table = Table().open("ben", "cho")
    opening = table.log.copy()
    commit(table, "ben", "cho")
    table.do(HOST, "start")
    reveal(table, "cho")
    reveal(table, "ben")
    seats = table.state.play.joined, [seat.player for seat in table.state.play.seats]
    promised = table.state.secret_hash
    assert promised.encode() in opening[0]
    table.finish()
    secret = bytes.fromhex(table.state.revealed_secret)
    assert sha256(secret).hexdigest() == promised
    entropy = bytes.fromhex(entropy_of("ben") + entropy_of("cho"))
    seed = hmac.new(secret, entropy, "sha256").digest()
    first = blake2b((0).to_bytes(8, "big"), key=seed, person=b"saloon-draw").digest()
    left, order, number = list(seats[0]), [], int.from_bytes(first, "big")
    for size in (3, 2, 1):
        number, index = divmod(number, size)
        order.append(left.pop(index))
    assert order == seats[1]


def test_each_players_entropy_changes_the_deal() -> None:
    decks = set()
    for players in ((), (HOST,), ("ben",), (HOST, "ben")):
        table = Table().open("ben")
        commit(table, *players)
        table.do(HOST, "start")
        for player in players:
            reveal(table, player)
        decks.add(tuple(table.state.play.deck))
    assert len(decks) == 4


def test_leaving_a_locked_start_keeps_the_seat_and_leaves_the_entropy_out() -> None:
    # A start that could be undone after the reveals would let its players choose among deals.
    table = Table().open("ben", "cho")
    commit(table, "ben", "cho")
    table.do(HOST, "start")
    reveal(table, "ben")
    left = table.do("cho", "leave")
    assert events(left)[:2] == ["presence_changed", "match_dealt"]
    assert table.state.play.seats[table.seat("cho")].away
    assert table.refuses("dag", "join") == refuse("match_running")


def test_who_comes_back_before_the_deal_may_still_reveal() -> None:
    table = Table().open("ben", "cho")
    commit(table, "ben", "cho")
    table.do(HOST, "start")
    table.do("cho", "leave")
    assert table.room.waited_for() == ("ben",)
    assert events(table.do("cho", "join")) == ["presence_changed"]
    reveal(table, "ben")
    assert reveal(table, "cho")[1] == "match_dealt"
    assert not table.state.play.seats[table.seat("cho")].away


def test_a_secret_dropped_before_the_deal_is_revealed_and_counted() -> None:
    table = Table().open("ben")
    commit(table, "ben")
    table.do(HOST, "start")
    secret = table.state.secret
    last = table.do(SYSTEM, "abandon")
    assert events(last) == ["secret_revealed", "room_closed"]
    assert last.events[0] == SecretRevealed(1, secret, dealt=False)
    assert table.state.secrets_dropped == 1
    assert table.room.due is None


def test_a_test_seed_deals_the_same_cards_and_says_so_before_anybody_is_ready() -> None:
    decks = []
    for seed in (1, 2):
        table = Table(seed=seed, test_seed="00" * 31 + "01").open("ben")
        assert table.state.test_seed
        table.ready()
        dealt = table.do(HOST, "start").events[0]
        assert isinstance(dealt, MatchDealt)
        assert dealt.test_seed
        decks.append(table.state.play.deck)
    assert decks[0] == decks[1]


def test_the_next_match_takes_a_test_seed_of_its_own_or_none() -> None:
    table = Table(test_seed="01" * 32).deal("ben").finish()
    table.test_seed = None
    again = table.do(HOST, "again")
    chosen = again.events[2]
    assert isinstance(chosen, SecretChosen)
    assert not chosen.test_seed
    assert not table.state.test_seed


def test_no_two_rooms_share_a_secret_a_key_or_a_deal() -> None:
    tables = [Table(seed=seed).deal("ben") for seed in range(200)]
    for of in ("secret", "secret_hash", "invitation"):
        assert len({getattr(table.state, of) for table in tables}) == 200
    assert len({tuple(table.state.play.deck) for table in tables}) == 200
