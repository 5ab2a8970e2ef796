/**
 * A room's websocket, kept up across lost connections: it says up to which entry everything was heard
 * and gets the rest; a command is sent again, under the same id, until it is answered.
 */

import { signal } from "@preact/signals";
import { randomHex } from "./rest";
import type { ClientMessage, Command, Saying, ServerMessage, Why } from "./schema";

export type Line =
  | { state: "connecting" }
  | { state: "open" }
  /** Nothing was heard for a while, not even an answer. */
  | { state: "quiet" }
  /** `retryAt`: on the clock of `performance.now()`. */
  | { state: "lost"; retryAt: number }
  /** Another page of this browser has it. */
  | { state: "elsewhere" }
  /** For good: connecting again is no use. */
  | { state: "ended"; why: Why };

export type Outcome = { ok: true; seq: number } | { ok: false; why: Why };

export interface Listener {
  /** The number of the last entry that is known. */
  seq(): number;
  /** Gives `false` where something is missing before it. */
  hear(message: ServerMessage): boolean;
}

export interface NetOptions {
  url: string;
  invitation: string;
  token: string;
  listener: Listener;
  open?: (url: string) => WebSocket;
  /** Asked when a connection could not be had at all: why it never will be, or nothing. */
  diagnose?: () => Promise<Why | null>;
}

interface Pending {
  message: ClientMessage;
  settle: (outcome: Outcome) => void;
  giveUpAt: number;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const PING_AFTER_MS = 1_000;
const QUIET_AFTER_MS = 2_600;
const CUT_AFTER_MS = 8_000;
const LOOK_EVERY_MS = 250;
const BUDGET_MS = 15_000;
const RESTARTING = 1012;
const ENDINGS: Record<number, string> = {
  4400: "malformed",
  4401: "unauthenticated",
  4403: "forbidden",
  4404: "no_such_room",
};

const INTERNAL: Why = { code: "internal" };

export class Net {
  readonly line = signal<Line>({ state: "connecting" });
  /** How many commands wait for their answer; what is said is not counted. */
  readonly waiting = signal(0);

  private wire: WebSocket | null = null;
  private pause = FIRST_PAUSE_MS;
  private heardAt = 0;
  private pingedAt = 0;
  private hasOpened = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private look: ReturnType<typeof setInterval> | undefined;
  private readonly pending = new Map<string, Pending>();
  private readonly options: Required<NetOptions>;

  constructor(options: NetOptions) {
    this.options = { open: (url) => new WebSocket(url), diagnose: async () => null, ...options };
  }

  start(): void {
    this.look = setInterval(() => this.watch(), LOOK_EVERY_MS);
    globalThis.addEventListener?.("online", this.now);
    globalThis.addEventListener?.("offline", this.cut);
    globalThis.document?.addEventListener("visibilitychange", this.seen);
    this.connect();
  }

  stop(): void {
    clearInterval(this.look);
    clearTimeout(this.retry);
    globalThis.removeEventListener?.("online", this.now);
    globalThis.removeEventListener?.("offline", this.cut);
    globalThis.document?.removeEventListener("visibilitychange", this.seen);
    this.drop();
  }

  /** Tries again at once. */
  readonly now = (): void => {
    if (this.line.value.state !== "lost") return;
    clearTimeout(this.retry);
    this.connect();
  };

  /** Lets another page have the connection, until `takeUp`. */
  yieldTo(): void {
    if (this.line.value.state === "ended") return;
    clearTimeout(this.retry);
    this.drop();
    this.line.value = { state: "elsewhere" };
  }

  takeUp(): void {
    if (this.line.value.state === "elsewhere") this.connect();
  }

  /** Carries out one command, over lost connections too. */
  command(command: Command, id = randomHex(16)): Promise<Outcome> {
    return this.ask(id, { type: "command", commandId: id, command });
  }

  /** Its outcome's `seq` says nothing: talk stands beside the game. */
  say(saying: Saying, id = randomHex(16)): Promise<Outcome> {
    return this.ask(id, { type: "say", sayId: id, ...saying });
  }

  private ask(id: string, message: ClientMessage): Promise<Outcome> {
    const line = this.line.value;
    if (line.state === "ended") return Promise.resolve({ ok: false, why: line.why });
    return new Promise((settle) => {
      const giveUpAt = performance.now() + BUDGET_MS;
      this.pending.set(id, { message, settle, giveUpAt });
      this.count();
      this.send(message);
    });
  }

