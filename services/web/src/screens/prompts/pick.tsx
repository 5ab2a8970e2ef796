import { useState } from "preact/hooks";
import { Icon } from "../../art";
import type { Table } from "../../store";
import { listed, t } from "../../text";
import { Button } from "../../ui/button";
import { lockedBy, seatName, take } from "../table/model";
import { Pickable, withOne } from "./cards";
import type { Question } from "./index";

/** Choose of cards that lie open: on the counter, for a check, or the three that I alone see. */
export function PickPrompt({ table, question }: { table: Table; question: Question }) {
  const { wait, offers } = question;
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [offer] = offers.filter((each) => each.type !== "sidHeal");
  if (offer === undefined) return null;
  const most = offer.count ?? 1;
  const missing = most - picked.length;
  const order = wait.kind === "market" ? wait.order : [];
  return (
    <>
      {wait.kind === "check_pick" && <p>{t(`ui-check-rule-${wait.purpose}`)}</p>}
      {wait.kind === "keep" && <p>{t("ui-keep-about", { count: most })}</p>}
      <Pickable
        cards={offer.cards ?? []}
        picked={picked}
        label={t(`ui-prompt-${wait.kind}`, { card: "" })}
        onPick={(id) => setPicked(withOne(picked, id, most))}
        mark={(id) =>
          wait.kind === "check_pick" && (
            <span class={`verdict ${offer.good?.includes(id) ? "verdict-good" : "verdict-bad"}`}>
              <Icon of={offer.good?.includes(id) ? "check" : "cross"} />
              {t(offer.good?.includes(id) ? "ui-check-good" : "ui-check-bad")}
            </span>
          )
        }
      />
      {order.length > 0 && (
        <p class="quiet">
          {t("ui-picks-after", { names: listed(order.map((seat) => seatName(table, seat))) })}
        </p>
      )}
      <div class="prompt-buttons">
        <Button
          kind="main"
          name={offer.type}
          autofocus
          busy={table.isBusy.value}
          why={lockedBy(table) ?? (missing > 0 ? t("ui-pick-more", { count: missing }) : undefined)}
          onPress={() => void take(table, offer, { cards: picked })}
        >
          {t(`ui-take-${wait.kind}`, { count: most })}
        </Button>
      </div>
    </>
  );
}
