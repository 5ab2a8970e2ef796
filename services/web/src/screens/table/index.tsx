/** The table of the western game: seats around it, my hand below, and whatever I am asked over it. */

import { effect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Avatar, Icon } from "../../art";
import { later } from "../../later";
import { settings } from "../../settings";
import type { Table } from "../../store";
import { t } from "../../text";
import { Banner } from "../../ui/banner";
import { Bar } from "../../ui/bar";
import { Bullets } from "../../ui/bullets";
import { Button, Link } from "../../ui/button";
import { Chip } from "../../ui/fields";
import { lazily } from "../../ui/lazily";
import { Ring } from "../../ui/ring";
import { alarm, say } from "../../ui/say";
import { buzz } from "../../ui/sense";
import { useMemory } from "../memory";
import { Prompts } from "../prompts";
import { TalkButton } from "../talk";
import { Bubble } from "./bubble";
import { Centre, leadOf, paceOf } from "./centre";
import { aim, chosen, drawByItself, drop, endTurn, picked, tapCard, tidy, trading } from "./choice";
import { Dock } from "./dock";
import { Hand } from "./hand";
import { logOf } from "./log";
import {
  handOf,
  meOf,
  mySeat,
  optionOf,
  questionOf,
  reason,
  type Seat,
  seatName,
  seatsOf,
  turnOf,
} from "./model";
import { RoleButton, RoleDialog, useHolding } from "./role";
import { rove } from "./rove";
import { hintOf } from "./status";
import { Equipment, HandCount, Marks, Tile } from "./tile";

const Flights = lazily(later("Flights"));
const CardSheet = lazily(later("CardSheet"));
const Log = lazily(later("Log"));
const LogSheet = lazily(later("LogSheet"));
const SeatSheet = lazily(later("SeatSheet"));

/** So long somebody may look at the role while the table waits. */
const LOOKED_MS = 8000;

/** Clockwise from whoever sits at the bottom, by how many others there are. */
const PLACES: Record<number, readonly string[]> = {
  3: ["l2", "t2", "r2"],
  4: ["l2", "l1", "r1", "r2"],
  5: ["l2", "l1", "t2", "r1", "r2"],
  6: ["l3", "l2", "l1", "r1", "r2", "r3"],
};

type Sheet = { of: "seat"; seat: number } | { of: "card"; id: number } | { of: "log" };

export function BangTable({ table }: { table: Table }) {
  useEffect(() => {
    table.lead = leadOf;
    table.pace = (moment) => paceOf(moment, mySeat(table));
    return () => {
      table.lead = () => 0;
      table.pace = () => 0;
      drop();
    };
  }, [table]);
  const seq = table.seq.value;
  const line = table.net.line.value.state;
  useEffect(() => {
    tidy(table);
    drawByItself(table);
  }, [table, seq, line]);
  useVoice(table);
  useMemory(table);
  const isOver = table.room.value?.phase === "over";
  const Over = useOver(table, isOver);
  if (isOver && Over !== null) return <Over table={table} />;
  return <Playing table={table} />;
}

/**
 * The last screen, and what cards do, are fetched while the match is played: they are there in time. A
 * server that is connected and does not have them is a newer one.
 */
function useOver(table: Table, isOver: boolean): ComponentType<{ table: Table }> | null {
  const [found, setFound] = useState<ComponentType<{ table: Table }> | null>(null);
  const { state } = table.net.line.value;
  useEffect(() => {
    later("Over")().then(
      (Over) => setFound(() => Over),
      () => {
        table.isOutdated.value ||= isOver && state === "open";
      },
    );
  }, [table, isOver, state]);
  return found;
}

/** What happens is read aloud, and that it is my turn. */
function useVoice(table: Table): void {
  const told = logOf(table);
  const last = useRef(table.seq.value);
  useEffect(() => {
    for (const line of told) if (line.seq > last.current) say(line.text);
    last.current = Math.max(last.current, told.at(-1)?.seq ?? 0);
  }, [told]);
  const turn = turnOf(table);
  const isMine = turn?.seat === mySeat(table) && turn.phase === "play";
  const isToAct = isMine && questionOf(table) === null;
  const called = useRef(0);
  useEffect(() => {
    if (!isToAct || called.current === turn.number) return;
    called.current = turn.number;
    alarm(hintOf(table));
    buzz();
  }, [isToAct, turn?.number]);
}

