import type { BuckshotEvent } from "../schema";
import { listed } from "../text";
import { type Lines, silent, type Wording } from "./wording";

const TURN_CLOCK = 0;

const across = (seat: number) => 1 - seat;

const bar = (words: Wording, health: number) =>
  "●".repeat(health) + "○".repeat(Math.max(0, words.fullHealth - health));

const shells = (words: Wording, chamber: readonly string[]) =>
  listed(chamber.map((shell) => words.text(`shell-${shell}`))) || words.text("list-none");

export const BUCKSHOT: Lines<BuckshotEvent> = {
  seated(words, event) {
    words.seating = event.order;
    words.fullHealth = event.health;
    words.health.clear();
    event.order.forEach((_, seat) => {
      words.health.set(seat, event.health);
    });
    const [name = "", other = ""] = event.order.map((player) => words.player(player));
    return words.text("gun-seated", { name, other, health: event.health });
  },
  loaded: (words, event) =>
    words.text("gun-loaded", { live: event.live_count, blank: event.blank_count }),
  items_dealt(words, event) {
    const name = words.seat(event.seat);
    if (event.items.length === 0) return words.text("gun-items-none", { name });
    const items = listed(event.items.map((item) => words.text(`item-${item}`)));
    if (event.lost) return words.text("gun-items-lost", { name, items, lost: event.lost });
    return words.text("gun-items", { name, items });
  },
  item_used(words, event) {
    const name = words.seat(event.seat);
    const isFull = words.health.get(event.seat) === words.fullHealth;
    if (event.item === "cigarettes" && isFull) {
      return words.text("gun-used-cigarettes-wasted", { name });
    }
    return words.text(`gun-used-${event.item}`, { name, other: words.seat(across(event.seat)) });
  },
  shell_seen(words, event) {
    const shell = event.shell[0];
    if (!shell) return null;
    return words.text("gun-seen", {
      name: words.seat(event.seat),
      shell: words.text(`shell-${shell}`),
    });
  },
  shot_fired(words, event) {
    const at = event.target === event.seat ? "self" : "other";
    return words.text(`gun-fired-${at}-${event.shell}`, {
      name: words.seat(event.seat),
      other: words.seat(across(event.seat)),
    });
  },
  shell_ejected: (words, event) =>
    words.text("gun-ejected", { shell: words.text(`shell-${event.shell}`) }),
  health_changed(words, event) {
    words.health.set(event.seat, event.health);
    return words.text(event.amount < 0 ? "gun-hurt" : "gun-healed", {
      name: words.seat(event.seat),
      amount: Math.abs(event.amount),
      health: event.health,
    });
  },
  turn_began(words, event) {
    words.turnSeat = event.seat;
    words.extended.clear();
    const scores = listed(
      [...words.health].map(([seat, health]) =>
        words.text("gun-score", { name: words.seat(seat), health: bar(words, health) }),
      ),
    );
    return words.text("gun-turn", { name: words.seat(event.seat), scores: scores || "?" });
  },
  turn_skipped: (words, event) => words.text("gun-skipped", { name: words.seat(event.seat) }),
  clock_set(words, event) {
    const name = words.seat(words.turnSeat);
    if (event.expired) {
      return words.away.has(words.turnSeat) ? null : words.text("gun-time-is-up", { name });
    }
    if (!event.extended || words.extended.has(TURN_CLOCK)) return null;
    words.extended.add(TURN_CLOCK);
    return words.text("log-extended", { name });
  },
  autopilot_changed(words, event) {
    if (event.away) words.away.add(event.seat);
    else words.away.delete(event.seat);
    return words.presence(event.seat, event.away);
  },
  match_ended(words, event) {
    const left = shells(words, event.chamber);
    if (event.winner < 0) return words.text("gun-abandoned", { shells: left });
    return words.text("gun-ended", { name: words.seat(event.winner), shells: left });
  },
  barrel_sawn: silent,
  cuffed: silent,
};
