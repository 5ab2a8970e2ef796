/**
 * The page says of every event what Python says. What was played and said is written by the test stage
 * (`tests/web/said.py`), which names the file; alone these tests have nothing to compare.
 */

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { decoded } from "../../src/events";
import { josa } from "../../src/josa";
import { tell } from "../../src/lines";
import { Wording } from "../../src/lines/wording";
import type { CardInfo } from "../../src/schema";
import { catalogue } from "../../src/text";
import { words } from "./words";

interface Said {
  cards: CardInfo[];
  josa: { word: string; pair: string; said: string }[];
  logs: {
    about: string;
    game: string;
    language: "ko" | "en";
    kids: boolean;
    names: Record<string, string>;
    told: [unknown[], string | null][];
  }[];
}

const path = process.env.SALOON_SAID;
const said: Said | null = path ? JSON.parse(readFileSync(path, "utf-8")) : null;

afterEach(() => {
  catalogue.value = null;
});

describe.runIf(said !== null)("what Python says", () => {
  it("has the same particles", () => {
    const rows = said?.josa ?? [];
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) expect(josa(row.word, row.pair)).toBe(row.said);
  });

  it.each(said?.logs ?? [])("is said here too: $about", (log) => {
    catalogue.value = words(log.language, log.kids);
    const wording = new Wording({
      name: (player) => log.names[player] ?? "?",
      cards: said?.cards ?? [],
      seating: [],
      game: log.game,
    });
    expect(log.told.length).toBeGreaterThan(10);
    for (const [written, line] of log.told) {
      const event = decoded(wording.game, written);
      if (event === null) throw new Error(`unknown: ${JSON.stringify(written)}`);
      expect([written, tell(wording, event)]).toEqual([written, line]);
    }
  });
});
