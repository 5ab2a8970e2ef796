"""The verb `admin`."""

import click

from services.cli.admin.auditor import auditor
from services.cli.admin.backup.verb import backup, restore
from services.cli.admin.doctor.verb import doctor
from services.cli.admin.hosts.verb import hosts
from services.cli.admin.keys import keys
from services.cli.admin.members import members
from services.cli.admin.projection import projection
from services.cli.admin.reports import reports
from services.cli.admin.rooms import rooms
from services.cli.admin.ruleset import ruleset
from services.cli.admin.streams import streams_verb


@click.group()
def admin() -> None:
    """What whoever runs an installation does beside running it."""


admin.add_command(auditor)
admin.add_command(backup)
admin.add_command(hosts)
admin.add_command(doctor)
admin.add_command(keys)
admin.add_command(reports)
admin.add_command(members)
admin.add_command(projection)
admin.add_command(restore)
admin.add_command(rooms)
admin.add_command(ruleset)
admin.add_command(streams_verb)
