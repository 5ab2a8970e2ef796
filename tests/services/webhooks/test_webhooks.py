"""What hosts are told, how they know that it is ours, and what is done where they do not answer."""

import asyncio
import io
from ipaddress import ip_address
from threading import Event

import pytest
from msgspec.structs import replace

from services.cli.admin.hosts import keys
from services.webhooks.addresses import Unreachable, address_of, is_public
from services.webhooks.posting import body_of
from shared.contracts.hosting import Deliveries, DeliveriesRequest, RedeliverRequest
from shared.contracts.ids import Millis
from shared.contracts.messages import Refused
from shared.contracts.refusals import refuse
from shared.runtime import logs
from shared.runtime.outbox import NatsOutbox
from tests.conftest import Count
from tests.runtime.waiting import until
from tests.services.clocks import Broken
from tests.services.webhooks.site import Site, closed_port, is_ours
from tests.services.webhooks.stand import EAGER, Stand


async def test_a_host_is_told_once_by_a_request_that_it_can_prove_to_be_ours(
    stand: Stand, site: Site
) -> None:
    _, metrics = await stand.service()
    host = await stand.host(site.url)
    ending = await host.put_by(why="")
    assert not await NatsOutbox(stand.replay).put(ending), "it is there already"
    delivery = await host.delivery("delivered")
    (heard,) = site.heard
    assert (delivery.id, delivery.attempts, delivery.latest[0].outcome) == (ending.id, 1, "204")
    assert (heard.headers["webhook-id"], heard.headers[":path"]) == (ending.id, site.path)
    assert abs(int(heard.headers["webhook-timestamp"]) - stand.clock.now_ms() // 1000) < 60
    assert heard.headers["content-type"] == "application/json"
    assert heard.headers["host"] == f"127.0.0.1:{site.port}"
    assert is_ours(heard, host.secret)
    assert not is_ours(heard._replace(body=heard.body + b" "), host.secret)
    other = await stand.host(site.url)
    assert not is_ours(heard, other.secret)
    assert (heard.told["type"], set(heard.told)) == ("match.ended", {"type", "timestamp", "data"})
    assert heard.told["data"]["winners"] == [f"{host.name}~ann"]
    assert set(heard.told["data"]) == {
        *("room", "match", "game", "ruleset", "atMs", "seq", "hash", "players", "winners"),
        *("ranking", "standings", "testSeed", "why"),
    }
    assert metrics.count(host.name, "delivered") == 1


async def test_who_knows_the_hosts_no_more_says_so(stand: Stand) -> None:
    service, _ = await stand.service(clock=Broken())
    await until(lambda: bool(stand.failures), within_s=10)
    assert [type(error) for error in stand.failures] == [LookupError]
    assert service.readiness()["hosts"](), "it does not show there"
    stand.failures.clear()


async def test_what_is_not_taken_is_told_again_as_the_same(stand: Stand, site: Site) -> None:
    site.statuses = [500, 404, 302]
    site.location = "/elsewhere"
    _, metrics = await stand.service()
    host = await stand.host(site.url)
    await host.put_by()
    delivery = await host.delivery("delivered")
    assert [attempt.outcome for attempt in delivery.latest] == ["500", "404", "302", "204"]
    assert len({heard.body for heard in site.heard}) == 1
    assert {heard.headers["webhook-id"] for heard in site.heard} == {delivery.id}
    assert all(heard.headers[":path"] == site.path for heard in site.heard)
    assert all(is_ours(heard, host.secret) for heard in site.heard)
    assert metrics.count(host.name, "again") == 3


async def test_a_host_that_wants_no_more_is_told_no_more(stand: Stand, site: Site) -> None:
    site.statuses = [410]
    await stand.service()
    host = await stand.host(site.url)
    await host.put_by()
    assert (await host.delivery("failed")).attempts == 1
    assert len(site.heard) == 1


async def test_what_was_tried_for_long_enough_has_failed(stand: Stand) -> None:
    await stand.service(replace(EAGER, give_up_hours=1))
    host = await stand.host(f"http://127.0.0.1:{closed_port()}/")
    await host.put_by(at_ms=Millis(stand.clock.now_ms() - 3_600_000 + 30))
    delivery = await host.delivery("failed")
    assert {attempt.outcome for attempt in delivery.latest} == {"not_connected"}
    assert delivery.next_ms == 0


async def test_an_address_of_ones_own_network_is_not_connected_to(
    stand: Stand, site: Site, count: Count
) -> None:
    await stand.service(replace(EAGER, allow_private=False))
    port = site.port
    for url, outcome in (
        (f"https://127.0.0.1:{port}/", "private_address"),
        (f"https://localhost:{port}/", "private_address"),
        (f"https://[::1]:{port}/", "private_address"),
        (f"https://[::ffff:127.0.0.1]:{port}/", "private_address"),
        (f"https://2130706433:{port}/", "private_address"),
        (f"https://0x7f000001:{port}/", "private_address"),
        (f"https://0:{port}/", "private_address"),
        ("https://169.254.169.254/latest/meta-data/", "private_address"),
        (f"http://127.0.0.1:{port}/", "not_https"),
        ("ftp://127.0.0.1/", "not_https"),
        ("https://nobody.invalid/", "no_such_name"),
    ):
        host = await stand.host(url)
        await host.put_by()
        assert (await host.delivery(attempts=1)).latest[0].outcome == outcome, url
        await stand.remove(host)
        count("addresses not connected to", 1)
    assert site.heard == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        *(("93.184.216.34", True), ("2606:2800:220:1:248:1893:25c8:1946", True)),
        *((each, False) for each in ("10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1")),
        *((each, False) for each in ("127.0.0.1", "0.0.0.0", "169.254.169.254", "224.0.0.1")),
        *((each, False) for each in ("240.0.0.1", "255.255.255.255", "198.18.0.1")),
        *((each, False) for each in ("::1", "::", "fe80::1", "fc00::1", "fd00::1", "ff02::1")),
        *((each, False) for each in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::")),
        ("::ffff:93.184.216.34", True),
    ],
)
def test_which_addresses_are_of_the_internet(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) is public


