import { expect, it } from "vitest";
import { changes } from "../../src/screens/replay/changes";

it("names what came, went and is another, field by field", () => {
  const before = { turn: { seat: 0, number: 3 }, hand: { cards: [4, 9] }, legal: [], clock: 5 };
  const after = {
    turn: { seat: 1, number: 3 },
    hand: { cards: [4] },
    clock: 5,
    waits: [{ id: 2 }],
  };
  expect(changes(before, after)).toEqual([
    { path: "turn.seat", before: "0", after: "1" },
    { path: "hand.cards.1", before: "9", after: null },
    { path: "legal", before: "[]", after: null },
    { path: "waits", before: null, after: '[{"id":2}]' },
  ]);
  expect(changes(before, structuredClone(before))).toEqual([]);
});
