"""Korean particles: which of the two forms follows a word, by how its last sound is read.

One small table for every client, in the order in which it is applied:

1. What nobody reads aloud is passed over: trailing brackets with what they hold, unless the whole
   word stands in them ("권총(2)" counts as "권총"), punctuation, spaces, pictures ("사격!").
2. A Hangul syllable ends in a consonant if (code - 0xAC00) % 28 is not 0; 8 is ㄹ. A lone consonant
   is read by its name, which ends in one ("ㅋ" 키읔, "ㄹ" 리을); a lone vowel does not.
3. Digits are read as a number. The last one decides: 0 1 3 6 7 8 end in a consonant, 1 7 8 in ㄹ.
   A number ending in zeros ends in 십, 백, 천, 만 or 억 (consonant), after 12-15 zeros in 조
   (vowel).
4. Latin words are read as loanwords, one letter or two or three capitals as letters: see `_latin`.
5. A suit at the very end is read: ♣ 클럽 (consonant), the others end in a vowel.
6. For anything else both forms are written: "은(는)", "(으)로".
"""

import re
import unicodedata

_ENDING = re.compile(r"[0-9]+$|[A-Za-z]+$")
_SUITS = {"♠": "", "♥": "", "♦": "", "♣": "ㅂ"}
_DIGITS = ("ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", "")
_LETTERS = {"l": "ㄹ", "r": "ㄹ", "m": "ㅁ", "n": "ㄴ"}
_VOWELS = "aeiou"


def josa(word: str, pair: str) -> str:
    """`word` with the fitting particle of `pair`, e.g. `josa("보리", "은/는")` is "보리는".

    `pair` names the form after a consonant first: 은/는, 이/가, 을/를, 과/와, 으로/로, 이나/나.
    """
    after_consonant, after_vowel = pair.split("/")
    final = _final(unicodedata.normalize("NFC", word))
    if final is None:
        return word + _both(after_consonant, after_vowel)
    takes_vowel_form = final == "" or (final == "ㄹ" and after_consonant == "으로")
    return word + (after_vowel if takes_vowel_form else after_consonant)


def _both(after_consonant: str, after_vowel: str) -> str:
    if after_consonant.endswith(after_vowel):
        return f"({after_consonant.removesuffix(after_vowel)}){after_vowel}"
    return f"{after_consonant}({after_vowel})"


def _final(word: str) -> str | None:
    """The consonant a word ends in as it is read; empty after a vowel, `None` if nobody can say.

    Only ㄹ has to be told from the others; any other consonant stands for all.
    """
    if word and word[-1] in _SUITS:
        return _SUITS[word[-1]]
    read = _read_aloud(word)
    if not read:
        return None
    last = read[-1]
    if "가" <= last <= "힣":
        place = (ord(last) - ord("가")) % 28
        return "" if place == 0 else "ㄹ" if place == 8 else "ㄱ"
    if "ㄱ" <= last <= "ㅎ":
        return "ㄹ" if last == "ㄹ" else "ㄱ"
    if "ㅏ" <= last <= "ㅣ":
        return ""
    ending = _ENDING.search(read)
    if ending is None:
        return None
    return _number(ending[0]) if ending[0].isdigit() else _latin(ending[0])


def _read_aloud(word: str) -> str:
    while word and not word[-1].isalnum():
        before = word[: word.rfind("(")] if word[-1] == ")" and "(" in word else ""
        word = before if any(sign.isalnum() for sign in before) else word[:-1]
    return word


def _number(digits: str) -> str:
    zeros = len(digits) - len(digits.rstrip("0"))
    if 0 < zeros < len(digits):
        return "" if 12 <= zeros <= 15 else "ㄱ"
    return _DIGITS[int(digits[-1])]


def _latin(word: str) -> str:
    """How a Latin word ends when it is read in Korean: a rule of thumb, right for common names.

    l and -le end in ㄹ; m, n, ng, -me and -ne in a consonant; b, c, k, p and t too, but only after
    a vowel, after themselves or after c ("Jack" 잭, but "Mark" 마크). All else ends in a vowel.
    """
    low = word.lower()
    if len(word) == 1 or (word.isupper() and len(word) <= 3):
        return _LETTERS.get(low[-1], "")
    if low.endswith(("l", "le")):
        return "ㄹ"
    if low.endswith(("m", "n", "ng", "me", "ne")):
        return "ㄴ"
    is_stop = low[-1] in "bckpt" and low[-2] in _VOWELS + low[-1] + "c"
    return "ㄱ" if is_stop else ""
