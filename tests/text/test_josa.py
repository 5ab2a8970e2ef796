"""Korean particles after names, numbers, cards and what players call themselves."""

import pytest

from shared.text.josa import josa

WORDS = [
    # Hangul by its last syllable
    ("보리", "보리는", "보리가", "보리를", "보리와", "보리로"),
    ("다온", "다온은", "다온이", "다온을", "다온과", "다온으로"),
    ("한별", "한별은", "한별이", "한별을", "한별과", "한별로"),
    # lone letters are read by name
    ("ㅋㅋ", "ㅋㅋ은", "ㅋㅋ이", "ㅋㅋ을", "ㅋㅋ과", "ㅋㅋ으로"),
    ("ㄹㄹ", "ㄹㄹ은", "ㄹㄹ이", "ㄹㄹ을", "ㄹㄹ과", "ㄹㄹ로"),
    ("ㅠㅠ", "ㅠㅠ는", "ㅠㅠ가", "ㅠㅠ를", "ㅠㅠ와", "ㅠㅠ로"),
    # digits are read aloud
    ("2", "2는", "2가", "2를", "2와", "2로"),
    ("3", "3은", "3이", "3을", "3과", "3으로"),
    ("7", "7은", "7이", "7을", "7과", "7로"),
    ("10", "10은", "10이", "10을", "10과", "10으로"),
    ("0", "0은", "0이", "0을", "0과", "0으로"),
    ("봇 4", "봇 4는", "봇 4가", "봇 4를", "봇 4와", "봇 4로"),
    ("1000000000000", *("1000000000000" + p for p in ("는", "가", "를", "와", "로"))),
    # Latin words as loanwords, capitals as letters
    ("Bori", "Bori는", "Bori가", "Bori를", "Bori와", "Bori로"),
    ("Bill", "Bill은", "Bill이", "Bill을", "Bill과", "Bill로"),
    ("Jack", "Jack은", "Jack이", "Jack을", "Jack과", "Jack으로"),
    ("Mark", "Mark는", "Mark가", "Mark를", "Mark와", "Mark로"),
    ("Jane", "Jane은", "Jane이", "Jane을", "Jane과", "Jane으로"),
    ("Luke", "Luke는", "Luke가", "Luke를", "Luke와", "Luke로"),
    ("KR", "KR은", "KR이", "KR을", "KR과", "KR로"),
    ("x", "x는", "x가", "x를", "x와", "x로"),
    # what is not read aloud
    ("사격!", "사격!은", "사격!이", "사격!을", "사격!과", "사격!으로"),
    ("권총(2)", "권총(2)은", "권총(2)이", "권총(2)을", "권총(2)과", "권총(2)으로"),
    ("보리🐱", "보리🐱는", "보리🐱가", "보리🐱를", "보리🐱와", "보리🐱로"),
    ("(다온)", "(다온)은", "(다온)이", "(다온)을", "(다온)과", "(다온)으로"),
    ("A♠", "A♠는", "A♠가", "A♠를", "A♠와", "A♠로"),
    ("A♣", "A♣은", "A♣이", "A♣을", "A♣과", "A♣으로"),
    # nobody can say
    ("猫", "猫은(는)", "猫이(가)", "猫을(를)", "猫과(와)", "猫(으)로"),
    ("!!", "!!은(는)", "!!이(가)", "!!을(를)", "!!과(와)", "!!(으)로"),
    ("", "은(는)", "이(가)", "을(를)", "과(와)", "(으)로"),
]
PAIRS = ("은/는", "이/가", "을/를", "과/와", "으로/로")


@pytest.mark.parametrize("row", WORDS, ids=lambda row: row[0] or "empty")
def test_a_word_takes_the_particle_that_its_last_sound_asks_for(row: tuple[str, ...]) -> None:
    word, *expected = row
    assert [josa(word, pair) for pair in PAIRS] == expected


def test_a_name_in_decomposed_letters_reads_like_the_composed_one() -> None:
    decomposed = "\u1103\u1161\u110b\u1169\u11ab"  # 다온
    assert josa(decomposed, "은/는") == decomposed + "은"


@pytest.mark.parametrize("name", ["(" * 1_000, "()" * 1_000, "a" + ")" * 1_000, "!" * 1_000])
def test_a_hostile_name_costs_little(name: str) -> None:
    assert josa(name, "은/는").startswith(name)
