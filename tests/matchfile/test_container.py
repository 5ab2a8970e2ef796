"""The container of a match file: the same bytes each time, bounded memory whatever it holds."""

import gzip
import io
import tracemalloc

import pytest

from shared.matchfile.container import FILE_LIMIT, LINE_LIMIT, pack, plain, unpack
from shared.matchfile.head import BadFile, read_head, write_head
from tests.conformance.lives import Life
from tests.conformance.subjects import SUBJECTS
from tests.matchfile.files import File, opened

MEMORY = 16 << 20


@pytest.fixture(scope="module")
def file() -> File:
    return opened(Life(SUBJECTS["buckshot"], 1).live())[0].file()


def test_what_is_packed_is_unpacked_and_tells_no_time(file: File) -> None:
    data = pack(*file)
    assert data == pack(*file)
    assert data[4:8] == bytes(4)
    for stored in (data, plain(*file), gzip.compress(plain(*file), compresslevel=1)):
        head, entries = unpack(io.BytesIO(stored))
        assert (head, list(entries)) == (file.head, file.entries)


def test_a_head_is_read_as_it_was_written_and_in_no_other_form(file: File) -> None:
    line = write_head(file.head)
    assert read_head(line) == file.head
    for other in (line + b" ", line.replace(b":", b": ", 1), line[:-1] + b',"more":1}'):
        with pytest.raises(BadFile):
            read_head(other)
    with pytest.raises(BadFile, match="is of format 7, and this release reads format 1"):
        read_head(line.replace(b'"format":1', b'"format":7'))


def test_a_damaged_container_says_so_or_yields_the_same(file: File) -> None:
    data = bytearray(pack(*file))
    lines = list(file.entries)
    same = 0
    for place in range(0, len(data), 7):
        data[place] ^= 0x10
        try:
            head, entries = unpack(io.BytesIO(bytes(data)))
            if (head, list(entries)) == (file.head, lines):
                same += 1
            else:
                assert place < 4, place  # of another kind, so read as lines
        except BadFile:
            pass
        data[place] ^= 0x10
    assert same < 3  # fields of gzip's header that say nothing of the content
    for end in range(0, len(data), 97):
        with pytest.raises(BadFile):
            list(unpack(io.BytesIO(bytes(data[:end])))[1])


@pytest.mark.parametrize(
    "content",
    [bytes(FILE_LIMIT * 2), (b"1" * (LINE_LIMIT - 2) + b"\n") * 66, b"[" * LINE_LIMIT + b"\n"],
    ids=["one line", "many lines", "brackets"],
)
def test_a_bomb_is_refused_in_bounded_memory(content: bytes, file: File) -> None:
    bombs = (
        gzip.compress(content, compresslevel=1),
        gzip.compress(write_head(file.head) + b"\n" + content, compresslevel=1),
    )
    tracemalloc.start()
    try:
        for bomb in bombs:
            with pytest.raises(BadFile):
                for _ in unpack(io.BytesIO(bomb))[1]:
                    pass
        if len(content) > LINE_LIMIT + 1:
            assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
