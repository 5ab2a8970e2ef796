/** Whatever I am asked, over the table: who asks, what I may answer, and until when. */

import { useEffect, useState } from "preact/hooks";
import { later } from "../../later";
import type { Table } from "../../store";
import { t } from "../../text";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { lazily } from "../../ui/lazily";
import { Ring } from "../../ui/ring";
import { alarm } from "../../ui/say";
import { buzz } from "../../ui/sense";
import { questionOf, reason, seatName, type Wait } from "../table/model";
import { AnswerPrompt } from "./answer";
import { PickPrompt } from "./pick";

const CharacterPrompt = lazily(later("CharacterPrompt"));

export type Question = NonNullable<ReturnType<typeof questionOf>>;

interface PromptsProps {
  table: Table;
  /** Something else is to be read first. */
  isHeld: boolean;
}

export function Prompts({ table, isHeld }: PromptsProps) {
  const question = questionOf(table);
  // Nothing may lie over the banner by which the seat is taken up here again.
  const isElsewhere = table.net.line.value.state === "elsewhere";
  if (question === null || isHeld || isElsewhere) return null;
  const { wait } = question;
  return <Prompt key={`${wait.id} ${wait.seat}`} table={table} question={question} />;
}

function Prompt({ table, question }: { table: Table; question: Question }) {
  const { wait } = question;
  const [isFolded, setFolded] = useState(false);
  const title = titleOf(table, wait);
  useEffect(() => {
    reason.value = "";
    alarm(title);
    buzz();
  }, []);
  const ring = <Ring deadlineMs={wait.deadline_ms ?? 0} lengthMs={wait.length_ms} mine />;
  if (isFolded) {
    return (
      <section class="folded" aria-label={title} data-name="folded">
        {ring}
        <span>{title}</span>
        <Button kind="main" onPress={() => setFolded(false)} autofocus name="unfold">
          {t("ui-unfold")}
        </Button>
      </section>
    );
  }
  return (
    <Dialog
      title={title}
      name="prompt"
      of={wait.kind}
      class={`prompt prompt-${wait.kind}`}
      head={ring}
    >
      <Content table={table} question={question} />
      {reason.value !== "" && <p class="prompt-why">{reason.value}</p>}
      <p class="prompt-foot">
        <span class="quiet">{timeOutOf(question)}</span>
        <Button kind="quiet" icon="eye" onPress={() => setFolded(true)} name="peek">
          {t("ui-peek")}
        </Button>
      </p>
    </Dialog>
  );

  function timeOutOf({ offers }: Question): string {
    const does = offers.some((offer) => offer.type === "respond" || offer.type === "sidHeal");
    const offer = offers.find(({ type }) => type !== "sidHeal");
    const defends = table.room.value?.options.autoDefend !== false;
    switch (wait.kind) {
      case "shot":
      case "demand":
      case "standoff":
        return t(does && defends ? "ui-time-out-defends" : "ui-time-out-hit");
      case "dying":
        return t(does ? "ui-time-out-rescued" : "ui-time-out-falls");
      case "check_pick":
        if (offer?.good?.length) return t("ui-time-out-good");
    }
    return t("ui-time-out-first", { count: offer?.count || 1 });
  }
}

function Content({ table, question }: { table: Table; question: Question }) {
  switch (question.wait.kind) {
    case "market":
    case "check_pick":
    case "keep":
      return <PickPrompt table={table} question={question} />;
    case "character_pick":
      return <CharacterPrompt table={table} question={question} />;
    default:
      return <AnswerPrompt table={table} question={question} />;
  }
}

function titleOf(table: Table, wait: Wait): string {
  const key = `ui-prompt-${wait.kind}`;
  switch (wait.kind) {
    case "shot":
    case "demand":
      return t(key, { name: seatName(table, wait.source), card: t(`card-${wait.via}`) });
    case "standoff":
      return t(key, { name: seatName(table, wait.other) });
    case "check_pick":
      return t(key, { card: t(`card-${wait.purpose}`) });
    default:
      return t(key);
  }
}
