import { Avatar, Icon } from "../../art";
import { ItemArt } from "../../art_more";
import { isKids } from "../../settings";
import type { Table } from "../../store";
import { t } from "../../text";
import { Chip } from "../../ui/fields";
import { tell, tellWhy } from "../../ui/toast";
import { Bubble } from "../table/bubble";
import { buckshotCommand, offerOf, type Side, SLOTS, whyNot } from "./model";

/** Who sits there, and with what is left. */
export function Person({ table, side, isHit }: { table: Table; side: Side; isHit: boolean }) {
  const isHere = table.present.value.has(side.id) || side.id.startsWith("auto-");
  return (
    <div
      class={`duelist ${side.isTurn ? "duelist-turn" : ""} ${isHit ? "duelist-hit" : ""}`}
      data-seat={side.seat}
    >
      <Avatar of={side.id} class={isHere ? "" : "avatar-away"} />
      <span class="duelist-name">
        {side.name}
        {side.isTurn && <span class="unseen">{t("ui-gun-has-turn")}</span>}
      </span>
      <span class="duelist-marks">
        {side.cuffed && (
          <Chip>
            <ItemArt of="handcuffs" />
            <span class="chip-word">{t("ui-gun-cuffed")}</span>
          </Chip>
        )}
        {side.away && (
          <Chip kind="off">
            <Icon of="bot" />
            <span class="chip-word">{t("ui-gun-away")}</span>
          </Chip>
        )}
      </span>
      <Charges left={side.health} most={side.most} />
      <Bubble table={table} player={side.id} />
    </div>
  );
}

function Charges({ left, most }: { left: number; most: number }) {
  return (
    <span class="charges" role="img" aria-label={t("ui-gun-charges", { left, most })}>
      {Array.from({ length: most }, (_, place) => (
        <Icon
          of={isKids.value ? "drop" : "bolt"}
          key={place}
          class={place < left ? "charge-full" : "charge-gone"}
        />
      ))}
      <span class="bullets-number" aria-hidden>
        {left}/{most}
      </span>
    </span>
  );
}

/** What the other side has, in a row. */
export function Shelf({ side }: { side: Side }) {
  return (
    <ul class="shelf" aria-label={t("ui-gun-items-of", { name: side.name })}>
      {slots(side).map(({ item, key }) => (
        <li key={key} class={item === "" ? "slot slot-empty" : "slot"}>
          {item !== "" && <ItemArt of={item} label={t(`item-${item}`)} />}
        </li>
      ))}
    </ul>
  );
}

/** What I have, to be used by a tap. */
export function Pockets({ table, side }: { table: Table; side: Side }) {
  const use = async (item: string) => {
    const offer = offerOf(table, "use");
    if (offer === undefined) return;
    const outcome = await table.act(buckshotCommand(offer, item));
    if (!outcome.ok) tellWhy(outcome.why);
  };
  return (
    <ul class="pockets" aria-label={t("ui-gun-your-items")}>
      {slots(side).map(({ item, key, nth }) => {
        if (item === "") return <li key={key} class="slot slot-empty" />;
        const why = whyNot(table, item);
        const isBusy = table.isBusy.value;
        const count = side.items.filter((each) => each === item).length;
        const name = t(`item-${item}`);
        return (
          <li key={key}>
            <button
              type="button"
              class="slot slot-item"
              data-item={item}
              aria-disabled={why !== undefined || isBusy || undefined}
              aria-label={count > 1 ? t("ui-gun-item-of", { item: name, nth, count }) : name}
              title={why ?? t(`ui-gun-does-${item}`)}
              onClick={() => {
                if (isBusy) return;
                if (why === undefined) void use(item);
                else tell(why, "bad");
              }}
            >
              <ItemArt of={item} />
              <span aria-hidden>{name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** As many as there are places; items keep the order in which they came. */
function slots(side: Side): { item: string; key: string; nth: number }[] {
  return Array.from({ length: Math.max(SLOTS, side.items.length) }, (_, place) => {
    const item = side.items[place] ?? "";
    const nth = side.items.slice(0, place + 1).filter((each) => each === item).length;
    return { item, key: item === "" ? `empty${place}` : `${item}${nth}`, nth };
  });
}