function Playing({ table }: { table: Table }) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [bottom, setBottom] = useState(0);
  const [read, setRead] = useState(table.seq.value);
  const holding = useHolding();
  const main = useKeptFocus(table);
  const grid = useRef<HTMLUListElement>(null);
  const dealt = useDealt(table);
  const seats = seatsOf(table);
  const mine = mySeat(table);
  const isPlayer = mine >= 0;
  const low = isPlayer ? mine : bottom;
  const from = seats[low];
  const others = [...seats.slice(low + 1), ...seats.slice(0, low)];
  const places = PLACES[others.length] ?? [];
  const seatedAt = sheet?.of === "seat" ? seats[sheet.seat] : undefined;
  const unread = logOf(table).filter((line) => line.seq > read).length;
  const isDead = from !== undefined && !from.alive;
  const openLog = () => {
    setRead(table.seq.value);
    setSheet({ of: "log" });
  };
  const keys = (event: KeyboardEvent) => {
    if (!settings.value.shortcuts || event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as Element).closest("dialog, input")) return;
    const key = event.key.toLowerCase();
    const nth = Number(key);
    const card = handOf(table)[nth - 1];
    if (nth > 0 && card !== undefined) {
      tapCard(table, card);
      setTimeout(() => goOn(main.current, card));
    } else if (key === "e") void endTurn(table);
    else if (key === "l") openLog();
    else if (key === "escape") drop();
    else if (key === "r" && !event.repeat) holding.hold();
    else if (key === "i") {
      const held = (event.target as Element).closest<HTMLElement>(".held")?.dataset.card;
      const id = Number(held ?? chosen.value);
      if (id >= 0) setSheet({ of: "card", id });
    }
  };
  return (
    <>
      <Bar
        back="/"
        backLabel={t("ui-to-lobby")}
        hasRules
        actions={
          <>
            <TalkButton table={table} />
            <span class="log-button">
              <Button kind="quiet" icon="log" label={t("ui-log")} onPress={openLog} name="log" />
              {unread > 0 && <span class="log-count">{Math.min(unread, 99)}</span>}
            </span>
          </>
        }
      >
        <TurnSign table={table} />
      </Bar>
      <Banner table={table} />
      <main
        class={`table table-of-${seats.length} ${isPlayer ? "" : "table-watched"}`}
        ref={main}
        tabIndex={-1}
        data-table="bang"
        data-seq={table.seq.value}
        onKeyDown={keys}
        onKeyUp={(event) => event.key.toLowerCase() === "r" && holding.hide()}
      >
        <div class="table-round">
          <ul
            ref={grid}
            class="seats-round"
            aria-label={t("ui-seats-round")}
            onKeyDown={(event) => rove(event, grid.current)}
          >
            {others.map((seat, number) => (
              <Tile
                key={seat.id}
                table={table}
                seat={seat}
                from={low}
                place={places[number] ?? "t2"}
                tabIndex={number === 0 ? 0 : -1}
                onOpen={() => setSheet({ of: "seat", seat: seat.seat })}
              />
            ))}
          </ul>
          <Centre table={table} big={others.length === 4 || others.length === 6} />
        </div>
        {from !== undefined && (
          <Low
            table={table}
            seat={from}
            holding={holding}
            onOpen={() => setSheet({ of: "seat", seat: low })}
          />
        )}
        <div class="foot">
          <div class="dock">
            <p
              class={`hint ${reason.value !== "" ? "hint-why" : ""}`}
              data-name="hint"
              key={reason.value}
            >
              {aim.value === null
                ? hintOf(table)
                : t("ui-choose-card-of", { name: table.name(aim.value.player) })}
            </p>
            {table.watchers.value > 0 && (
              <span class="watchers">
                <Icon of="eye" />
                {t("ui-watchers", { count: table.watchers.value })}
              </span>
            )}
            <Dock table={table} />
          </div>
          {isPlayer && !isDead && (
            <Hand table={table} onAsk={(id) => setSheet({ of: "card", id })} />
          )}
          {isPlayer && isDead && (
            <p class="out-line">
              {t("ui-you-are-out")} <Link to="/">{t("ui-to-lobby")}</Link>
            </p>
          )}
        </div>
        <aside class="paper table-log" aria-label={t("ui-log")}>
          <Log table={table} />
        </aside>
      </main>
      <Flights table={table} />
      <Prompts table={table} isHeld={dealt.isOpen} />
      {dealt.isOpen && <RoleDialog table={table} onDone={dealt.close} />}
      {sheet?.of === "log" && <LogSheet table={table} onClose={() => setSheet(null)} />}
      {sheet?.of === "card" && <CardSheet id={sheet.id} onClose={() => setSheet(null)} />}
      {seatedAt !== undefined && (
        <SeatSheet
          table={table}
          seat={seatedAt}
          from={seatedAt.seat === low ? undefined : from}
          onSit={
            isPlayer
              ? null
              : () => {
                  setBottom(seatedAt.seat);
                  setSheet(null);
                }
          }
          onClose={() => setSheet(null)}
        />
      )}
    </>
  );
}

