/**
 * One room as it is known here: the sections of its view, put together from a whole view and the
 * frames that followed, and what was heard. Frames are shown one after the other, each for as long as
 * the screen wants, so that people can follow; whoever is too far behind is shown the newest.
 */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { decoded, type GameEvent } from "./events";
import { Net, type NetOptions, type Outcome } from "./net";
import type { Command, Frame, Sections, ServerMessage, TalkLine, View, You } from "./schema";
import { me } from "./session";
import { t } from "./text";
import { learn } from "./time";

export interface Heard {
  seq: number;
  atMs: number;
  event: GameEvent;
}

export interface Moment {
  seq: number;
  events: readonly GameEvent[];
}

const HEARD_LIMIT = 4000;
const SAID_LIMIT = 200;
const BEHIND_FRAMES = 8;
const BEHIND_MS = 5000;
/** So long whatever comes is still part of what one was behind by. */
const CATCHING_UP_MS = 500;
/** What comes meanwhile is put together and drawn once. */
const GATHER_MS = 50;
const AUTOMATIC = "auto-";

/** What a frame makes of a view: sections that are told anew, and those that are gone. */
export function changed(before: Sections, frame: Frame): Sections {
  const sections: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(frame.sections)) {
    if (value === null) delete sections[name];
    else sections[name] = value;
  }
  return sections as Sections;
}

export class Table {
  readonly sections = signal<Sections>({});
  /** The number of the entry that is shown; 0: nothing is known yet. */
  readonly seq = signal(0);
  readonly viewer = signal<string | null>(null);
  readonly names = signal<Record<string, string>>({});
  readonly present = signal<ReadonlySet<string>>(new Set());
  readonly watchers = signal(0);
  readonly heard = signal<readonly Heard[]>([]);
  /** What happened with the entry that is shown, for whoever draws it. */
  readonly moment = signal<Moment | null>(null);
  /** Up to here what was heard was heard later than it happened. */
  recalledTo = 0;
  /** How many events were not shown one by one; set back by whoever has told it. */
  readonly missed = signal(0);
  /** What was said at the table, the oldest first. */
  readonly said = signal<readonly TalkLine[]>([]);
  readonly isTalkAway = signal(false);
  /** The server speaks of things that this page does not know. */
  readonly isOutdated = signal(false);
  /** What is about to be shown: whoever draws it may show how it comes about. */
  readonly coming = signal<Moment | null>(null);
  /** The hash of each entry that was told, to hold the log to later. */
  readonly hashes = new Map<number, string>();
  /** The seal of each match's secret, as it was first shown here. */
  readonly seals = new Map<number, string>();
  /** Has the seat shown here again, and no longer in another page of this browser. */
  takeUp: () => void = () => undefined;
  /** For how many milliseconds a frame is announced before it is shown. */
  lead: (moment: Moment) => number = () => 0;
  /** For how many milliseconds a frame is shown before the next one may be. */
  pace: (moment: Moment) => number = () => 0;

  readonly room = this.section("room");
  readonly members = this.section("members");
  readonly you = computed<You>(
    () => this.sections.value.you ?? { player: null, seat: null, host: false, invitation: "" },
  );
  /** Something was sent and its answer, or what came of it, is not shown yet. */
  readonly isBusy = computed(
    () => this.net.waiting.value > 0 || this.seq.value < this.awaited.value,
  );

  readonly net: Net;

