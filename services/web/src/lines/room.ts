import type { RoomEvent } from "../schema";
import { choice, has, listed } from "../text";
import { type Lines, silent } from "./wording";

const DEPARTURES: Record<string, string> = {
  left: "room-left",
  kicked: "room-kicked",
  removed: "room-removed",
};

export const ROOM: Lines<RoomEvent> = {
  room_opened(words, event) {
    words.game = event.game;
    words.options = { ...event.options };
    words.host = event.host;
    words.visibility = event.visibility;
    return words.text("room-opened", { name: words.player(event.host) });
  },
  tenant_named(words, event) {
    const before = words.tenant;
    words.tenant = event.tenant;
    return before ? null : words.text("room-tenant", { name: event.tenant });
  },
  restated(words, event) {
    words.host = event.host;
    words.visibility = event.visibility;
    return null;
  },
  seat_taken(words, event) {
    const key = event.automatic ? "room-seat-taken-bot" : "room-seat-taken";
    return words.text(key, { name: words.player(event.player) });
  },
  seat_given_up(words, event) {
    if (event.why === "left" && words.left.delete(event.player)) return null;
    const isOpen = event.why === "kicked" && ["public", "link"].includes(words.visibility);
    const key = isOpen ? "room-kicked-open" : DEPARTURES[event.why];
    return key === undefined ? null : words.text(key, { name: words.player(event.player) });
  },
  host_changed(words, event) {
    const before = words.host;
    words.host = event.host;
    if (before === event.host) {
      return words.visibility === "invited" ? words.text("room-new-key") : null;
    }
    return words.text("room-host", { name: words.player(event.host) });
  },
  options_changed(words, event) {
    const before = words.options;
    words.options = { ...event.options };
    const changes = Object.entries(event.options)
      .filter(([option, value]) => before[option] !== value && has(`option-${option}`))
      .map(([option, value]) =>
        words.text("room-option-change", {
          option: words.text(`option-${option}`),
          choice: choice(option, value),
        }),
      );
    if (Object.keys(before).length === 0 || changes.length === 0) {
      return words.text("room-options-other");
    }
    return words.text("room-options", { changes: listed(changes) });
  },
  visibility_changed(words, event) {
    words.visibility = event.visibility;
    const visibility = words.text(`visibility-${event.visibility}`);
    return words.text("room-visibility", { visibility });
  },
  talk_changed: (words, event) => words.text(`room-talk-${event.talk}`),
  title_changed: (words, event) =>
    words.setting(event.tag, event.title)
      ? words.text(event.title ? "room-title" : "room-title-none", { title: event.title })
      : null,
  watching_changed: (words, event) =>
    words.setting(event.tag, event.watching)
      ? words.text(`room-watching-${event.watching ? "on" : "off"}`)
      : null,
  wording_changed: (words, event) =>
    words.setting(event.tag, event.kids)
      ? words.text(`room-wording-${event.kids ? "kids" : "own"}`)
      : null,
  readiness_changed(words, event) {
    const key = event.ready ? "room-ready" : "room-unready";
    return words.text(key, { name: words.player(event.player) });
  },
  start_locked: (words) => words.text("room-locked"),
  match_dealt(words, event) {
    words.game = event.game;
    words.seating = [];
    words.turnSeat = -1;
    words.dying.clear();
    words.options = { ...event.options };
    return words.text(event.test_seed ? "room-dealt-test" : "room-dealt", { match: event.match });
  },
  presence_changed(words, event) {
    if (!event.left) {
      words.left.delete(event.player);
      return null;
    }
    words.left.add(event.player);
    return words.text("room-left-match", { name: words.player(event.player) });
  },
  match_closed(words, event) {
    if (event.winners.length === 0) return null;
    const names = listed(event.winners.map((player) => words.player(player)));
    return words.text("room-winners", { names });
  },
  secret_revealed: (words, event) =>
    words.text(event.dealt === false ? "room-secret-unused" : "room-secret"),
  lobby_reopened: (words) => words.text("room-again"),
  looked_into: (words, event) => words.text("room-looked-into", { name: event.auditor }),
  room_closed: (words, event) =>
    event.why === "cleared" ? null : words.text(`room-closed-${event.why}`),
  secret_chosen: silent,
  entropy_revealed: silent,
};
