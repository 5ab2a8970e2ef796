"""The signatures of RFC 8032 as the other verifier checks them, in Python alone."""

from hashlib import sha512
from random import Random

import pytest

from shared.matchfile import signing
from shared.matchfile.head import Signature
from tests.conftest import Count
from tests.matchfile.files import tool

# RFC 8032, 7.1: tests 1, 2, 3 and SHA(abc), as public key, message, signature.
PUBLISHED = {
    "1": (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    "2": (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
            "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    "3": (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
            "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    "SHA(abc)": (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        sha512(b"abc").hexdigest(),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b5890"
            "9351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
}


@pytest.mark.parametrize("number", PUBLISHED)
def test_what_was_published_holds_and_nothing_near_it(number: str) -> None:
    key, message, value = map(bytes.fromhex, PUBLISHED[number])
    assert tool.is_signed(key, value, message)
    assert not tool.is_signed(key, value, message + b"\0")
    for place in range(0, 64, 5):
        changed = bytearray(value)
        changed[place] ^= 1
        assert not tool.is_signed(key, bytes(changed), message), place


def test_it_judges_as_the_library_does(count: Count) -> None:
    dice, judged = Random(8032), 0
    for size in (0, 1, 60, 400, 1_023):
        private, message = dice.randbytes(32), dice.randbytes(size)
        made = signing.sign(private, message)
        key, value = bytes.fromhex(made.key), bytes.fromhex(made.value)
        factor = int.from_bytes(value[32:], "little")
        # The same factor once more around the group: RFC 8032 refuses what a lax reader takes.
        again = value[:32] + (factor + tool.ORDER).to_bytes(32, "little")
        other = signing.sign(dice.randbytes(32), message)
        for its_key, its_value, holds in (
            (key, value, True),
            (key, again, False),
            (key, value[32:] + value[:32], False),
            (key, bytes(64), False),
            (bytes.fromhex(other.key), value, False),
            (key, bytes.fromhex(other.value), False),
            (dice.randbytes(32), value, False),
        ):
            signature = Signature(its_key.hex(), its_value.hex())
            assert signing.holds(signature, message) == holds
            assert tool.is_signed(its_key, its_value, message) == holds
            judged += 1
    count("signatures judged as the library judges them", judged)


@pytest.mark.parametrize(
    "data",
    [
        (tool.PRIME + 1).to_bytes(32, "little"),
        b"\2" + bytes(31),
        b"\1" + bytes(30) + b"\x80",
    ],
    ids=["past the prime", "not on the curve", "nought with a sign"],
)
def test_what_is_no_point_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no point"):
        tool.point(data)
    assert not tool.is_signed(data, bytes(64), b"")
