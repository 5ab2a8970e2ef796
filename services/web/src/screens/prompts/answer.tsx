import { useState } from "preact/hooks";
import type { BangOffer } from "../../schema";
import type { Table } from "../../store";
import { listed, t } from "../../text";
import { Button } from "../../ui/button";
import { Duel } from "../table/centre";
import { awaited, lockedBy, mySeat, seatName, seatsOf, take } from "../table/model";
import { Pickable, withOne } from "./cards";
import type { Question } from "./index";

/** Stop it or take it: shots, raids, duels, and the last moment before somebody is out. */
export function AnswerPrompt({ table, question }: { table: Table; question: Question }) {
  const { wait, offers } = question;
  const [isTrading, setTrading] = useState(false);
  const find = (type: BangOffer["type"]) => offers.find((offer) => offer.type === type);
  const answer = find("respond");
  const trade = find("sidHeal");
  const barrel = find("useBarrel");
  const refuse = find("takeHit") ?? find("giveUp");
  const filled = isTrading ? trade : answer;
  const [taken, setTaken] = useState<readonly number[] | null>(null);
  const most = filled?.count ?? 0;
  const proposed = filled?.cards?.slice(0, isTrading ? 0 : most) ?? [];
  const picked = (taken ?? proposed).filter((id) => filled?.cards?.includes(id));
  const busy = table.isBusy.value;
  const locked = lockedBy(table);
  const missing = most - picked.length;
  const turnTo = (trading: boolean) => {
    setTaken(null);
    setTrading(trading);
  };
  return (
    <>
      {wait.kind === "standoff" && <Duel table={table} wait={wait} />}
      <About table={table} question={question} canAnswer={answer !== undefined} />
      {filled !== undefined && (
        <Pickable
          cards={filled.cards ?? []}
          picked={picked}
          label={t(isTrading ? "ui-trade" : `ui-respond-${wait.kind}`, { count: most })}
          onPick={(id) => setTaken(withOne(picked, id, most))}
        />
      )}
      <div class="prompt-buttons">
        {filled !== undefined && (
          <Button
            kind="main"
            name={isTrading ? "sidHeal" : "respond"}
            autofocus
            busy={busy}
            why={locked ?? (missing > 0 ? t("ui-pick-more", { count: missing }) : undefined)}
            onPress={() => {
              void take(table, filled, { cards: picked }).then(() => turnTo(false));
            }}
          >
            {t(isTrading ? "ui-trade" : `ui-respond-${wait.kind}`, { count: most })}
          </Button>
        )}
        {barrel !== undefined && !isTrading && (
          <Button
            name="useBarrel"
            busy={busy}
            why={locked}
            onPress={() => void take(table, barrel)}
          >
            {t("ui-use-barrel")}
          </Button>
        )}
        {trade !== undefined && !isTrading && (
          <Button name="trade" busy={busy} why={locked} onPress={() => turnTo(true)}>
            {t("ui-trade")}
          </Button>
        )}
        {isTrading && (
          <Button kind="quiet" onPress={() => turnTo(false)} name="cancel">
            {t("ui-cancel")}
          </Button>
        )}
      </div>
      {refuse !== undefined && (
        <Button
          kind="danger"
          class="prompt-refuse"
          name={refuse.type}
          busy={busy}
          why={locked}
          onPress={() => void take(table, refuse)}
        >
          {t(`ui-refuse-${wait.kind}`)}
        </Button>
      )}
    </>
  );
}

interface AboutProps {
  table: Table;
  question: Question;
  canAnswer: boolean;
}

function About({ table, question, canAnswer }: AboutProps) {
  const { wait } = question;
  const me = seatsOf(table)[wait.seat];
  const living = seatsOf(table).filter((seat) => seat.alive).length;
  const others = awaited(table).filter(
    (each) => each.kind === wait.kind && each.seat !== mySeat(table),
  );
  const isDying = wait.kind === "dying";
  const lines: string[] = [];
  if (!isDying || living > 2) {
    const count = isDying ? 1 - (me?.life ?? 0) : "needed" in wait ? wait.needed : 1;
    lines.push(t(`ui-needed-${wait.kind}`, { count }));
  }
  if (isDying) {
    if (living === 2) lines.push(t("ui-two-left"));
    if (living === 3) lines.push(t("ui-soon-two-left"));
  }
  if (!canAnswer) lines.push(t(isDying ? "ui-nothing-saves" : "ui-cannot-stop"));
  if (others.length > 0 && wait.kind !== "standoff") {
    const names = listed(others.map((each) => seatName(table, each.seat)));
    lines.push(t("ui-still-thinking", { names }));
  }
  return (
    <ul class="prompt-about">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