async def test_a_name_with_one_private_address_among_others_is_private(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def both(*_: object, **__: object) -> list[object]:
        return [(2, 1, 6, "", (each, 443)) for each in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", both, raising=False)
    with pytest.raises(Unreachable, match="private_address"):
        await address_of("both.example", 443, allow_private=False)
    assert await address_of("both.example", 443, allow_private=True) == "93.184.216.34"


async def test_of_an_answer_the_status_counts_and_nothing_else(stand: Stand, site: Site) -> None:
    site.body_bytes = 1 << 30
    await stand.service()
    host = await stand.host(site.url)
    await host.put_by()
    assert (await host.delivery("delivered")).attempts == 1


async def test_a_host_that_hangs_holds_up_no_other(stand: Stand, site: Site) -> None:
    site.silent = Event()
    await stand.service(replace(EAGER, at_once_per_host=1, timeout_ms=15_000))
    slow = await stand.host(site.url)
    with Site().serving() as good:
        other = await stand.host(good.url)
        for number in range(1, 4):
            await slow.put_by(number)
        async with asyncio.timeout(20):
            while not site.heard:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await other.put_by()
        await other.delivery("delivered")
        assert len(site.heard) == 1
    site.silent.set()
    assert await slow.states(3) == ["delivered"] * 3


async def test_a_host_that_hangs_is_given_up_in_time(stand: Stand, site: Site) -> None:
    site.silent = Event()
    await stand.service(replace(EAGER, timeout_ms=200))
    host = await stand.host(site.url)
    await host.put_by()
    assert (await host.delivery(attempts=1)).latest[0].outcome == "timeout"
    site.silent.set()


async def test_what_one_process_had_begun_another_tells(stand: Stand, site: Site) -> None:
    site.statuses = [500] * 3
    first, _ = await stand.service()
    host = await stand.host(site.url)
    await host.put_by()
    await host.delivery(attempts=1)
    await first.stop()
    await stand.service()
    delivery = await host.delivery("delivered")
    assert delivery.attempts == 4


async def test_while_a_secret_rotates_both_prove_it(stand: Stand, site: Site) -> None:
    await stand.service()
    host = await stand.host(site.url)
    both, given = keys.rotated(host.kept, "webhook-secret")
    await stand.keep(both)
    await asyncio.sleep(0.2)
    await host.put_by()
    await host.delivery("delivered")
    (heard,) = site.heard
    assert is_ours(heard, host.secret)
    assert is_ours(heard, given.webhook_secret)


async def test_to_a_host_that_is_gone_nothing_is_told(stand: Stand, site: Site) -> None:
    site.statuses = [500] * 100
    _, metrics = await stand.service()
    host = await stand.host(site.url)
    await host.put_by()
    await host.delivery(attempts=1)
    await stand.remove(host)
    assert (await host.delivery("dropped")).next_ms == 0
    assert metrics.count(host.name, "dropped") == 1


async def test_what_became_of_deliveries_is_read_in_pages_by_each_host_alone(
    stand: Stand, site: Site
) -> None:
    await stand.service()
    host, other = await stand.host(site.url), await stand.host(site.url)
    for number in range(1, 6):
        await host.put_by(number)
    await host.states(5)
    found = (await host.deliveries()).deliveries
    first = await host.deliveries(limit=3)
    rest = await host.deliveries(first.next)
    assert [each.id for each in (*first.deliveries, *rest.deliveries)] == [
        each.id for each in found
    ]
    assert await host.deliveries(rest.next) == Deliveries([], rest.next)
    assert (await other.deliveries()).deliveries == []
    id_ = found[0].id
    assert await stand.ask(RedeliverRequest(other.name, id_)) == Refused(refuse("no_such_delivery"))
    for bad in ("*", ">", "KQXHWT-9-match"):
        refused = await stand.ask(RedeliverRequest(host.name, bad))
        assert refused == Refused(refuse("no_such_delivery")), bad
    for bad in ("*", ">", f"{host.name}.*"):
        assert await stand.ask(DeliveriesRequest(bad)) == Refused(refuse("malformed")), bad


async def test_what_had_failed_is_told_when_the_host_asks_for_it(stand: Stand, site: Site) -> None:
    site.statuses = [410, 503]
    await stand.service()
    host = await stand.host(site.url)
    ending = await host.put_by()
    await host.delivery("failed")
    still = await stand.ask(RedeliverRequest(host.name, ending.id))
    assert isinstance(still, Deliveries)
    assert (still.deliveries[0].state, still.deliveries[0].attempts) == ("failed", 2)
    told = await stand.ask(RedeliverRequest(host.name, ending.id))
    assert isinstance(told, Deliveries)
    assert (told.deliveries[0].state, told.deliveries[0].attempts) == ("delivered", 3)
    assert [heard.body for heard in site.heard] == [body_of(ending)] * 3


async def test_no_secret_of_a_host_is_told_to_anybody_else(stand: Stand, site: Site) -> None:
    told = io.StringIO()
    logs.configure(level="debug", stream=told, is_readable=False)
    site.statuses = [500]
    _, metrics = await stand.service()
    host = await stand.host(site.url)
    await host.put_by()
    await host.delivery("delivered")
    hook = host.kept.hook
    assert hook is not None
    assert "delivery_refused" in told.getvalue()
    everything = told.getvalue() + metrics._metrics.render().decode()
    for secret in (host.secret, host.secret.removeprefix("whsec_"), *hook.secrets, hook.url):
        assert secret not in everything
    assert hook.secrets[0] not in repr(hook)
