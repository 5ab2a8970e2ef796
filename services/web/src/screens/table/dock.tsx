import type { Table } from "../../store";
import { t } from "../../text";
import { Button } from "../../ui/button";
import {
  aim,
  aimAt,
  aiming,
  chosen,
  confirm,
  drawing,
  drop,
  endTurn,
  picked,
  picking,
  trading,
} from "./choice";
import { Meanings } from "./hand";
import { cardText, lockedBy, offersOf, questionOf, take } from "./model";

/** The buttons between table and hand: what can be done with what is taken up. */
export function Dock({ table }: { table: Table }) {
  const busy = table.isBusy.value;
  const why = lockedBy(table);
  const target = aim.value;
  const picks = picking(table);
  const offer = chosen.value >= 0 ? aiming(table) : null;
  if (questionOf(table) !== null) return null;
  if (target !== null) {
    return (
      <div class="dock-buttons">
        {target.hand && (
          <Pick
            value="hand"
            text={t("ui-from-hand")}
            onPick={() => void aimAt(table, target, "hand")}
          />
        )}
        {target.cards?.map((id) => (
          <Pick
            key={id}
            value={id}
            text={cardText(id)}
            onPick={() => void aimAt(table, target, id)}
          />
        ))}
        <Cancel />
      </div>
    );
  }
  if (picks !== null) {
    const missing = (picks.count ?? 0) - picked.value.length;
    return (
      <div class="dock-buttons">
        {trading.value && <Cancel />}
        <Button
          kind="main"
          name="confirm"
          busy={busy}
          why={why ?? (missing > 0 ? t("ui-pick-more", { count: missing }) : undefined)}
          onPress={() => void confirm(table)}
        >
          {t(picks.type === "discard" ? "ui-discard-these" : "ui-trade-these", {
            picked: picked.value.length,
            count: picks.count ?? 0,
          })}
        </Button>
      </div>
    );
  }
  if (offer !== null) {
    return (
      <div class="dock-buttons">
        <Cancel />
        <Meanings table={table} />
        {!offer.targets?.length && (
          <Button
            kind="main"
            name="use"
            busy={busy}
            why={why}
            onPress={() => {
              drop();
              void take(table, offer);
            }}
          >
            {t("ui-use")}
          </Button>
        )}
      </div>
    );
  }
  return <Turn table={table} busy={busy} why={why} />;
}

const Cancel = () => (
  <Button kind="quiet" onPress={drop} name="cancel">
    {t("ui-cancel")}
  </Button>
);

interface PickProps {
  value: number | "hand";
  text: string;
  onPick: () => void;
}

const Pick = ({ value, text, onPick }: PickProps) => (
  <button type="button" class="button button-plain" data-pick={value} onClick={onPick}>
    {text}
  </button>
);

interface TurnProps {
  table: Table;
  busy: boolean;
  why: string | undefined;
}

function Turn({ table, busy, why }: TurnProps) {
  const offers = offersOf(table);
  const draw = drawing(table);
  const canTrade = offers.some((offer) => offer.type === "sidHeal");
  const canEnd = offers.some((offer) => offer.type === "endPlay");
  if (draw !== null) {
    if (!draw.targets?.length && !draw.fromDiscard) return null;
    return (
      <div class="dock-buttons">
        <Button
          kind="main"
          name="draw"
          busy={busy}
          why={why}
          onPress={() => void take(table, draw)}
        >
          {t("ui-draw-deck")}
        </Button>
        {draw.fromDiscard && (
          <Button
            name="draw-discard"
            busy={busy}
            why={why}
            onPress={() => void take(table, draw, { fromDiscard: true })}
          >
            {t("ui-draw-discard")}
          </Button>
        )}
        {draw.targets?.map((target) => (
          <Button
            key={target.player}
            name="draw-from"
            busy={busy}
            why={why}
            onPress={() => void take(table, draw, { target })}
          >
            {t("ui-draw-from", { name: table.name(target.player) })}
          </Button>
        ))}
      </div>
    );
  }
  if (!canTrade && !canEnd) return null;
  return (
    <div class="dock-buttons">
      {canTrade && (
        <Button
          name="sidHeal"
          busy={busy}
          why={why}
          onPress={() => {
            drop();
            trading.value = true;
          }}
        >
          {t("ui-trade")}
        </Button>
      )}
      {canEnd && (
        <Button name="end-turn" busy={busy} why={why} onPress={() => void endTurn(table)}>
          {t("ui-end-turn")}
        </Button>
      )}
    </div>
  );
}