  private readonly awaited = signal(0);
  private received = 0;
  private queue: { frame: Frame; at: number }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private caughtUpAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly code: string,
    options: Omit<NetOptions, "listener">,
  ) {
    this.net = new Net({ ...options, listener: { seq: () => this.received, hear: this.hear } });
  }

  start(): void {
    this.net.start();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.net.stop();
  }

  section<K extends keyof Sections>(name: K): ReadonlySignal<Sections[K]> {
    return computed(() => this.sections.value[name]);
  }

  /** A part of the view that is numbered, such as `seat/3`. */
  part<T>(name: string, number: number): T | undefined {
    return (this.sections.value as Record<string, unknown>)[`${name}/${number}`] as T | undefined;
  }

  /** What a player is called. */
  name(player: string): string {
    const known = this.names.value[player];
    if (known) return known;
    const own = me.value;
    if (own.state === "here" && own.player === player) return own.nickname;
    if (!player.startsWith(AUTOMATIC)) return t("player-unnamed");
    const automatic = (this.members.value ?? []).filter((each) => each.automatic !== "");
    const number = automatic.findIndex((each) => each.player === player) + 1;
    return t(`bot-${this.room.value?.game ?? "bang"}`, { number: number || 1 });
  }

  /** Why nothing can be done now, whatever the game allows. */
  whyLocked(): string | undefined {
    const { state } = this.net.line.value;
    if (state === "elsewhere") return t("ui-elsewhere");
    return state === "lost" || state === "quiet" ? t("ui-lost") : undefined;
  }

  async act(command: Command): Promise<Outcome> {
    const outcome = await this.net.command(command);
    if (outcome.ok) this.awaited.value = Math.max(this.awaited.value, outcome.seq);
    return outcome;
  }

  /** What was told of this match before this page was there, put before what it has heard itself. */
  recall(frames: readonly Frame[]): void {
    const first = this.heard.value[0]?.seq ?? this.received + 1;
    const earlier = frames.filter((frame) => frame.seq < first);
    if (earlier.length === 0) return;
    this.recalledTo = earlier.at(-1)?.seq ?? 0;
    this.heard.value = [
      ...earlier.flatMap((frame) => told(frame, this.read(frame).events)),
      ...this.heard.value,
    ];
  }

  readonly hear = (message: ServerMessage): boolean => {
    switch (message.type) {
      case "hello":
        this.viewer.value = message.viewer;
        learn(message.serverNowMs);
        return true;
      case "clock":
      case "pong":
        learn(message.serverNowMs);
        return true;
      case "presence":
        this.present.value = new Set(message.present);
        this.watchers.value = message.watchers;
        this.names.value = { ...this.names.value, ...message.names };
        return true;
      case "view":
        this.show(message);
        return true;
      case "frame":
        return this.take(message);
      case "said":
        this.hearSaid([message.line]);
        return true;
      case "talk":
        this.isTalkAway.value = message.away ?? false;
        this.hearSaid(message.lines);
        return true;
      case "result":
      case "sayResult":
        return true;
      default:
        this.isOutdated.value = true;
        return message satisfies never;
    }
  };

  /** A line may be told twice, under the same id. */
  private hearSaid(lines: readonly TalkLine[]): void {
    const known = new Map([...this.said.value, ...lines].map((line) => [line.id, line]));
    this.said.value = [...known.values()].sort((a, b) => a.atMs - b.atMs).slice(-SAID_LIMIT);
  }

  private show(view: View): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.coming.value = null;
    this.queue = [];
    const isSame = view.sections.you?.player === this.sections.value.you?.player;
    // Whoever has just sat down is shown it all anew, and has missed nothing.
    if (this.received > 0 && view.seq > this.received && isSame)
      this.missed.value += view.seq - this.received;
    this.received = view.seq;
    this.hashes.set(view.seq, view.hash);
    this.awaited.value = Math.min(this.awaited.value, view.seq);
    this.sections.value = view.sections;
    this.keepSeal();
    this.moment.value = null;
    this.seq.value = view.seq;
  }

  private take(frame: Frame): boolean {
    if (frame.seq <= this.received) return true;
    if (frame.seq > this.received + 1) return false;
    this.received = frame.seq;
    this.queue.push({ frame, at: performance.now() });
    if (performance.now() - this.caughtUpAt < CATCHING_UP_MS) {
      this.timer ??= setTimeout(() => this.catchUp(), GATHER_MS);
    } else if (this.timer === undefined) this.next();
    else if (this.isBehind()) this.catchUp();
    return true;
  }

  private isBehind(): boolean {
    const oldest = this.queue[0];
    if (oldest === undefined) return false;
    const now = performance.now();
    return (
      this.queue.length > BEHIND_FRAMES ||
      now - oldest.at > BEHIND_MS ||
      !!globalThis.document?.hidden
    );
  }

  private next(): void {
    this.timer = undefined;
    if (this.isBehind()) {
      this.catchUp();
      return;
    }
    const first = this.queue[0];
    if (first === undefined) return;
    const coming = this.read(first.frame);
    const lead = this.lead(coming);
    if (lead === 0) {
      this.turnUp();
      return;
    }
    this.coming.value = coming;
    this.timer = setTimeout(() => this.turnUp(), lead);
  }

  private turnUp(): void {
    this.timer = undefined;
    this.coming.value = null;
    const first = this.queue.shift();
    if (first === undefined) return;
    const pause = this.pace(this.apply(first.frame));
    if (pause > 0) this.timer = setTimeout(() => this.next(), pause);
    else this.next();
  }

  private keepSeal(): void {
    const room = this.room.peek();
    if (room?.secret_hash && !room.revealed_secret && !this.seals.has(room.match)) {
      this.seals.set(room.match, room.secret_hash);
    }
  }

  private read(frame: Frame): Moment {
    const room = (frame.sections as Sections).room ?? this.sections.value.room;
    const events: GameEvent[] = [];
    for (const written of frame.events) {
      const event = decoded(room?.game ?? "bang", written);
      if (event !== null) events.push(event);
    }
    return { seq: frame.seq, events };
  }

  private catchUp(): void {
    this.caughtUpAt = performance.now();
    this.missed.value += this.hurry();
  }

  /** Shows the newest at once; gives how many events there were. */
  hurry(): number {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.coming.value = null;
    const all = this.queue;
    this.queue = [];
    let count = 0;
    for (const { frame } of all) count += this.apply(frame).events.length;
    return count;
  }

  private apply(frame: Frame): Moment {
    const moment = this.read(frame);
    const { events } = moment;
    if (events.length < frame.events.length) this.isOutdated.value = true;
    this.sections.value = changed(this.sections.value, frame);
    this.hashes.set(frame.seq, frame.hash);
    this.keepSeal();
    this.heard.value = [...this.heard.value.slice(-HEARD_LIMIT), ...told(frame, events)];
    this.moment.value = moment;
    this.seq.value = frame.seq;
    return moment;
  }
}

const told = ({ seq, atMs }: Frame, events: readonly GameEvent[]): Heard[] =>
  events.map((event) => ({ seq, atMs, event }));
