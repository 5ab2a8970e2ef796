import { useEffect, useMemo, useRef } from "preact/hooks";
import { keepWord, ready } from "../fair";
import { houseName } from "../games";
import { ask, bearer } from "../rest";
import { forgetRoom, remember } from "../rooms";
import { place } from "../router";
import type { RoomInfo, Why } from "../schema";
import { expire } from "../session";
import { roomKids } from "../settings";
import { Table } from "../store";
import { watchTabs } from "../tabs";
import { refusal, t } from "../text";
import { Banner } from "../ui/banner";
import { Bar } from "../ui/bar";
import { Link } from "../ui/button";
import { tell, tellWhy } from "../ui/toast";
import { isCurrent } from "../version";
import { Before } from "./before";
import { JoinByCode } from "./join";
import { Match } from "./match";
import { Notice } from "./notice";

export function RoomScreen({ of: code }: { of: string }) {
  const wishes = useMemo(() => new URLSearchParams(place.value.hash), [code]);
  const invitation = wishes.get("key") ?? "";
  const table = useMemo(() => new Table(code, options(code, invitation)), [code]);
  useEffect(() => {
    table.start();
    const unkept = keepWord(table);
    const tabs = watchTabs(table);
    table.takeUp = tabs.takeUp;
    return () => {
      unkept();
      tabs.end();
      table.stop();
    };
  }, [table]);
  const line = table.net.line.value;
  const room = table.room.value;
  useSeat(table, wishes);
  useVersion(table);
  const kids = room?.kids ?? false;
  useEffect(() => {
    roomKids.value = kids;
    return () => {
      roomKids.value = false;
    };
  }, [kids]);
  const title = room?.title || houseName();
  useEffect(() => {
    document.title = `${code} · ${title}`;
    return () => {
      document.title = houseName();
    };
  }, [code, title]);
  if (line.state === "ended") return <Ended code={code} why={line.why} />;
  if (room?.phase === "closed") return <Closed code={code} />;
  if (room === undefined) {
    return (
      <>
        <Bar back="/" backLabel={t("ui-to-lobby")}>
          <h1>{code}</h1>
        </Bar>
        <Banner table={table} />
        <main class="notice">
          <p class="quiet">{t("ui-entering")}</p>
        </main>
      </>
    );
  }
  const isBefore = room.phase === "lobby" || room.phase === "reveal" || room.phase === "new";
  return isBefore ? <Before table={table} /> : <Match table={table} />;
}

function options(code: string, invitation: string) {
  const { protocol, host } = location;
  return {
    url: `${protocol.replace("http", "ws")}//${host}/api/rooms/${code}/socket`,
    invitation,
    token: bearer(),
    diagnose: async (): Promise<Why | null> => {
      const asked = `?invitation=${encodeURIComponent(invitation)}`;
      const answer = await ask<RoomInfo>("GET", `/api/rooms/${code}${asked}`);
      return !answer.ok && [401, 403, 404].includes(answer.status) ? answer.why : null;
    },
  };
}

/** Whoever comes back after an upgrade has an old page. */
function useVersion(table: Table): void {
  const state = table.net.line.value.state;
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === "lost") wasLost.current = true;
    if (state !== "open" || !wasLost.current) return;
    wasLost.current = false;
    void isCurrent().then((is) => {
      if (!is) table.isOutdated.value = true;
    });
  }, [table, state]);
}

/** Takes the first free seat, once, unless somebody only wants to watch; says if it is lost again. */
function useSeat(table: Table, wishes: URLSearchParams): void {
  const hasTried = useRef(wishes.has("watch"));
  const wasSeated = useRef(false);
  const seq = table.seq.value;
  const isSeated = table.you.value.player !== null;
  useEffect(() => {
    const room = table.room.peek();
    if (room === undefined) return;
    if (isSeated) {
      remember(table.code);
      if (!wasSeated.current && wishes.has("bots")) void playWithBots(table);
      wasSeated.current = true;
      hasTried.current = true;
      return;
    }
    if (wasSeated.current) {
      wasSeated.current = false;
      forgetRoom(table.code);
      tell(t("ui-seat-lost"), "bad");
    }
    if (hasTried.current || room.phase !== "lobby") return;
    hasTried.current = true;
    void sit(table, wishes.get("key") ?? "");
  }, [table, seq, isSeated]);
}

async function sit(table: Table, invitation: string): Promise<void> {
  const outcome = await table.act({ type: "join", invitation });
  // A full room says so itself, where one sits down.
  if (!outcome.ok && outcome.why.code !== "room_full") tellWhy(outcome.why);
}

/** Fills the table with automatic players and starts. */
async function playWithBots(table: Table): Promise<void> {
  const room = table.room.peek();
  const members = table.members.peek() ?? [];
  if (room?.phase !== "lobby" || members.length > 1) return;
  for (let count = members.length; count < room.seats_least; count += 1) {
    const outcome = await table.act({ type: "addAutomatic", playerKind: "steady" });
    if (!outcome.ok) return tellWhy(outcome.why);
  }
  for (const step of [() => ready(table), () => table.act({ type: "start" })]) {
    const outcome = await step();
    if (!outcome.ok) return tellWhy(outcome.why);
  }
}

function Ended({ code, why }: { code: string; why: Why }) {
  useEffect(() => {
    if (why.code === "unauthenticated") expire();
    if (why.code === "no_such_room") forgetRoom(code);
  }, [code, why]);
  return (
    <Notice title={t("ui-no-entry-title")} icon="lock">
      <p>{refusal(why)}</p>
      <Link to="/" kind="main">
        {t("ui-to-lobby")}
      </Link>
      <JoinByCode />
    </Notice>
  );
}

function Closed({ code }: { code: string }) {
  useEffect(() => forgetRoom(code), [code]);
  return (
    <Notice title={t("ui-closed-title")} icon="door">
      <p>{t("ui-closed")}</p>
      <Link to="/" kind="main">
        {t("ui-to-lobby")}
      </Link>
    </Notice>
  );
}
