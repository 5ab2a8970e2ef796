import { expect, it } from "vitest";
import { blocks, kindsOf, places } from "../../src/screens/replay/causes";
import type { Shot } from "../../src/screens/replay/film";

const shot = (seq: number, ...events: unknown[]): Shot =>
  ({ seq, atMs: 0, events, sections: {} }) as unknown as Shot;

const asks = (id: number, parent = 0) => ({ tag: "wait_opened", wait: { id, parent } });
const closes = (wait: number) => ({ tag: "wait_closed", wait });
const turn = { tag: "turn_began", seat: 0, number: 1 };

const SHOTS = [
  shot(1),
  shot(2, turn),
  shot(3, { tag: "card_played", seat: 0 }, asks(5), asks(6)),
  shot(4, closes(5), { tag: "life_changed" }, asks(7, 5)),
  shot(5, { tag: "presence_changed" }),
  shot(6, closes(7)),
  shot(7, { tag: "wait_changed", wait: { id: 6 } }, asks(8, 6)),
  shot(8, closes(8), closes(6)),
  shot(9, turn),
];

it("leads every answer back to the card that asked for it, and counts turns", () => {
  expect(places(SHOTS)).toEqual([
    { turn: 0, cause: 1 },
    { turn: 1, cause: 2 },
    { turn: 1, cause: 3 },
    { turn: 1, cause: 3 },
    { turn: 1, cause: 5 },
    { turn: 1, cause: 3 },
    { turn: 1, cause: 3 },
    { turn: 1, cause: 3 },
    { turn: 2, cause: 9 },
  ]);
});

it("keeps neighbours of one cause together, and the order as it was", () => {
  const rows = places(SHOTS).map((place, number) => ({ ...place, seq: number + 1 }));
  expect(blocks(rows).map((block) => block.map((row) => row.seq))).toEqual([
    [1],
    [2],
    [3, 4],
    [5],
    [6, 7, 8],
    [9],
  ]);
});

it("says of what kinds an entry is", () => {
  expect(SHOTS.map(kindsOf)).toEqual([
    [],
    ["turn"],
    ["card", "asked", "asked"],
    ["life", "asked"],
    [],
    [],
    ["asked"],
    [],
    ["turn"],
  ]);
});
