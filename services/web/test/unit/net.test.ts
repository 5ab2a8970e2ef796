import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Net, type NetOptions } from "../../src/net";
import type { ClientMessage, ServerMessage } from "../../src/schema";

class Wire {
  static made: Wire[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    Wire.made.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  fail(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }
}

const HELLO: ServerMessage = { type: "hello", room: "KQXHWT", viewer: "me", serverNowMs: 1 };

let seq = 0;
let isWhole = true;

function started(more: Partial<NetOptions> = {}): Net {
  const net = new Net({
    url: "ws://here/api/rooms/KQXHWT/socket",
    invitation: "key",
    token: "",
    listener: { seq: () => seq, hear: () => isWhole },
    open: () => new Wire() as unknown as WebSocket,
    ...more,
  });
  net.start();
  return net;
}

/** Waits until the next try, and says how long that took. */
function retried(net: Net): number {
  const line = net.line.value;
  if (line.state !== "lost") throw new Error(line.state);
  const wait = line.retryAt - performance.now();
  vi.advanceTimersByTime(wait);
  return wait;
}

const wire = (): Wire => Wire.made.at(-1) as Wire;
const commands = () => wire().sent.filter((message) => message.type === "command");

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  Wire.made = [];
  seq = 0;
  isWhole = true;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a connection", () => {
  it("says up to where everything was heard", () => {
    seq = 41;
    started();
    wire().open();
    expect(wire().sent).toEqual([{ type: "resume", after: 41, token: "", invitation: "key" }]);
  });

  it("asks again where something is missing", () => {
    started();
    wire().open();
    isWhole = false;
    wire().say(HELLO);
    expect(wire().sent.map((message) => message.type)).toEqual(["resume", "resume"]);
  });

  it("is tried again, later and later, but never later than 15 seconds", () => {
    const net = started();
    const waits = Array.from({ length: 8 }, () => {
      wire().fail();
      return retried(net);
    });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    expect(Wire.made).toHaveLength(9);
  });

  it("starts from short pauses again once it was heard", () => {
    const net = started();
    wire().fail();
    retried(net);
    wire().fail();
    retried(net);
    wire().open();
    wire().say(HELLO);
    wire().fail();
    expect(retried(net)).toBe(500);
  });

  it("that never comes about is given up too", () => {
    const net = started();
    vi.advanceTimersByTime(9_000);
    expect(net.line.value.state === "lost" || Wire.made.length > 1).toBe(true);
  });

  it("ends for good where the server will say the same again", () => {
    const net = started();
    wire().open();
    wire().fail(4404, "no_such_room");
    expect(net.line.value).toEqual({ state: "ended", why: { code: "no_such_room", params: {} } });
    vi.advanceTimersByTime(60_000);
    expect(Wire.made).toHaveLength(1);
  });

  it("that was never had is asked for its reason", async () => {
    const why = { code: "unauthenticated", params: {} };
    const net = started({ diagnose: async () => why });
    wire().fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(net.line.value).toEqual({ state: "ended", why });
  });

  it("that says nothing is asked, doubted, and given up", () => {
    const net = started();
    wire().open();
    wire().say(HELLO);
    vi.advanceTimersByTime(1_600);
    expect(wire().sent.at(-1)?.type).toBe("ping");
    vi.advanceTimersByTime(1_500);
    expect(net.line.value.state).toBe("quiet");
    vi.advanceTimersByTime(6_000);
    expect(net.line.value.state === "lost" || Wire.made.length > 1).toBe(true);
  });
});

describe("a command", () => {
  it("goes out once and is answered", async () => {
    const net = started();
    wire().open();
    const done = net.command({ type: "start" }, "id-1");
    expect(net.waiting.value).toBe(1);
    expect(commands()).toHaveLength(1);
    wire().say({ type: "result", commandId: "id-1", accepted: true, seq: 9 });
    expect(await done).toEqual({ ok: true, seq: 9 });
    expect(net.waiting.value).toBe(0);
  });

  it("is sent again under the same id after a lost connection", async () => {
    const net = started();
    wire().open();
    const done = net.command({ type: "start" }, "id-2");
    wire().fail();
    vi.advanceTimersByTime(1_000);
    wire().open();
    expect(commands()).toMatchObject([{ commandId: "id-2" }]);
    wire().say({ type: "result", commandId: "id-2", accepted: true, seq: 3, repeated: true });
    expect(await done).toEqual({ ok: true, seq: 3 });
  });

  it("that came while nothing was connected waits for the connection", () => {
    const net = started();
    void net.command({ type: "start" }, "id-3");
    expect(commands()).toHaveLength(0);
    wire().open();
    expect(commands()).toMatchObject([{ commandId: "id-3" }]);
  });

  it("is repeated when the server asks for it, and refused when it does not", async () => {
    const net = started();
    wire().open();
    wire().say(HELLO);
    const done = net.command({ type: "start" }, "id-4");
    const later = { code: "unavailable" as const, params: { retry_after_ms: 300 } };
    wire().say({ type: "result", commandId: "id-4", accepted: false, why: later });
    vi.advanceTimersByTime(700);
    expect(commands()).toHaveLength(2);
    const why = { code: "not_host" as const, params: {} };
    wire().say({ type: "result", commandId: "id-4", accepted: false, why });
    expect(await done).toEqual({ ok: false, why });
  });

  it("is told when the connection has ended for good", async () => {
    const net = started();
    wire().open();
    const done = net.command({ type: "start" });
    wire().fail(4401, "unauthenticated");
    const ended = { ok: false, why: { code: "unauthenticated", params: {} } };
    expect(await done).toEqual(ended);
    expect(await net.command({ type: "start" })).toEqual(ended);
  });
});

describe("what is said at the table", () => {
  it("is answered like a command, and locks nothing", async () => {
    const net = started();
    wire().open();
    const done = net.say({ phrase: "hello" }, "say-1");
    expect(net.waiting.value).toBe(0);
    expect(wire().sent.at(-1)).toEqual({ type: "say", sayId: "say-1", phrase: "hello" });
    const why = { code: "talk_off" as const, params: {} };
    wire().say({ type: "sayResult", sayId: "say-1", why });
    expect(await done).toEqual({ ok: false, why });
  });
});

describe("another page", () => {
  it("has the connection until it is taken up again, and what was asked is asked again then", () => {
    const net = started();
    wire().open();
    wire().say(HELLO);
    void net.command({ type: "start" }, "c1");
    net.yieldTo();
    expect(net.line.value).toEqual({ state: "elsewhere" });
    expect(wire().readyState).toBe(3);
    vi.advanceTimersByTime(60_000);
    net.now();
    expect(Wire.made.length).toBe(1);
    net.takeUp();
    expect(Wire.made.length).toBe(2);
    wire().open();
    expect(commands()).toEqual([{ type: "command", commandId: "c1", command: { type: "start" } }]);
    wire().say(HELLO);
    net.takeUp();
    expect(Wire.made.length).toBe(2);
  });

  it("takes nothing from a room that has ended", () => {
    const net = started();
    wire().open();
    wire().fail(4404);
    net.yieldTo();
    expect(net.line.value.state).toBe("ended");
  });
});
