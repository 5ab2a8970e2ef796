import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Phrase } from "../../src/schema";
import { mute, muted, sayable, wordsOf } from "../../src/talk";
import { catalogue } from "../../src/text";
import { said, words } from "./words";

const name = (player: string) => ({ a: "Ann", b: "보리" })[player] ?? "?";

beforeEach(() => {
  catalogue.value = words("en");
});

afterEach(() => {
  catalogue.value = null;
  mute("a", false);
});

describe.runIf(said !== null)("what is said at the table", () => {
  it("is read in the reader's language", () => {
    const line = { id: "1", player: "a", atMs: 1, phrase: "goodLuck", target: "b" } as const;
    expect(wordsOf(line, name)).toBe("Good luck, 보리!");
    catalogue.value = words("ko");
    expect(wordsOf(line, name)).toContain("보리");
    expect(wordsOf(line, name)).not.toContain("luck");
  });

  it("in one's own words stays as it was written", () => {
    const line = { id: "1", player: "a", atMs: 1, text: "{ $name } <b>" };
    expect(wordsOf(line, name)).toBe("{ $name } <b>");
  });

  it("can be said to all or at somebody, as each phrase wants", () => {
    const phrases: Phrase[] = [
      { id: "hello", points: "no" },
      { id: "goodLuck", points: "may" },
      { id: "trust", points: "must" },
    ] as Phrase[];
    expect(sayable(phrases, "").map((each) => each.id)).toEqual(["hello", "goodLuck"]);
    expect(sayable(phrases, "b").map((each) => each.id)).toEqual(["goodLuck", "trust"]);
  });

  it("is not heard of whom one has muted", () => {
    mute("a", true);
    mute("a", true);
    expect(muted.value).toEqual(["a"]);
    mute("a", false);
    expect(muted.value).toEqual([]);
  });
});
