"""What an operator may set for the gateway."""

from typing import Annotated

from msgspec import Meta, Struct

from shared.runtime.viewstore import Limit

OPS_PAGE_LIMIT = 50

Port = Annotated[int, Meta(ge=0, le=65_535)]


class GatewaySettings(Struct, frozen=True):
    host: str = "127.0.0.1"
    """The address it listens on."""
    port: Port = 8080
    """Where HTTP is served; 0: any free one."""
    origins: tuple[str, ...] = ()
    """Origins that pages may come from, such as https://play.example; none: the gateway's own."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word about the caller's address is taken."""
    secure_cookie: bool = False
    """Mark cookies Secure; needed wherever browsers reach it by TLS."""
    session_days: Annotated[int, Meta(ge=1, le=60)] = 30
    """How long a session's token is good."""
    recheck_ms: Annotated[int, Meta(ge=50)] = 30_000
    """How soon a session that ended elsewhere ends here too."""
    allow_test_seeds: bool = False
    """Pass fixed seeds on. Such matches are not fair, and say so."""
    title: str = "showdown"
    """The title that is shown: gunslinger, showdown or lawmen."""
    public_keys: tuple[str, ...] = ()
    """Ed25519 keys, in hex, that match files and checkpoints are signed with; the present first."""
    first_message_ms: Annotated[int, Meta(ge=50)] = 5_000
    """How long a new socket may be silent."""
    header_ms: Annotated[int, Meta(ge=50)] = 10_000
    """How long a request's head may take."""
    body_ms: Annotated[int, Meta(ge=50)] = 10_000
    """How long a request's body may take."""
    view_wait_ms: Annotated[int, Meta(ge=0, le=10_000)] = 2_000
    """How long a view is waited for that is not older than an entry."""
    replay_wait_ms: Annotated[int, Meta(ge=100, le=60_000)] = 10_000
    """How long an answer about a match is waited for."""
    quiet_ms: Annotated[int, Meta(ge=20)] = 1_000
    """A room without a frame for so long is compared with the store: the last may be lost."""
    queue_frames: Annotated[int, Meta(ge=2)] = 64
    """Frames that wait for a slow socket; more become one whole view."""
    send_buffer_bytes: Annotated[int, Meta(ge=4_096)] = 131_072
    """What the machine holds for one connection that does not read; half of what it may take up."""
    stalled_ms: Annotated[int, Meta(ge=100)] = 20_000
    """How long a socket may take nothing before it is closed."""
    presence_ms: Annotated[int, Meta(ge=20)] = 1_000
    """Between two reports of who is here."""
    presence_window_ms: Annotated[int, Meta(ge=100)] = 12_000
    """How long somebody counts as here whose gateway has vanished."""
    lease_ms: Annotated[int, Meta(ge=1_000)] = 3_600_000
    """How long an automatic player's seat token is good."""
    connect_ms: Annotated[int, Meta(ge=100)] = 10_000
    """How long a claimed seat waits for its player's socket."""
    sockets_limit: Annotated[int, Meta(ge=1)] = 10_000
    """Open sockets; past it new ones are told to come later."""
    sockets_per_player: Annotated[int, Meta(ge=1)] = 8
    """Open sockets of one player."""
    command_budget_ms: Annotated[int, Meta(ge=100)] = 10_000
    """How long somebody is looked for who decides a command."""
    commands_in_flight_limit: Annotated[int, Meta(ge=1)] = 512
    """The stated load: past it new rooms are refused, so that running ones keep their latency."""
    command_burst: Annotated[int, Meta(ge=1)] = 60
    """Commands one player may send at once."""
    commands_per_s: Annotated[float, Meta(gt=0)] = 20.0
    """Commands one player may send for long."""
    opening_burst: Annotated[int, Meta(ge=1)] = 60
    """Sessions and rooms that one address may open at once."""
    openings_per_s: Annotated[float, Meta(gt=0)] = 2.0
    """Sessions and rooms that one address may open for long."""
    lookup_burst: Annotated[int, Meta(ge=1)] = 30
    """Room codes of no room that one address may try at once."""
    lookups_per_s: Annotated[float, Meta(gt=0)] = 1.0
    """Room codes of no room that one address may try for long."""
    replay_burst: Annotated[int, Meta(ge=1)] = 20
    """Questions about matches that one player, or all auditors together, may ask at once."""
    replays_per_s: Annotated[float, Meta(gt=0)] = 1.0
    """Questions about matches that one player, or all auditors together, may ask for long."""
    talk_burst: Annotated[int, Meta(ge=1)] = 6
    """Lines that one player may say at once."""
    talks_per_s: Annotated[float, Meta(gt=0)] = 0.5
    """Lines that one player may say for long."""
    report_burst: Annotated[int, Meta(ge=1)] = 5
    """Lines that one player may report at once."""
    reports_per_s: Annotated[float, Meta(gt=0)] = 0.02
    """Lines that one player may report for long."""
    talk_shown: Annotated[int, Meta(ge=1, le=64)] = 30
    """Lines of before that are told to whoever comes."""
    talk_look_ms: Annotated[int, Meta(ge=20)] = 1_000
    """How often it is looked whether lines may have been missed, or talk is there again."""
    leave_ms: Annotated[int, Meta(ge=0)] = 8_000
    """Over how long its sockets are sent elsewhere when it stops, one after the other: 200 a second
    or, of more than 1,600, so many more."""
    host_session_hours: Annotated[int, Meta(ge=1, le=720)] = 12
    """How long a session is good that a host's user comes in with."""
    hosts_ms: Annotated[int, Meta(ge=50)] = 3_000
    """How soon a host that was added, changed or removed is so here."""
    host_burst: Annotated[int, Meta(ge=1)] = 100
    """Questions one host may ask at once, beside what it has a quota of."""
    host_calls_per_s: Annotated[float, Meta(gt=0)] = 20.0
    """Questions one host may ask for long."""
    webhooks_wait_ms: Annotated[int, Meta(ge=100, le=60_000)] = 20_000
    """How long an answer about deliveries is waited for; one may be tried meanwhile."""
    ops_ms: Annotated[int, Meta(ge=50, le=60_000)] = 5_000
    """How often it is looked how the installation does, for operators."""
    drain_ms: Annotated[int, Meta(ge=0)] = 3_000
    """How long requests that have begun may take when it stops."""

    @property
    def commands(self) -> Limit:
        return Limit(self.command_burst, self.commands_per_s)

    @property
    def openings(self) -> Limit:
        return Limit(self.opening_burst, self.openings_per_s)

    @property
    def replays(self) -> Limit:
        return Limit(self.replay_burst, self.replays_per_s)

    @property
    def talks(self) -> Limit:
        return Limit(self.talk_burst, self.talks_per_s)

    @property
    def reports(self) -> Limit:
        return Limit(self.report_burst, self.reports_per_s)

    @property
    def host_calls(self) -> Limit:
        return Limit(self.host_burst, self.host_calls_per_s)

    @property
    def lookups(self) -> Limit:
        return Limit(self.lookup_burst, self.lookups_per_s)
