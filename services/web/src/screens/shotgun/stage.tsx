import { ItemArt } from "../../art_more";
import { settings } from "../../settings";
import type { Table } from "../../store";
import { t } from "../../text";
import { Chip } from "../../ui/fields";
import type { Beat } from "./beats";
import { gunOf, lowSeat, matchOf, nameAt, seenOf } from "./model";
import { Gun, Row, Shell } from "./shells";

interface StageProps {
  table: Table;
  beat: Beat | null;
  /** Where I am about to fire. */
  armed: "" | "self" | "opponent";
  hasChances: boolean;
}

/** The middle of the table: the gun, what is in it, and what is just happening. */
export function Stage({ table, beat, armed, hasChances }: StageProps) {
  const gun = gunOf(table);
  if (gun === undefined) return <section class="stage" />;
  const low = lowSeat(table);
  const aimed = beat?.kind === "aim" || beat?.kind === "fired" ? beat.target : -1;
  const own = armed === "self" ? low : armed === "opponent" ? 1 - low : -1;
  const target = aimed >= 0 ? aimed : own;
  const at = target < 0 ? "none" : target === low ? "low" : "high";
  const isHit = beat?.kind === "fired" && beat.shell === "live";
  return (
    <section class={`stage ${isHit ? "stage-hit" : ""}`} aria-label={t("ui-gun-stage")}>
      <div class="stage-gun">
        <Gun at={at} isSawn={gun.sawn} />
        {gun.sawn && (
          <span class="stage-sawn">
            <Chip>{t("ui-gun-double")}</Chip>
          </span>
        )}
      </div>
      {beat === null ? (
        <Strip table={table} hasChances={hasChances} />
      ) : (
        <Shown table={table} beat={beat} />
      )}
    </section>
  );
}

function Strip({ table, hasChances }: { table: Table; hasChances: boolean }) {
  const gun = gunOf(table);
  if (gun === undefined) return null;
  const seen = seenOf(table);
  const isOver = matchOf(table)?.over ?? false;
  const open = table.sections.value.disclosed as { chamber: string[] } | undefined;
  const next = seen === "" ? "" : t("ui-gun-next-is", { shell: t(`shell-${seen}`) });
  return (
    <div class="strip">
      <div class="strip-row">
        <span
          class="strip-part"
          role="img"
          aria-label={`${t("ui-gun-in-it", { count: gun.left })} ${next}`}
        >
          {Array.from({ length: gun.left }, (_, place) => {
            const known = open?.chamber[place] ?? (place === 0 ? seen : "");
            return (
              <Shell
                key={gun.spent.length + place}
                of={known}
                isSeen={place === 0 && seen !== "" && !isOver}
                class={place === 0 ? "shell-next" : ""}
              />
            );
          })}
        </span>
        {gun.spent.length > 0 && (
          <span
            class="strip-part strip-spent"
            role="img"
            aria-label={t("ui-gun-spent", {
              shells: gun.spent.map((shell) => t(`shell-${shell}`)).join(t("list-separator")),
            })}
          >
            {gun.spent.map((shell, place) => (
              <Shell key={place} of={shell} />
            ))}
          </span>
        )}
      </div>
      {!isOver && next !== "" && <p class="strip-seen">{next}</p>}
      {!isOver && next === "" && hasChances && (
        <p class="strip-odds">
          {t("ui-gun-odds", {
            live: gun.liveLeft ?? 0,
            blank: gun.blankLeft ?? 0,
            chance: gun.liveChance ?? 0,
          })}
        </p>
      )}
    </div>
  );
}

function Shown({ table, beat }: { table: Table; beat: Beat }) {
  switch (beat.kind) {
    case "aim":
      return (
        <p class="beat beat-aim">
          {beat.seat === beat.target
            ? t("ui-gun-aims-self", { name: nameAt(table, beat.seat) })
            : t("ui-gun-aims", {
                name: nameAt(table, beat.seat),
                other: nameAt(table, beat.target),
              })}
        </p>
      );
    case "fired":
      return (
        <div class={`beat beat-${beat.shell}`}>
          <Shell of={beat.shell} />
          <b>{t(`ui-gun-fired-${beat.shell}`)}</b>
          {beat.amount > 0 && (
            <span>
              {t("ui-gun-loses", { name: nameAt(table, beat.target), amount: beat.amount })}
            </span>
          )}
        </div>
      );
    case "item":
      return (
        <div class="beat beat-item">
          <ItemArt of={beat.item} class="beat-art" />
          <b>
            {t("ui-gun-uses", { name: nameAt(table, beat.seat), item: t(`item-${beat.item}`) })}
          </b>
          <span>{t(`ui-gun-does-${beat.item}`)}</span>
        </div>
      );
    case "ejected":
      return (
        <div class={`beat beat-${beat.shell}`}>
          <Shell of={beat.shell} />
          <b>{t("gun-ejected", { shell: t(`shell-${beat.shell}`) })}</b>
        </div>
      );
    case "loaded":
      return (
        <div class="beat beat-load">
          <span class="strip-part" aria-hidden>
            <Row of="live" count={beat.live} />
            <Row of="blank" count={beat.blank} />
          </span>
          <b>{t("ui-gun-load", { live: beat.live, blank: beat.blank })}</b>
        </div>
      );
    case "shuffled":
      return (
        <div class={`beat beat-load ${settings.value.fast ? "beat-quick" : ""}`}>
          <span class="strip-part" aria-hidden>
            <Row of="" count={beat.count} class="shell-mixed" />
          </span>
          <b>{t("ui-gun-mixed")}</b>
        </div>
      );
  }
}
