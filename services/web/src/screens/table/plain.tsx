/** A table of plain lists and buttons: every game can be played on it to its end, by its offers alone. */

import { useEffect, useState } from "preact/hooks";
import { Avatar } from "../../art";
import { cardOf, gameOf } from "../../games";
import { bangCommand, buckshotCommand, type Choices } from "../../offers";
import { ask } from "../../rest";
import type {
  Bang,
  BangOffer,
  Buckshot,
  BuckshotOffer,
  Command,
  ResultReply,
  Target,
} from "../../schema";
import type { Table } from "../../store";
import { listed, t } from "../../text";
import { Banner } from "../../ui/banner";
import { Bar } from "../../ui/bar";
import { Bullets } from "../../ui/bullets";
import { Button, Link } from "../../ui/button";
import { cardName } from "../../ui/card";
import { Ring } from "../../ui/ring";
import { tellWhy } from "../../ui/toast";
import { linesOf } from "../happenings";
import { TalkButton } from "../talk";

const LOG_SHOWN = 12;

interface Choice {
  key: string;
  text: string;
  command: Command;
}

export function Plain({ table }: { table: Table }) {
  const room = table.room.value;
  if (room === undefined) return null;
  const isOver = room.phase === "over";
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")} actions={<TalkButton table={table} />}>
        <h1>{t(gameOf(room.game)?.title || `game-${room.game}`)}</h1>
        <span class="bar-code">{room.code}</span>
      </Bar>
      <Banner table={table} />
      <main class="plain">
        {isOver && <Over table={table} />}
        <section class="paper plain-seats">
          <ul>
            {(table.sections.value.seats ?? []).map((person, seat) => (
              <SeatLine key={person.id} table={table} player={person.id} seat={seat} />
            ))}
          </ul>
        </section>
        {!isOver && <Doing table={table} />}
        <LogLines table={table} />
      </main>
    </>
  );
}

function SeatLine({ table, player, seat }: { table: Table; player: string; seat: number }) {
  const sections = table.sections.value;
  const isTurn = sections.turn?.seat === seat;
  const person = sections.seats?.[seat];
  const state = table.part<Bang["seat"] & Buckshot["seat"]>("seat", seat);
  if (person === undefined || state === undefined) return null;
  const isBang = "character" in person;
  const most = isBang ? person.maxLife : person.maxHealth;
  const names = [
    ...(state.inPlay ?? []).map((card) => named(table, card)),
    ...(state.items ?? []).map((item) => t(`item-${item}`)),
  ];
  return (
    <li class={`seat-row ${isTurn ? "seat-row-me" : ""}`}>
      <Avatar of={player} class={state.alive === false ? "avatar-away" : ""} />
      <div class="seat-row-text">
        <span class="seat-row-name">
          {table.name(player)}
          {state.role ? ` · ${t(`role-${state.role}`)}` : ""}
        </span>
        <span class="seat-row-marks">
          {isBang && person.character !== "" && <span>{t(`character-${person.character}`)}</span>}
          <Bullets left={isBang ? (state.life ?? 0) : (state.health ?? 0)} most={most} />
          {isBang && <span>{t("cards-hidden", { count: state.handCount ?? 0 })}</span>}
          <span>{listed(names)}</span>
        </span>
      </div>
    </li>
  );
}

function named(table: Table, id: number): string {
  const card = cardOf(table.room.value?.game ?? "", id);
  return card === null ? t("cards-hidden", { count: 1 }) : cardName(card);
}

function Doing({ table }: { table: Table }) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const sections = table.sections.value;
  const seq = table.seq.value;
  useEffect(() => setPicked([]), [seq]);
  const deadline = sections.clock ?? 0;
  const isBang = table.room.value?.game === "bang";
  const offers = sections.legal ?? [];
  const choices = isBang
    ? (offers as BangOffer[]).flatMap((offer) => ofBang(table, offer, picked))
    : (offers as BuckshotOffer[]).flatMap((offer) => ofBuckshot(table, offer));
  const pickable = (offers as BangOffer[]).find((offer) => (offer.count ?? 0) > 0);
  const send = async (command: Command) => {
    const outcome = await table.act(command);
    if (!outcome.ok) tellWhy(outcome.why);
  };
  const toggle = (card: number) =>
    setPicked(picked.includes(card) ? picked.filter((each) => each !== card) : [...picked, card]);
  const me = sections.me;
  return (
    <section class="paper plain-doing">
      <p class="seat-row-marks">
        {sections.turn !== undefined && (
          <span>
            {t("look-turn-of", {
              name: table.name(sections.seats?.[sections.turn.seat]?.id ?? ""),
            })}
          </span>
        )}
        <Ring deadlineMs={deadline} lengthMs={60_000} small />
        {me !== undefined && "role" in me && me.role !== "" && <span>{t(`role-${me.role}`)}</span>}
      </p>
      {sections.hand !== undefined && (
        <p>{listed(sections.hand.cards.map((card) => named(table, card)))}</p>
      )}
      {isBang && pickable !== undefined && (
        <div class="chips">
          {(pickable.cards ?? []).map((card) => (
            <Button
              key={card}
              kind="quiet"
              pressed={picked.includes(card)}
              onPress={() => toggle(card)}
            >
              {named(table, card)}
            </Button>
          ))}
        </div>
      )}
      <div class="plain-choices">
        {choices.map((each) => (
          <Button
            key={each.key}
            busy={table.isBusy.value}
            name="offer"
            onPress={() => void send(each.command)}
          >
            {each.text}
          </Button>
        ))}
      </div>
      {choices.length === 0 && <p class="quiet">{t("ui-wait-for-others")}</p>}
    </section>
  );
}