/** Where somebody with a keyboard goes on once a card is chosen: to whom it may be aimed at. */
function goOn(main: HTMLElement | null, card: number): void {
  const next = main?.querySelector<HTMLElement>('[data-legal="yes"]');
  (next ?? main?.querySelector<HTMLElement>(`[data-card="${card}"]`))?.focus();
}

/** What had the focus may be gone with the next entry: then the table itself has it, and its shortcuts. */
function useKeptFocus(table: Table) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    let wasInside = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const box = main.current;
      const now = document.activeElement;
      if (box?.contains(now) || now?.closest("dialog")) wasInside = true;
      else if (now !== null && now !== document.body) wasInside = false;
      else if (wasInside) box?.focus({ preventScroll: true });
    };
    document.addEventListener("focusin", look);
    const stop = effect(() => {
      const changes = [table.seq, chosen, picked, aim, trading].map((each) => each.value);
      clearTimeout(timer);
      timer = setTimeout(look, changes.length);
    });
    return () => {
      document.removeEventListener("focusin", look);
      clearTimeout(timer);
      stop();
    };
  }, [table]);
  return main;
}

/** Whoever sees the deal is shown the role's card first. */
function useDealt(table: Table) {
  const match = table.room.value?.match ?? 0;
  const [seen, setSeen] = useState(0);
  const last = table.heard.value.findLast(({ event }) => event.tag === "seated");
  const isDealt = (last?.seq ?? 0) > table.recalledTo && !!meOf(table)?.role;
  const asked = questionOf(table)?.wait.kind;
  const isNeeded = asked !== undefined || (turnOf(table)?.seat === mySeat(table) && isDealt);
  const isOpen = isDealt && seen !== match && (asked === undefined || asked === "character_pick");
  useEffect(() => {
    if (!isNeeded || !isOpen) return;
    const timer = setTimeout(() => setSeen(match), LOOKED_MS);
    return () => clearTimeout(timer);
  }, [isNeeded, isOpen, match]);
  useEffect(() => {
    if (isDealt && !isOpen) setSeen(match);
  }, [isDealt, isOpen, match]);
  return { isOpen, close: () => setSeen(match) };
}

function TurnSign({ table }: { table: Table }) {
  const turn = turnOf(table);
  const title = t("ui-table-of", { code: table.code });
  if (turn === undefined || turn.phase === "setup") return <h1>{t("ui-setting-up-short")}</h1>;
  const deadline = table.sections.value.clock ?? 0;
  const seconds = Number(optionOf(table, "turnSeconds") ?? 0);
  const isMine = turn.seat === mySeat(table);
  return (
    <>
      <h1 class="turn-sign">
        <span class="unseen">{title}</span>
        {isMine ? t("ui-my-turn") : t("look-turn-of", { name: seatName(table, turn.seat) })}
      </h1>
      {deadline > 0 && <Ring deadlineMs={deadline} lengthMs={seconds * 1000} mine={isMine} small />}
    </>
  );
}

interface LowProps {
  table: Table;
  seat: Seat;
  holding: ReturnType<typeof useHolding>;
  onOpen: () => void;
}

/** Whoever sits at the bottom: me, or for a watcher the one whose side is taken. */
function Low({ table, seat, holding, onOpen }: LowProps) {
  const isWatched = mySeat(table) < 0;
  return (
    <section
      class={`low ${isWatched ? "low-watched" : ""} ${seat.isTurn ? "tile-turn" : ""} ${seat.alive ? "" : "tile-out"}`}
    >
      <button type="button" class="low-seat" data-seat={seat.seat} onClick={onOpen}>
        <Avatar of={seat.id} class={seat.alive ? "" : "avatar-away"} />
        <span class="low-text">
          <span class="low-name">
            {seat.name} <Marks table={table} seat={seat} />
          </span>
          {seat.character !== "" && (
            <span class="tile-character">{t(`character-${seat.character}`)}</span>
          )}
          {seat.alive || seat.role === "" || <b>{t(`role-${seat.role}`)}</b>}
        </span>
        <span class="low-marks">
          {seat.maxLife > 0 && <Bullets left={seat.life} most={seat.maxLife} />}
          <span class="tile-cards">
            {isWatched && <HandCount count={seat.handCount} />}
            <Equipment cards={seat.inPlay} />
          </span>
        </span>
      </button>
      <Bubble table={table} player={seat.id} />
      {isWatched ? (
        <span class="watching">
          <Chip>{t("ui-public-only")}</Chip>
        </span>
      ) : (
        <RoleButton table={table} holding={holding} />
      )}
    </section>
  );
}