  private connect(): void {
    this.line.value = { state: "connecting" };
    this.hasOpened = false;
    const wire = this.options.open(this.options.url);
    this.wire = wire;
    wire.onopen = () => this.opened();
    wire.onmessage = (event) => this.heard(String(event.data));
    wire.onclose = (event) => {
      if (this.wire === wire) this.closed(event.code, event.reason);
    };
    this.heardAt = performance.now();
  }

  private opened(): void {
    this.heardAt = performance.now();
    this.resume();
    for (const { message } of this.pending.values()) this.send(message);
  }

  private resume(): void {
    const { listener, token, invitation } = this.options;
    this.send({ type: "resume", after: listener.seq(), token, invitation });
  }

  private heard(data: string): void {
    this.heardAt = performance.now();
    const message = JSON.parse(data) as ServerMessage;
    this.hasOpened = true;
    this.pause = FIRST_PAUSE_MS;
    if (this.line.value.state !== "open") this.line.value = { state: "open" };
    if (message.type === "result") {
      const { commandId, accepted, seq = 0, why } = message;
      this.answered(commandId, accepted ? null : (why ?? INTERNAL), seq);
    } else if (message.type === "sayResult") {
      this.answered(message.sayId, message.why ?? null, 0);
    } else if (!this.options.listener.hear(message)) {
      this.resume();
    }
  }

  private answered(id: string, why: Why | null, seq: number): void {
    const found = this.pending.get(id);
    if (found === undefined) return;
    const pause = why?.params?.retry_after_ms;
    if (typeof pause === "number" && performance.now() + pause < found.giveUpAt) {
      setTimeout(() => this.send(found.message), pause * (1 + Math.random()));
      return;
    }
    this.settle(id, why === null ? { ok: true, seq } : { ok: false, why });
  }

  private settle(id: string, outcome: Outcome): void {
    this.pending.get(id)?.settle(outcome);
    this.pending.delete(id);
    this.count();
  }

  private count(): void {
    const asked = [...this.pending.values()];
    this.waiting.value = asked.filter(({ message }) => message.type === "command").length;
  }

  private send(message: ClientMessage): void {
    if (this.wire?.readyState === 1) this.wire.send(JSON.stringify(message));
  }

  private closed(code: number, reason: string): void {
    this.wire = null;
    const ending = ENDINGS[code];
    if (ending !== undefined) {
      this.end({ code: reason || ending, params: {} });
      return;
    }
    if (code === RESTARTING) this.pause = 0;
    this.lose();
    if (!this.hasOpened) {
      this.options.diagnose().then((why) => {
        if (why !== null && this.line.value.state !== "open") this.end(why);
      });
    }
  }

  private lose(): void {
    const pause = this.pause * (0.75 + Math.random() / 2);
    this.pause = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.pause * 2));
    this.line.value = { state: "lost", retryAt: performance.now() + pause };
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), pause);
  }

  private end(why: Why): void {
    clearTimeout(this.retry);
    clearInterval(this.look);
    this.drop();
    this.line.value = { state: "ended", why };
    for (const id of [...this.pending.keys()]) this.settle(id, { ok: false, why });
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    wire?.close();
  }

  /** A connection that died says nothing: whoever is silent is asked, and then given up. */
  private watch(): void {
    if (this.wire === null || globalThis.document?.hidden) return;
    const now = performance.now();
    const silent = now - this.heardAt;
    if (silent > CUT_AFTER_MS) {
      this.drop();
      this.lose();
      return;
    }
    if (silent > QUIET_AFTER_MS && this.line.value.state === "open") {
      this.line.value = { state: "quiet" };
    }
    if (silent > PING_AFTER_MS && now - this.pingedAt > PING_AFTER_MS) {
      this.pingedAt = now;
      this.send({ type: "ping", echo: Math.floor(now) });
    }
  }

  private readonly cut = (): void => {
    if (this.wire === null) return;
    this.drop();
    this.lose();
  };

  private readonly seen = (): void => {
    if (globalThis.document?.hidden) return;
    this.heardAt = Math.max(this.heardAt, performance.now() - QUIET_AFTER_MS);
    this.now();
  };
}