function ofBang(table: Table, offer: BangOffer, picked: readonly number[]): Choice[] {
  const made = (text: string, chosen: Choices = {}, key = ""): Choice => ({
    key: `${offer.type}${offer.wait ?? 0}${offer.card ?? ""}${offer.as ?? ""}${key}`,
    text,
    command: bangCommand(offer, chosen),
  });
  const cards = offer.cards ?? [];
  const count = offer.count ?? 0;
  if (offer.type === "play") {
    const card = named(table, offer.card ?? -1);
    const kind = offer.as ? `${card} → ${t(`card-${offer.as}`)}` : card;
    if (!offer.targets?.length) return [made(kind)];
    return offer.targets.flatMap((target) =>
      at(table, target).map(([name, targetCard]) =>
        made(`${kind} → ${name}`, { target, ...targetCard }, name),
      ),
    );
  }
  if (offer.type === "pickCharacter") {
    return (offer.characters ?? []).map((character) =>
      made(t(`character-${character}`), { character }, character),
    );
  }
  if (offer.type === "draw") {
    const from = (offer.targets ?? []).map((target) =>
      made(
        t("look-may-draw-from", { names: table.name(target.player) }),
        { target },
        target.player,
      ),
    );
    const discard = offer.fromDiscard
      ? [made(t("look-may-draw-discard"), { fromDiscard: true }, "d")]
      : [];
    return [made(t("look-may-draw")), ...from, ...discard];
  }
  if (count > 0) {
    const some = picked.filter((card) => cards.includes(card));
    const chosen = some.length === count ? some : cards.slice(0, count);
    const names = listed(chosen.map((card) => named(table, card)));
    return [made(t(`look-may-${offer.type}`, { count, cards: names }), { cards: chosen })];
  }
  return [made(t(`look-may-${offer.type}`, { count, cards: "" }))];
}

type Named = [string, { targetCard?: number | "hand" }];

function at(table: Table, target: Target): Named[] {
  const name = table.name(target.player);
  const inPlay = (target.cards ?? []).map<Named>((card) => [
    t("look-target", { name, cards: named(table, card) }),
    { targetCard: card },
  ]);
  const hand: Named[] = target.hand
    ? [[t("look-target", { name, cards: t("look-target-hand") }), { targetCard: "hand" }]]
    : [];
  return inPlay.length + hand.length > 0 ? [...hand, ...inPlay] : [[name, {}]];
}

function ofBuckshot(table: Table, offer: BuckshotOffer): Choice[] {
  const seats = table.sections.value.seats ?? [];
  const other = seats.find((person) => person.id !== table.you.value.player);
  const targets = (offer.targets ?? []).map((target) => ({
    key: target,
    text:
      target === "self"
        ? t("look-may-aim-self")
        : t("look-may-aim", { name: table.name(other?.id ?? "") }),
    command: buckshotCommand(offer, target),
  }));
  const items = (offer.items ?? []).map((item) => ({
    key: item,
    text: t(`item-${item}`),
    command: buckshotCommand(offer, item),
  }));
  return [...targets, ...items];
}

function Over({ table }: { table: Table }) {
  const [result, setResult] = useState<ResultReply | null>(null);
  const code = table.code;
  useEffect(() => {
    void ask<ResultReply>("GET", `/api/rooms/${code}/result`).then((answer) => {
      if (answer.ok) setResult(answer.value);
      else tellWhy(answer.why);
    });
  }, [code]);
  const again = async () => {
    const outcome = await table.act({ type: "again" });
    if (!outcome.ok) tellWhy(outcome.why);
  };
  return (
    <section class="paper plain-over" data-name="over">
      <h2>{result?.summary ?? t("look-phase-over")}</h2>
      <ol>
        {result?.places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ol>
      {table.you.value.host && (
        <Button kind="main" onPress={() => void again()}>
          {t("ui-again")}
        </Button>
      )}
      <Link to="/">{t("ui-to-lobby")}</Link>
    </section>
  );
}

function LogLines({ table }: { table: Table }) {
  const told = linesOf(table);
  return (
    <section class="paper plain-log" aria-label={t("ui-log")}>
      <ol>
        {told
          .slice(-LOG_SHOWN)
          .reverse()
          .map((line, place) => (
            <li key={`${line.seq}-${line.text}-${told.length - place}`}>{line.text}</li>
          ))}
      </ol>
    </section>
  );
}
