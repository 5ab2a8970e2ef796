"""Texts made ready for a client without a Fluent parser. That they say the same there is shown by
`services/web/test/unit/lines.test.ts`."""

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast

from shared.text import patterns
from shared.text.catalogue import TextError


def made(monkeypatch: pytest.MonkeyPatch, source: str) -> dict[str, str]:
    entries = {
        ("-" if isinstance(entry, ast.Term) else "") + entry.id.name: entry
        for entry in FluentResource(source).body
        if isinstance(entry, ast.Message | ast.Term)
    }
    monkeypatch.setattr(patterns, "entries", lambda *_: entries)
    return dict(patterns.patterns.__wrapped__("ko"))


def test_what_is_constant_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    source = '-life = 생명\ncard = 회피!\na = { JOSA(card, "은/는") } { -life }{ " " }{ $name }'
    assert made(monkeypatch, source)["a"] == "회피!는 생명 {name}"


def test_functions_and_choices_keep_their_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
a = { JOSA($name, "은/는") } { NAMED($choices, "option", $option) } { SECONDS($ms) }
b = { $count ->
    [0] none
    [one] { $count } card
   *[other] { NAMED($cards, "card") }
}."""
    assert made(monkeypatch, source) == {
        "a": "{name|JOSA|은/는} {choices|NAMED|option|$option} {ms|SECONDS}",
        "b": "{count?0{none}one{{count} card}*{{cards|NAMED|card}}}.",
    }


@pytest.mark.parametrize(
    "source",
    [
        'a = { "{" }',
        "a = one | other",
        "a = { $x ->\n *[p] { $y ->\n *[q] z\n }\n }",
        "a = { SECONDS(5) }",
    ],
)
def test_what_has_no_such_form_is_an_error(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    with pytest.raises(TextError, match=r"^a: "):
        made(monkeypatch, source)
