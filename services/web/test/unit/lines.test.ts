/** The page says of every text and every event what Python says. */

import { afterEach, describe, expect, it } from "vitest";
import { decoded } from "../../src/events";
import { josa } from "../../src/josa";
import { addLines, tell } from "../../src/lines";
import { BUCKSHOT } from "../../src/lines/buckshot";
import { Wording } from "../../src/lines/wording";
import { catalogue } from "../../src/text";
import { said, words } from "./words";

addLines("buckshot", BUCKSHOT);

afterEach(() => {
  catalogue.value = null;
});

describe.runIf(said !== null)("what Python says", () => {
  it("has the same particles", () => {
    const rows = said?.josa ?? [];
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) expect(josa(row.word, row.pair)).toBe(row.said);
  });

  it.each(said?.sets ?? [])("has the same lines: $language, kids $kids", (set) => {
    const here = words(set.language, set.kids);
    expect(set.lines.length).toBeGreaterThan(1000);
    for (const [key, params, line] of set.lines) {
      expect([key, params, here.text(key, params)]).toEqual([key, params, line]);
    }
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
