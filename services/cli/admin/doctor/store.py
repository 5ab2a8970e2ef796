"""The store: new enough, keeping nothing on disk, bounded, and open to its users only."""

from typing import Any

from redis.asyncio import Redis
from redis.exceptions import NoPermissionError, RedisError, ResponseError

from services.cli import fit
from services.cli.admin.doctor.finding import Report
from services.cli.admin.doctor.patient import Patient
from shared.runtime.unfit import Unfit
from shared.runtime.viewstore import StoreAway
from shared.runtime.viewstore_redis import RedisViewStore, redis_client

EVICTION = ("volatile-lru", "noeviction")
"""What may be thrown away when memory is full: what expires anyway, or nothing."""
KEY = "{_doctor}"
CALL_S = 5.0
_USERS = "Give it the users that `admin keys` wrote (users.acl), and restart it"
_SETTINGS = "Start it with the settings that docker-compose.yml gives it"

_MAY: dict[str, tuple[tuple[str, ...], ...]] = {
    "gateway": (("hmget", f"view:{KEY}", "f"), ("zrem", f"presence:{KEY}", "x")),
    "projection": (("hdel", f"view:{KEY}", "f"), ("zrem", f"listing:{KEY}", "x")),
}
_MAY_NOT: dict[str, tuple[tuple[str, ...], ...]] = {
    "gateway": (("hdel", f"view:{KEY}", "f"), ("dbsize",), ("config", "get", "maxmemory")),
    "projection": (("hmget", f"limit:{KEY}", "f"), ("dbsize",), ("config", "get", "maxmemory")),
}


async def look(patient: Patient, report: Report) -> None:
    url = patient.settings.store_url
    if not url:
        report.leave_out("the store (no --store-url)")
        return
    client: Any = redis_client(
        url, user="doctor", password=patient.password("doctor"), call_s=CALL_S
    )
    store = RedisViewStore(client)
    where = fit.shown(url)
    try:
        await store.check(CALL_S)
    except StoreAway as away:
        report.check("store.reached", f"{where}: {away}", "Start it, or name it with --store-url")
        return
    except Unfit as unfit:
        report.check("store.reached", f"{where}: {unfit}", _USERS)
        return
    else:
        report.check("store.reached", None, "")
        await _look_at_settings(report, client)
        for service in _MAY:
            await _look_at_user(patient, report, service)
        await _look_at_strangers(report, url)
    finally:
        await store.close()


async def _look_at_settings(report: Report, client: Any) -> None:
    try:
        found = await client.config_get("save", "appendonly", "maxmemory", "maxmemory-policy")
    except RedisError as error:
        report.check("store.settings", f"the doctor may not read them ({error})", _USERS)
        return
    report.check("store.settings", None, "")
    is_kept = found.get("save") != "" or found.get("appendonly") != "no"
    report.check(
        "store.persistence",
        "it writes views, which hold hands, to disk" if is_kept else None,
        f"{_SETTINGS}: --save '' --appendonly no",
    )
    report.check(
        "store.memory",
        "it has no limit of memory" if found.get("maxmemory") == "0" else None,
        f"{_SETTINGS}: --maxmemory",
    )
    policy = found.get("maxmemory-policy")
    report.check(
        "store.eviction",
        f"its maxmemory-policy is {policy}" if policy not in EVICTION else None,
        f"{_SETTINGS}: --maxmemory-policy {EVICTION[0]}",
    )


async def _look_at_user(patient: Patient, report: Report, service: str) -> None:
    url, password = patient.settings.store_url, patient.password(service)
    client: Any = redis_client(url, user=service, password=password, call_s=CALL_S)
    try:
        lacking = [call[0] for call in _MAY[service] if not await _may(client, call)]
        beyond = [call[0] for call in _MAY_NOT[service] if await _may(client, call)]
    except RedisError as error:
        why = f"its user does not get in ({type(error).__name__})"
        report.check(f"store.{service}", why, _USERS)
        return
    finally:
        await client.aclose()
    said = [f"may not {call}" for call in lacking]
    said += [f"may {call} where it must not" for call in beyond]
    report.check(f"store.{service}", f"its user {', '.join(said)}" if said else None, _USERS)


async def _may(client: Any, call: tuple[str, ...]) -> bool:
    try:
        await client.execute_command(*call)
    except NoPermissionError:
        return False
    except ResponseError:  # it was let through
        return True
    return True


async def _look_at_strangers(report: Report, url: str) -> None:
    client: Redis = redis_client(url, call_s=CALL_S)
    try:
        await client.ping()
    except RedisError:
        why = None
    else:
        why = "whoever reaches it gets in without a password"
    finally:
        await client.aclose()
    report.check("store.strangers", why, _USERS)
