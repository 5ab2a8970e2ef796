import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, ServerMessage, View } from "../../src/schema";
import { me } from "../../src/session";
import { Table } from "../../src/store";

const ROOM = { code: "KQXHWT", game: "bang", phase: "match" };

function frame(seq: number, sections: Record<string, unknown>, events: unknown[] = []): Frame {
  return { type: "frame", seq, hash: "", atMs: seq, events, sections } as unknown as Frame;
}

function view(seq: number, sections: Record<string, unknown> = {}): View {
  return { type: "view", seq, hash: "", sections: { room: ROOM, ...sections } } as unknown as View;
}

function table(): Table {
  return new Table("KQXHWT", { url: "", invitation: "", token: "" });
}

beforeEach(() => {
  vi.useFakeTimers();
});

describe("a table", () => {
  it("is put together from a view and the sections that changed", () => {
    const found = table();
    found.hear(view(7, { clock: 5, turn: { seat: 1 }, check: { seat: 2 } }));
    expect(found.hear(frame(8, { clock: 9, check: null }))).toBe(true);
    expect(found.seq.value).toBe(8);
    expect(found.sections.value).toEqual({ room: ROOM, clock: 9, turn: { seat: 1 } });
  });

  it("leaves what did not change as it was", () => {
    const found = table();
    found.hear(view(7, { turn: { seat: 1 } }));
    const before = found.section("turn");
    const value = before.value;
    found.hear(frame(8, { clock: 9 }));
    expect(before.value).toBe(value);
  });

  it("notices what is missing, and passes over what came before", () => {
    const found = table();
    found.hear(view(7));
    expect(found.hear(frame(9, { clock: 9 }))).toBe(false);
    expect(found.hear(frame(7, { clock: 3 }))).toBe(true);
    expect(found.sections.value.clock).toBeUndefined();
  });

  it("takes a whole view for what it says, also an older one", () => {
    const found = table();
    found.hear(view(7, { clock: 5 }));
    found.hear(view(4));
    expect(found.seq.value).toBe(4);
    expect(found.sections.value.clock).toBeUndefined();
  });

  it("does not count what came before somebody sat down", () => {
    const found = table();
    found.hear(view(7, { you: { player: null } }));
    found.hear(view(9, { you: { player: "me" } }));
    expect(found.missed.value).toBe(0);
  });

  it("knows what whoever sits here is called before the server says so", () => {
    const found = table();
    me.value = { state: "here", player: "me", nickname: "Bori", isFleeting: false };
    expect(found.name("me")).toBe("Bori");
    found.names.value = { me: "Ann" };
    expect(found.name("me")).toBe("Ann");
  });

  it("counts what it has missed", () => {
    const found = table();
    found.hear(view(7));
    expect(found.missed.value).toBe(0);
    found.hear(view(12));
    expect(found.missed.value).toBe(5);
  });

  it("reads events by the names of their places", () => {
    const found = table();
    found.hear(view(7));
    found.hear(frame(8, {}, [["life_changed", 2, -1, 3, "shot", 0]]));
    expect(found.heard.value.map((each) => each.event)).toEqual([
      { tag: "life_changed", seat: 2, amount: -1, life: 3, why: "shot", by: 0 },
    ]);
  });

  it("says that the server is newer when it speaks of unknown things", () => {
    const found = table();
    found.hear(view(7));
    found.hear(frame(8, { clock: 1 }, [["moon_rose", 1]]));
    expect(found.isOutdated.value).toBe(true);
    expect(found.sections.value.clock).toBe(1);
    const other = table();
    other.hear({ type: "later" } as unknown as ServerMessage);
    expect(other.isOutdated.value).toBe(true);
  });

  it("shows each frame for as long as the screen wants, in order", () => {
    const found = table();
    found.pace = () => 100;
    found.hear(view(1));
    for (const seq of [2, 3, 4]) found.hear(frame(seq, { clock: seq }));
    expect(found.seq.value).toBe(2);
    vi.advanceTimersByTime(100);
    expect(found.seq.value).toBe(3);
    vi.advanceTimersByTime(100);
    expect(found.seq.value).toBe(4);
  });

  it("announces a frame for as long as the screen wants before it is shown", () => {
    const found = table();
    found.lead = () => 100;
    found.hear(view(1));
    found.hear(frame(2, { clock: 2 }));
    expect(found.coming.value?.seq).toBe(2);
    expect(found.seq.value).toBe(1);
    vi.advanceTimersByTime(100);
    expect(found.coming.value).toBeNull();
    expect(found.seq.value).toBe(2);
  });

  it("puts what was told before it came in front of what it has heard", () => {
    const found = table();
    found.hear(view(3));
    found.hear(frame(4, {}, [["turn_skipped", 1]]));
    const earlier = frame(2, {}, [["turn_skipped", 0]]);
    found.recall([earlier, frame(4, {}, [["turn_skipped", 1]])]);
    expect(found.heard.value.map(({ seq }) => seq)).toEqual([2, 4]);
    expect(found.recalledTo).toBe(2);
  });

  it("shows the newest at once when it is too far behind", () => {
    const found = table();
    found.pace = () => 1000;
    found.hear(view(1));
    for (let seq = 2; seq <= 12; seq += 1) found.hear(frame(seq, { clock: seq }));
    vi.advanceTimersByTime(50);
    expect(found.seq.value).toBe(12);
    expect(found.sections.value.clock).toBe(12);
  });

  it("shows the last of many that came at once without a pause, and counts what went by", () => {
    const found = table();
    found.pace = () => 1000;
    found.hear(view(1));
    for (let seq = 2; seq <= 300; seq += 1) found.hear(frame(seq, {}, [["turn_skipped", 1]]));
    expect(found.seq.value).toBeLessThan(20);
    vi.advanceTimersByTime(50);
    expect(found.seq.value).toBe(300);
    expect(found.missed.value).toBe(298);
    vi.advanceTimersByTime(2000);
    found.hear(frame(301, {}, [["turn_skipped", 1]]));
    found.hear(frame(302, {}, [["turn_skipped", 1]]));
    expect(found.seq.value).toBe(301);
    expect(found.missed.value).toBe(298);
  });

  it("keeps what was said once and in order, however often it is told", () => {
    const found = table();
    const line = (id: string, atMs: number) =>
      ({ id, atMs, player: "p", phrase: "hello" }) as const;
    found.hear({ type: "talk", lines: [line("a", 1), line("b", 2)] });
    found.hear({ type: "said", line: line("b", 2) });
    found.hear({ type: "said", line: line("c", 3) });
    expect(found.said.value.map((each) => each.id)).toEqual(["a", "b", "c"]);
    found.hear({ type: "talk", lines: [], away: true });
    expect(found.isTalkAway.value).toBe(true);
    expect(found.seq.value).toBe(0);
  });
});
