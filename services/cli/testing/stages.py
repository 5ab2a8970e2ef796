"""The stages of `saloon test`, in the order in which they run."""

from msgspec import Struct


class Stage(Struct, frozen=True):
    """One suite: what is run, and what else its report shows."""

    name: str
    about: str
    tests: str = ""  # folder under tests/; empty for a stage that is a command
    command: tuple[str, ...] = ()  # run as `python -m …` in place of pytest
    workers: int = 0  # xdist workers; 0 runs in one process
    needs: tuple[str, ...] = ()  # executables without which the stage cannot be shown
    listed: str = ""  # a test file whose tests are printed one by one
    covers: str = ""  # a folder whose branches, executed or not, are reported
    limit_s: int = 600  # longer is a failure
    full_limit_s: int = 3600  # the same with --full
    may_be_hidden: bool = False  # a strict run goes on without it: few machines can show it


STAGES = (
    Stage(
        name="check",
        about="format, lint, strict types",
        command=("services.cli", "check", "--step", "format", "--step", "lint", "--step", "types"),
    ),
    Stage(name="architecture", about="import rule, purity, names, lengths", tests="architecture"),
    Stage(name="house", about="launcher, test runner, command line", tests="house", workers=2),
    Stage(
        name="spec",
        about="the rules, section by section, every branch of them",
        tests="spec",
        listed="tests/spec/test_10_checklist.py",
        covers="shared/games",
        workers=2,
    ),
    Stage(
        name="scenarios",
        about="written rule cases, and what a wrong one does",
        tests="scenarios",
        workers=2,
    ),
    Stage(
        name="conformance",
        about="the laws, over random whole matches of every game",
        tests="conformance",
        workers=2,
        limit_s=1200,
    ),
    Stage(
        name="matchfile",
        about="match files for every viewer, by both verifiers",
        tests="matchfile",
        workers=2,
    ),
    Stage(
        name="tamper",
        about="whatever is done to a match file is found, and named",
        tests="tamper",
        workers=2,
    ),
    Stage(name="golden", about="stored logs of earlier releases still hold", tests="golden"),
    Stage(name="room", about="lobby, start and matches of one room", tests="room", workers=2),
    Stage(name="text", about="the text catalogue, Korean and English", tests="text"),
    Stage(name="eventstore", about="one contract for every log", tests="eventstore", workers=3),
    Stage(
        name="archive",
        about="matches leave the log, wherever their archiver is stopped",
        tests="archive",
        workers=2,
    ),
    Stage(
        name="runtime",
        about="one contract for every adapter, on real servers",
        tests="runtime",
        workers=3,
        needs=("redis-server",),
    ),
    Stage(
        name="services",
        about="each service on real servers and on their twins",
        tests="services",
        workers=2,
        limit_s=1200,
        needs=("redis-server",),
    ),
    Stage(
        name="observability",
        about="what is counted and traced, and what dashboards and alerts ask for",
        tests="observability",
    ),
    Stage(
        name="alerts",
        about="each alert fires and is quiet, as Prometheus judges",
        tests="alerts",
        needs=("promtool",),
        may_be_hidden=True,
    ),
    Stage(name="client", about="the Python client over real sockets", tests="client"),
    Stage(
        name="web",
        about="the browser client: types, format, units, size, and that its bundle is current",
        tests="web",
        workers=2,
    ),
    Stage(name="demo", about="whole matches as one command plays them", tests="demo", workers=2),
    Stage(
        name="match",
        about="looking into logs: moments, knowledge, differences, figures",
        tests="match",
        workers=2,
    ),
    Stage(
        name="arena",
        about="many matches between automatic players, and what stops them",
        tests="arena",
        workers=2,
    ),
    Stage(
        name="load",
        about="crowds of clients, what they count, and what befalls their server",
        tests="load",
        workers=2,
    ),
    Stage(
        name="simulation",
        about="all services in one thread, where everything goes wrong by a seed",
        tests="simulation",
        workers=2,
        limit_s=1_200,
    ),
    Stage(
        name="integration",
        about="separate processes with users of their own, and what befalls them",
        tests="integration",
        workers=2,
        needs=("redis-server",),
        limit_s=1200,
    ),
    Stage(
        name="e2e",
        about="people at browsers: whole matches, and what every page is held to",
        tests="e2e",
        workers=2,
        needs=("chromium",),
        full_limit_s=1_800,
    ),
    Stage(
        name="deploy",
        about="the composed services in containers: built, played on, scaled, killed",
        tests="deploy",
        may_be_hidden=True,
    ),
    Stage(
        name="kubernetes",
        about="every object is one, and finds what it names; three brokers keep three copies",
        tests="kubernetes",
        workers=2,
    ),
    Stage(
        name="kubectl",
        about="kubectl makes the objects that were judged",
        tests="kubectl",
        needs=("kubectl",),
        may_be_hidden=True,
    ),
    Stage(
        name="planted",
        about="faults put into a copy turn the right test red",
        tests="planted",
        workers=3,
        limit_s=1200,
    ),
)

BY_NAME = {stage.name: stage for stage in STAGES}
