/** The table for two: the other side above, the gun between, one's own side below. */

import { useEffect, useMemo, useState } from "preact/hooks";
import { gameOf } from "../../games";
import { settings } from "../../settings";
import type { Table } from "../../store";
import { t } from "../../text";
import { Banner } from "../../ui/banner";
import { Bar } from "../../ui/bar";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/fields";
import { Ring } from "../../ui/ring";
import { alarm, say } from "../../ui/say";
import { buzz } from "../../ui/sense";
import { tellWhy } from "../../ui/toast";
import { useMemory } from "../memory";
import { TalkButton } from "../talk";
import { type Beat, Beats } from "./beats";
import { Guide } from "./guide";
import { Log } from "./log";
import {
  behind,
  buckshotCommand,
  lockedBy,
  lowSeat,
  matchOf,
  mySeat,
  nameAt,
  offerOf,
  sideOf,
  turnOf,
} from "./model";
import { Over } from "./over";
import { Person, Pockets, Shelf } from "./sides";
import { Stage } from "./stage";
import { statusOf } from "./status";

type Armed = "" | "self" | "opponent";

export function ShotgunTable({ table }: { table: Table }) {
  const beats = useMemo(() => new Beats(table), [table]);
  useEffect(() => () => beats.stop(), [beats]);
  useMemory(table);
  const [armed, setArmed] = useState<Armed>("");
  const [isGuideOpen, setGuideOpen] = useState(false);
  const seq = table.seq.value;
  useEffect(() => setArmed(""), [seq]);
  const beat = beats.now.value;
  const isOver = matchOf(table)?.over ?? false;
  const isPlayer = mySeat(table) >= 0;
  const low = sideOf(table, lowSeat(table));
  const high = sideOf(table, 1 - lowSeat(table));
  const status = statusOf(table);
  const isMine = turnOf(table)?.seat === mySeat(table) && !isOver;
  useEffect(() => {
    if (isMine) buzz();
  }, [isMine]);
  useEffect(() => (isMine ? alarm : say)(status), [status, isMine]);
  if (isOver && beat === null) return <Over table={table} />;
  return (
    <>
      <Bar
        back="/"
        backLabel={t("ui-to-lobby")}
        actions={
          <>
            <TalkButton table={table} />
            <Button
              kind="quiet"
              icon="help"
              label={t("ui-gun-guide")}
              name="guide"
              onPress={() => setGuideOpen(true)}
            />
          </>
        }
      >
        <h1>{t(gameOf("buckshot")?.title || "game-buckshot")}</h1>
        <span class="bar-code">{table.code}</span>
      </Bar>
      <Banner table={table} />
      <main class="shotgun" data-table="buckshot" data-seq={seq}>
        <div class="shotgun-board">
          {high !== null && (
            <section class="side side-high" aria-label={high.name}>
              <Person table={table} side={high} isHit={isHitting(beat, high.seat)} />
              <Shelf side={high} />
            </section>
          )}
          <Stage table={table} beat={beat} armed={armed} hasChances={settings.value.chances} />
          <div class="status">
            <p class="status-line" data-name="hint">
              {status}
            </p>
            {beat === null ? (
              <Ring
                deadlineMs={table.sections.value.clock ?? 0}
                lengthMs={Number(matchOf(table)?.options.turnSeconds ?? 0) * 1000}
                mine={isMine}
                small
              />
            ) : (
              <Button kind="quiet" name="skip" onPress={() => beats.skip()}>
                {t("ui-gun-skip")}
              </Button>
            )}
          </div>
          {low !== null && (
            <section class="side side-low" aria-label={low.name}>
              <Person table={table} side={low} isHit={isHitting(beat, low.seat)} />
              {isPlayer ? <Pockets table={table} side={low} /> : <Shelf side={low} />}
            </section>
          )}
          {isPlayer ? (
            <Triggers
              table={table}
              armed={armed}
              onArm={setArmed}
              onFire={() => beat !== null && beats.skip()}
            />
          ) : (
            <p class="watching">
              <Chip>{t("ui-public-only")}</Chip>
              <Button
                icon="eye"
                name="other-side"
                onPress={() => {
                  behind.value = 1 - behind.value;
                }}
              >
                {t("ui-gun-other-side")}
              </Button>
            </p>
          )}
          {table.watchers.value > 0 && (
            <p class="quiet">{t("ui-watchers", { count: table.watchers.value })}</p>
          )}
        </div>
        <aside class="paper shotgun-log" aria-label={t("ui-log")}>
          <Log table={table} />
        </aside>
      </main>
      {isGuideOpen && <Guide table={table} onClose={() => setGuideOpen(false)} />}
    </>
  );
}

const isHitting = (beat: Beat | null, seat: number): boolean =>
  beat?.kind === "fired" && beat.target === seat && beat.amount > 0;

interface TriggersProps {
  table: Table;
  armed: Armed;
  onArm: (armed: Armed) => void;
  onFire: () => void;
}

/** The first tap takes aim, the second fires. */
function Triggers({ table, armed, onArm, onFire }: TriggersProps) {
  const why = lockedBy(table);
  const press = async (target: "self" | "opponent") => {
    if (armed !== target && !settings.value.oneTap) {
      onArm(target);
      say(t("ui-gun-once-more"));
      return;
    }
    const offer = offerOf(table, "shoot");
    if (offer === undefined) return;
    onFire();
    onArm("");
    const outcome = await table.act(buckshotCommand(offer, target));
    if (!outcome.ok) tellWhy(outcome.why);
  };
  const trigger = (target: "self" | "opponent", name: string, text: string) => (
    <Button
      class={`trigger ${armed === target ? "trigger-armed" : ""}`}
      kind={target === "self" ? "plain" : "main"}
      name={name}
      why={why}
      busy={table.isBusy.value}
      pressed={armed === target}
      onPress={() => void press(target)}
    >
      {text}
      {armed === target && <small>{t("ui-gun-once-more")}</small>}
    </Button>
  );
  return (
    <div class="triggers">
      {trigger("self", "shoot-self", t("ui-gun-shoot-self"))}
      {trigger(
        "opponent",
        "shoot-opponent",
        t("ui-gun-shoot", { name: nameAt(table, 1 - lowSeat(table)) }),
      )}
    </div>
  );
}
