"""The declarations of streams and the table of rights name the same."""

from services.cli.streams import streams
from shared.contracts.rights import CONSUMERS, KEPT_BESIDE, MADE_AGAIN, REMADE
from shared.eventstore.layout import MAIN, SHARD_COUNT


def test_the_table_of_rights_knows_every_stream_and_consumer() -> None:
    declared = streams()
    names = [stream.name for stream in declared]
    known = (*MAIN.shards_by_stream(range(SHARD_COUNT)), *MADE_AGAIN, *KEPT_BESIDE)
    assert sorted(names) == sorted(known)
    found = {f"{stream.name}.{name}" for stream in declared for name in stream.consumers}
    assert found == {*CONSUMERS}


def test_only_what_nothing_is_lost_with_may_be_deleted() -> None:
    assert {stream.name for stream in streams() if stream.is_remade} == {*REMADE}
    assert {*REMADE} <= {*MADE_AGAIN}
