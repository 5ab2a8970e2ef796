"""The words of the browser client, as the gateway gives them."""

from typing import Literal

from .http import Answer, Language

WordsPage = Literal["first", "buckshot", "replay", "more", "ops"]
"""A part of the browser client's words: what it begins with; what the table for two and a replay
add; and what is seldom shown."""


class WordsReply(Answer, frozen=True):
    """A part of the browser client's words, by key, in the form that `shared/text/patterns.py`
    describes."""

    language: Language
    kids: bool
    page: WordsPage
    words: dict[str, str]
