import type { BangEvent } from "../schema";
import { listed, type Params } from "../text";
import { type Lines, silent, type Wording } from "./wording";

const TURN_CLOCK = 0;

/** Where cards came from, where they went, why. */
const MOVED: Record<string, string> = {
  "deck hand dealt": "log-dealt",
  "deck hand drawn": "log-drawn",
  "discard hand drawn": "log-drawn-from-discard",
  "deck hand ability": "log-ability",
  "deck hand reward": "log-reward",
  "deck aside looked": "log-looked",
  "aside hand kept": "log-kept",
  "aside deck returned": "log-returned",
  "deck aside laid": "log-laid",
  "aside hand taken": "log-taken",
  "hand discard answered": "log-answered",
  "hand hand stolen": "log-stolen-from-hand",
  "play hand stolen": "log-stolen-from-play",
  "hand discard discarded": "log-discarded-from-hand",
  "play discard discarded": "log-discarded-from-play",
  "hand discard excess": "log-excess",
  "play discard replaced": "log-replaced",
  "play play passed": "log-passed",
  "hand discard penalty": "log-penalty",
  "play discard penalty": "log-penalty",
  "hand discard traded": "log-traded",
  "hand hand inherited": "log-inherited",
  "play hand inherited": "log-inherited",
  "hand discard eliminated": "log-left-behind",
  "play discard eliminated": "log-left-behind",
};

const LIFE: Record<string, string> = {
  shot: "log-hurt-shot",
  demand: "log-hurt-demand",
  standoff: "log-hurt-standoff",
  explosion: "log-hurt-explosion",
  healed: "log-healed",
  traded: "log-healed",
  rescued: "log-rescued",
};

const isHeld = (pile: string) => pile === "hand" || pile === "play";

interface Clock {
  extended?: boolean | undefined;
}

function extended(words: Wording, clock: Clock, number: number, seat: number): string | null {
  if (!clock.extended || words.extended.has(number)) return null;
  words.extended.add(number);
  return words.text("log-extended", { name: words.seat(seat) });
}

export const BANG: Lines<BangEvent> = {
  seated(words, event) {
    words.seating = event.order;
    const names = listed(event.order.map((player) => words.player(player)));
    return words.text("log-seated", { names });
  },
  role_dealt(words, event) {
    const role = event.role[0];
    if (!role) return null;
    return words.text("log-role", {
      name: words.seat(event.seat),
      role: words.text(`role-${role}`),
    });
  },
  characters_offered(words, event) {
    if (event.characters.some((name) => name === "")) return null;
    const characters = listed(event.characters.map((name) => words.text(`character-${name}`)));
    return words.text("log-offered", { name: words.seat(event.seat), characters });
  },
  character_picked: (words, event) => words.text("log-picked", { name: words.seat(event.seat) }),
  character_taken: (words, event) =>
    words.text("log-character", {
      name: words.seat(event.seat),
      character: words.text(`character-${event.character}`),
      life: event.life,
    }),
  pile_shuffled: (words, event) => words.text("log-shuffled", { count: event.cards.length }),
  turn_began(words, event) {
    words.turnSeat = event.seat;
    words.isTimeUp = false;
    words.extended.clear();
    return words.text("log-turn", { round: event.round, name: words.seat(event.seat) });
  },
  turn_skipped: (words, event) => words.text("log-turn-skipped", { name: words.seat(event.seat) }),
  clock_set(words, event) {
    if (event.expired && !words.isTimeUp) {
      words.isTimeUp = true;
      return words.text("log-time-is-up");
    }
    return extended(words, event, TURN_CLOCK, words.turnSeat);
  },
  wait_opened: (words, event) =>
    event.wait.kind === "dying"
      ? words.text("log-dying", { name: words.seat(event.wait.seat) })
      : null,
  wait_changed: (words, event) => extended(words, event.wait, event.wait.id, event.wait.seat),
  autopilot_changed: (words, event) => words.presence(event.seat, event.away),
  card_played(words, event) {
    const card = words.face(event.card);
    const name = words.seat(event.seat);
    const aimed = event.target ?? -1;
    const target = aimed >= 0 ? words.seat(aimed) : "";
    if (aimed === event.seat) return words.text("log-played-own", { name, card });
    if (words.kind(event.card) !== event.kind) {
      const kind = words.text(`card-${event.kind}`);
      return words.text("log-played-as", { name, card, kind, target });
    }
    return words.text(`log-played-${event.kind}`, { name, card, target });
  },
  card_shown: (words, event) =>
    words.text("log-shown", { name: words.seat(event.seat), card: words.face(event.card) }),
  cards_moved(words, event) {
    const [[pile, from], [onPile, onto]] = [event.source, event.to];
    let key = MOVED[`${pile} ${onPile} ${event.why}`];
    if (key === undefined) return null;
    if (key === "log-answered" && words.dying.has(from)) key = "log-rescues";
    if (key === "log-stolen-from-play" && from === onto) key = "log-stolen-own";
    const named: Params = { cards: words.faces(event.cards) };
    if (isHeld(pile)) named.owner = words.seat(from);
    const told = event.audience?.[0];
    if (isHeld(onPile)) named.name = words.seat(onto);
    else if (told !== undefined) named.name = words.seat(told);
    return words.text(key, named);
  },
  check_made(words, event) {
    const card = words.face(event.chosen);
    const cards = words.faces(event.cards);
    const turned =
      event.chosen < 0
        ? words.text("check-none")
        : event.cards.length === 1
          ? words.text("check-one", { card })
          : words.text("check-chosen", { card, cards });
    const success = event.success ? "yes" : "no";
    return words.text(`log-check-${event.purpose}`, {
      name: words.seat(event.seat),
      turned,
      success,
    });
  },
  life_changed(words, event) {
    if (event.life > 0) words.dying.delete(event.seat);
    else words.dying.add(event.seat);
    const key = LIFE[event.why];
    if (key === undefined) return null;
    return words.text(key, {
      name: words.seat(event.seat),
      amount: Math.abs(event.amount),
      life: event.life,
    });
  },
  eliminated(words, event) {
    const name = words.seat(event.seat);
    const role = words.text(`role-${event.role}`);
    if (event.killer < 0) return words.text("log-fell", { name, role });
    return words.text("log-fell-to", { name, role, killer: words.seat(event.killer) });
  },
  match_ended(words, event) {
    const roles = listed(
      event.roles.map((role, seat) =>
        words.text("role-of", { name: words.seat(seat), role: words.text(`role-${role}`) }),
      ),
    );
    return words.text(event.winner ? `log-ended-${event.winner}` : "log-abandoned", { roles });
  },
  draws_used: silent,
  counter_changed: silent,
  wait_closed: silent,
  step_taken: silent,
  phase_changed: silent,
};
