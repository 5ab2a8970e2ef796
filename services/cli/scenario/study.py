"""What judges a case: a study gathers evidence for cases of one shape and knows checks by fact."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from shared.contracts.refusals import Refusal

from .cases import Case, Fact, Library, StepWanted

E = TypeVar("E")


class Finding(Struct, frozen=True):
    """One thing that is not as expected."""

    where: str
    """The step or the fact."""
    expected: str
    actual: str


class Check(NamedTuple, Generic[E]):
    """How one kind of fact is judged: `judge(evidence, fact)` yields what is wrong."""

    judge: Callable[[E, Fact], Iterator[Finding]]
    fields: Mapping[str, Any]
    """Fields that the fact must have, with their types."""
    optional: Mapping[str, Any] = {}


class Bench(NamedTuple):
    """What a study may use."""

    game: Any
    """That of the case, as its studies know it."""
    library: Library
    seed: str = ""
    """Other draws, also of the cards that follow in a deck in any order."""


class Outcome(NamedTuple):
    """What came of one action: a refusal, or `None` where it was accepted."""

    step: int
    refusal: Refusal | None


class Study(NamedTuple, Generic[E]):
    kind: str
    """Kind of the cases."""
    setup: Mapping[str, Any]
    """Fields that their setup must have, with their types."""
    gather: Callable[[Bench, Case], E]
    checks: Mapping[str, Check[E]]
    optional: Mapping[str, Any] = {}
    """Further fields of the setup."""
    outcomes: Callable[[E], Sequence[Outcome]] | None = None
    """What came of the case's own actions; `None` where it has none."""

    def fits(self, case: Case) -> bool:
        keys = case.setup.keys()
        return (
            case.kind == self.kind
            and self.setup.keys() <= keys <= self.setup.keys() | self.optional.keys()
            and bool(case.actions) == (self.outcomes is not None)
        )


def judged(study: Study[Any], bench: Bench, case: Case) -> Iterator[Finding]:
    """Everything in which a case is not as it expects; nothing expected is a finding too.

    Raises `BadSetup` for what cannot be played, `msgspec.ValidationError` for what cannot be read.
    """
    expected = case.expected
    if not expected.steps and not expected.facts:
        yield Finding("case", "something", "nothing is expected")
        return
    unknown = [fact for fact in expected.facts if str(fact.get("fact")) not in study.checks]
    for fact in unknown:
        yield Finding(called(fact), "a known fact", "no check is bound to it")
    types = {**study.setup, **study.optional}
    for field, value in case.setup.items():
        msgspec.convert(value, types[field])
    evidence = study.gather(bench, case)
    outcomes = study.outcomes(evidence) if study.outcomes is not None else ()
    yield from _steps(expected.steps, outcomes)
    if case.kind == "scenario":
        yield from _unasked(expected.steps, outcomes)
    for fact in expected.facts:
        if fact not in unknown:
            yield from _fact(study.checks[fact["fact"]], evidence, fact)


def _steps(wanted: Sequence[StepWanted], outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    refusals = {outcome.step: outcome.refusal for outcome in outcomes}
    for step in wanted:
        where = f"step {step.step}"
        if step.step not in refusals:
            yield Finding(where, "to be played", "there is no such step")
            continue
        refusal = refusals[step.step]
        was = "accepted" if refusal is None else f"refused {said(refusal)}"
        if step.rejected and (refusal is None or step.why not in ("", refusal.code)):
            yield Finding(where, f"refused {step.why}".strip(), was)
        elif not step.rejected and refusal is not None:
            yield Finding(where, "accepted", was)


def _unasked(wanted: Sequence[StepWanted], outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """A step of a script that nothing is said about has to be accepted."""
    told = {step.step for step in wanted}
    for outcome in outcomes:
        if outcome.step not in told and outcome.refusal is not None:
            where = f"step {outcome.step}"
            yield Finding(where, "accepted", f"refused {said(outcome.refusal)}")


def _fact(check: Check[Any], evidence: Any, fact: Fact) -> Iterator[Finding]:
    fields = fact.keys() - {"fact"}
    types = {**check.fields, **check.optional}
    if not check.fields.keys() <= fields <= types.keys():
        must = ", ".join(sorted(check.fields)) or "none"
        yield Finding(called(fact), f"fields {must}", ", ".join(sorted(fields)) or "none")
        return
    try:
        for field in fields:
            msgspec.convert(fact[field], types[field])
    except msgspec.ValidationError as error:
        yield Finding(called(fact), "a fact that can be read", str(error))
        return
    yield from check.judge(evidence, fact)


def equal(where: Fact, actual: Any, wanted: Any) -> Iterator[Finding]:
    """A finding where two values differ; a boolean is no number here."""
    if actual != wanted or type(actual) is not type(wanted):
        yield Finding(called(where), shown(wanted), shown(actual))


def holds(where: Fact, is_true: bool, wanted: str, actual: str) -> Iterator[Finding]:
    if not is_true:
        yield Finding(called(where), wanted, actual)


def called(fact: Fact) -> str:
    """A fact's name and its selecting fields, for a reader."""
    said_in_expected = ("fact", "equals")
    fields = [f"{key}={shown(value)}" for key, value in fact.items() if key not in said_in_expected]
    return " ".join(["fact", str(fact.get("fact")), *fields])


def said(refusal: Refusal) -> str:
    numbers = " ".join(f"{key}={value}" for key, value in refusal.params.items())
    return f"{refusal.code} {numbers}".strip()


def shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value)
