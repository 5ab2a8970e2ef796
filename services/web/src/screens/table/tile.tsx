import { Avatar, CardArt, Icon } from "../../art";
import type { Table } from "../../store";
import { has, refusal, t } from "../../text";
import { Bullets } from "../../ui/bullets";
import { Ring } from "../../ui/ring";
import { Bubble } from "./bubble";
import { aim, chosen, drawing, tapSeat, targetsOf } from "./choice";
import { awaited, card, cardText, type Seat, sightOf, whyNot } from "./model";

/** What lies in front of somebody, as small pictures with their names. */
export const Equipment = ({ cards }: { cards: readonly number[] }) =>
  cards.length === 0 ? null : (
    <span class="equipment">
      {cards.map((id) => {
        const kind = card(id)?.kind ?? "";
        return <CardArt key={id} of={kind} label={cardText(id)} class="equipped" />;
      })}
    </span>
  );

export const HandCount = ({ count }: { count: number }) => (
  <span class="hand-count" role="img" aria-label={t("ui-in-hand", { count })}>
    <span class="hand-count-card" aria-hidden />
    <span aria-hidden>{count}</span>
  </span>
);

export function Marks({ table, seat }: { table: Table; seat: Seat }) {
  const member = table.members.value?.find((each) => each.player === seat.id);
  const isBot = !!member?.automatic;
  const isAbsent = !isBot && (!table.present.value.has(seat.id) || seat.away);
  return (
    <>
      {seat.role === "sheriff" && <Icon of="star" label={t("role-sheriff")} class="mark-star" />}
      {isBot && <Icon of="bot" label={t("ui-bot")} class="mark-small" />}
      {isAbsent && <Icon of="away" label={t("ui-not-here")} class="mark-small mark-away" />}
    </>
  );
}

interface TileProps {
  table: Table;
  seat: Seat;
  /** From whom distances are told. */
  from: number;
  place: string;
  tabIndex: number;
  onOpen: () => void;
}

export function Tile({ table, seat, from, place, tabIndex, onOpen }: TileProps) {
  const targets = targetsOf(table);
  const isChoosing = targets !== null && (chosen.value >= 0 || drawing(table) !== null);
  const isLegal = targets?.some((target) => target.player === seat.id) ?? false;
  const legal = !isChoosing || !seat.alive ? undefined : isLegal ? "yes" : "no";
  const wait = awaited(table).find((each) => each.seat === seat.seat);
  const hurt = hurtIn(table, seat.seat);
  const classes = [
    "tile",
    seat.isTurn && "tile-turn",
    !seat.alive && "tile-out",
    legal === "yes" && "tile-legal",
    legal === "no" && "tile-off",
    aim.value?.player === seat.id && "tile-aimed",
    wait !== undefined && "tile-awaited",
    hurt > 0 && `tile-hurt-${hurt % 2}`,
  ];
  return (
    <li class={`place place-${place}`}>
      <button
        type="button"
        class={classes.filter(Boolean).join(" ")}
        data-seat={seat.seat}
        data-legal={legal}
        aria-disabled={legal === "no" || undefined}
        tabIndex={tabIndex}
        onClick={() => {
          if (!tapSeat(table, seat.id)) onOpen();
        }}
      >
        <span class="tile-head">
          <Avatar of={seat.id} class={seat.alive ? "" : "avatar-away"} />
          <span class="tile-name">
            {seat.name} <Marks table={table} seat={seat} />
          </span>
        </span>
        {seat.isTurn && <span class="unseen">{t("look-turn-of", { name: seat.name })}</span>}
        {seat.alive ? (
          <>
            <Living seat={seat} />
            <span class="tile-cards">
              <Equipment cards={seat.inPlay} />
              <Reach table={table} seat={seat} from={from} legal={legal} />
            </span>
          </>
        ) : (
          <Out seat={seat} />
        )}
      </button>
      <Bubble table={table} player={seat.id} />
      {wait !== undefined && (
        <span class="place-ring">
          <Ring deadlineMs={wait.deadline_ms ?? 0} lengthMs={wait.length_ms} small />
        </span>
      )}
    </li>
  );
}

function hurtIn(table: Table, seat: number): number {
  const moment = table.moment.value;
  const isHurt = moment?.events.some(
    (event) => event.tag === "life_changed" && event.seat === seat && event.amount < 0,
  );
  return isHurt ? (moment?.seq ?? 0) : 0;
}

const Living = ({ seat }: { seat: Seat }) => (
  <>
    {seat.character !== "" && (
      <span class="tile-character">{t(`character-${seat.character}`)}</span>
    )}
    <span class="tile-life">
      {seat.maxLife > 0 && <Bullets left={seat.life} most={seat.maxLife} />}
      <HandCount count={seat.handCount} />
    </span>
  </>
);

const Out = ({ seat }: { seat: Seat }) => (
  <span class="tile-role">
    <Icon of={seat.role === "sheriff" ? "star" : "role"} />
    <b>{seat.role === "" ? "" : t(`role-${seat.role}`)}</b>
    <span>{t("ui-is-out")}</span>
  </span>
);

interface ReachProps {
  table: Table;
  seat: Seat;
  from: number;
  legal: "yes" | "no" | undefined;
}

/** Its distance, and whether what is chosen may be aimed there, by shape and word. */
function Reach({ table, seat, from, legal }: ReachProps) {
  const sight = seat.seat === from ? null : sightOf(table, from, seat.seat);
  const distance = sight === null ? "" : t("ui-distance", { distance: sight.distance });
  if (legal === "yes") {
    return (
      <span class="reach reach-yes">
        <Icon of="check" label={t("ui-may-aim")} />
        {distance}
      </span>
    );
  }
  if (legal === "no") {
    return (
      <span class="reach reach-no">
        <Icon of="cross" label={t("ui-may-not-aim")} />
        {shortReason(table, seat.id, sight)}
      </span>
    );
  }
  if (sight === null) return null;
  const isNear = sight.distance <= sight.reach;
  return (
    <span class={`reach ${isNear ? "reach-near" : "reach-far"}`}>
      <Icon of={isNear ? "target" : "far"} label={t(isNear ? "ui-in-range" : "ui-out-of-range")} />
      {distance}
    </span>
  );
}

function shortReason(
  table: Table,
  player: string,
  sight: { distance: number; reach: number } | null,
): string {
  const why = drawing(table) === null ? whyNot(table, chosen.value, player) : null;
  if (why !== null) {
    const key = `ui-short-${why.code}`;
    return has(key) ? t(key, why.params) : refusal(why);
  }
  return sight === null ? t("ui-short-no") : t("ui-distance", { distance: sight.distance });
}
