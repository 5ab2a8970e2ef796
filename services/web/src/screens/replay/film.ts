/** A match as one viewer was sent it, entry by entry, to be gone through in any order. */

import { decoded, type GameEvent } from "../../events";
import { ask } from "../../rest";
import type {
  Frame,
  FramesReply,
  MatchesReply,
  MatchInfo,
  ProofsReply,
  Sections,
  Why,
} from "../../schema";
import { changed, type Heard, Table } from "../../store";
import { token } from "../ops/token";

export interface Shot {
  seq: number;
  atMs: number;
  events: readonly GameEvent[];
  sections: Sections;
}

export interface Film {
  code: string;
  info: MatchInfo;
  names: Record<string, string>;
  /** Whose eyes: a player's id, or `watcher`. */
  viewer: string;
  isOver: boolean;
  /** The name of the auditor who looks, and is recorded, or empty. */
  by: string;
  /** Who sits where; empty before anybody does. */
  seating: readonly string[];
  shots: readonly Shot[];
  /** None for an auditor: each question of his is a look. */
  proofs: ProofsReply | null;
}

export interface Wanted {
  code: string;
  match: number;
  /** Empty: one's own. */
  viewer: string;
  invitation: string;
  /** What an auditor calls himself; nobody is one who has not shown the credential. */
  auditor: string;
}

export type Loaded = { ok: true; film: Film } | { ok: false; why: Why };

export async function load({ code, match, viewer, invitation, auditor }: Wanted): Promise<Loaded> {
  const query = new URLSearchParams();
  const by = token() === "" ? "" : auditor;
  const shown = by === "" ? {} : { authorization: `Bearer ${token()}` };
  if (by !== "") query.set("auditor", by);
  if (invitation !== "") query.set("invitation", invitation);
  const asked = query.toString();
  if (viewer !== "") query.set("as", viewer);
  const base = `/api/rooms/${code}/matches`;
  const [matches, frames, proofs] = await Promise.all([
    ask<MatchesReply>("GET", `${base}?${asked}`, undefined, shown),
    ask<FramesReply>("GET", `${base}/${match}/frames?${query}`, undefined, shown),
    by === "" ? ask<ProofsReply>("GET", `${base}/${match}/proofs?${query}`) : null,
  ]);
  if (!frames.ok) return frames;
  if (!matches.ok) return matches;
  if (proofs?.ok === false) return proofs;
  const info = matches.value.matches.find((each) => each.match === match);
  if (info === undefined) return { ok: false, why: { code: "match_not_kept" } };
  const { view, viewer: eyes, over } = frames.value;
  const first: Shot = { seq: view.seq, atMs: info.beganMs, events: [], sections: view.sections };
  const film: Film = {
    ...{ code, info, viewer: eyes, isOver: over, by, proofs: proofs?.value ?? null },
    names: matches.value.names ?? {},
    seating: [],
    shots: [first],
  };
  film.shots = frames.value.frames.reduce(
    (shots: Shot[], frame) => {
      shots.push(next(shots.at(-1) ?? first, frame, info.game));
      return shots;
    },
    [first],
  );
  const seats = film.shots.findLast((shot) => shot.sections.seats?.length)?.sections.seats;
  film.seating = (seats ?? []).map((person) => person.id);
  return { ok: true, film };
}

function next(before: Shot, frame: Frame, game: string): Shot {
  const events = frame.events.flatMap((event) => decoded(game, event) ?? []);
  return { seq: frame.seq, atMs: frame.atMs, events, sections: changed(before.sections, frame) };
}

/** A table at which that moment stands, for whatever draws one; nothing connects it. */
export function tableOf(film: Film): Table {
  const table = new Table(film.code, { url: "", invitation: "", token: "" });
  table.names.value = film.names;
  table.present.value = new Set(film.info.players);
  return table;
}

export function stand(table: Table, film: Film, place: number): void {
  const shot = film.shots[place];
  if (shot === undefined) return;
  table.sections.value = shot.sections;
  table.moment.value = { seq: shot.seq, events: shot.events };
  table.seq.value = shot.seq;
}

export const heardIn = (film: Film): Heard[] =>
  film.shots.flatMap(({ seq, atMs, events }) => events.map((event) => ({ seq, atMs, event })));

export type Mark = "turn" | "out" | "check" | "asked";

const MARKS: Partial<Record<GameEvent["tag"], Mark>> = {
  turn_began: "turn",
  eliminated: "out",
  match_ended: "out",
  check_made: "check",
  shot_fired: "check",
  wait_opened: "asked",
};

/** What is worth a tick on the line, one for each moment. */
export const marks = (film: Film): (Mark | null)[] =>
  film.shots.map(({ events }) => {
    const found = events.flatMap((event) => MARKS[event.tag] ?? []);
    return found.includes("out") ? "out" : found.includes("turn") ? "turn" : (found[0] ?? null);
  });
