"""The `saloon` command: a group that knows its verbs by name and loads one only to run it."""

from importlib import import_module
from typing import NamedTuple

import click


class Verb(NamedTuple):
    """Where a verb's click command is (`module:name`, the module relative to this package)."""

    target: str
    summary: str  # what --help lists, so that listing imports nothing


VERBS = {
    "up": Verb(".embedded:up", "Serve everything on this machine, out of one folder."),
    "demo": Verb(".demo.verb:demo", "Play a whole match and read it aloud."),
    "arena": Verb(".arena.verb:arena", "Play many matches between automatic players and count."),
    "match": Verb(".match.verb:match", "Prove the log of a room, or look into it."),
    "gateway": Verb(".processes:gateway", "Run one gateway as a process."),
    "rules": Verb(".processes:rules", "Run one member of the rules service as a process."),
    "timer": Verb(".processes:timer", "Run the timer service as a process."),
    "projection": Verb(".processes:projection", "Run one member of the projection as a process."),
    "replay": Verb(".processes:replay", "Run one member of the replay service as a process."),
    "bots": Verb(".processes:bots", "Run the automatic players as a process."),
    "webhooks": Verb(".processes:webhooks", "Run the service that tells hosts as a process."),
    "setup": Verb(".admin.streams:setup", "Make the streams of a new installation."),
    "admin": Verb(".admin.verb:admin", "What whoever runs an installation does beside."),
    "rights": Verb(".rights:rights", "Print which service may do what."),
    "metrics": Verb(".counted:metrics", "Print what every service counts."),
    "web": Verb(".web.verb:web", "Build the browser client, or work on it."),
    "check": Verb(".check:check", "Format, lint, types and the import rule."),
    "bench": Verb(".bench.verb:bench", "Speed, as ratios measured side by side."),
    "load": Verb(".load.verb:load", "Fill rooms with clients and measure how a server bears it."),
    "scenario": Verb(".scenario.verb:scenario", "Play rule cases from files and judge them."),
    "test": Verb(".testing.verb:test", "Every test suite, in stages, with a report."),
}


class BrokenRelease(click.ClickException):
    """A file among the released rulesets is not what it has to be."""

    exit_code = 2


class Verbs(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Exception as error:
            from shared.rulesets.archive import BadRuleset

            if isinstance(error, BadRuleset):
                raise BrokenRelease(str(error)) from None
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module, name = VERBS[cmd_name].target.split(":")
        command = getattr(import_module(module, __package__), name)
        assert isinstance(command, click.Command), (cmd_name, command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.summary) for name, verb in VERBS.items()])


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    subcommand_metavar="VERB [ARGS]...",
)
def main() -> None:
    """Rooms in which people play hidden-information table games over the network."""
