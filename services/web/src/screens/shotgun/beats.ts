/**
 * What is shown of a moment, one thing after the other: the aim, the shot, what an item does, a new
 * load. The next frame waits for it.
 */

import { signal } from "@preact/signals";
import { settings } from "../../settings";
import type { Moment, Table } from "../../store";
import { mySeat } from "./model";

export type Beat =
  | { kind: "aim"; ms: number; seat: number; target: number }
  | { kind: "fired"; ms: number; target: number; shell: string; amount: number }
  | { kind: "item"; ms: number; seat: number; item: string }
  | { kind: "ejected"; ms: number; shell: string }
  | { kind: "loaded"; ms: number; live: number; blank: number }
  | { kind: "shuffled"; ms: number; count: number };

const AIM_MS = 700;
const RESULT_MS = 800;
const ITEM_MS = 900;
const LOADED_MS = 1800;
const SHUFFLE_MS = 700;

function before(moment: Moment, mine: number): Beat[] {
  return moment.events.flatMap((event): Beat[] =>
    event.tag === "shot_fired" && event.seat !== mine
      ? [{ kind: "aim", ms: AIM_MS, seat: event.seat, target: event.target }]
      : [],
  );
}

function after(moment: Moment, mine: number): Beat[] {
  const hurt = moment.events.find((event) => event.tag === "health_changed");
  return moment.events.flatMap((event): Beat[] => {
    switch (event.tag) {
      case "shot_fired": {
        const amount = hurt !== undefined && "amount" in hurt ? Math.abs(hurt.amount) : 0;
        const { target, shell } = event;
        return [{ kind: "fired", ms: RESULT_MS, target, shell, amount }];
      }
      case "item_used":
        return event.seat === mine
          ? []
          : [{ kind: "item", ms: ITEM_MS, seat: event.seat, item: event.item }];
      case "shell_ejected":
        return [{ kind: "ejected", ms: RESULT_MS, shell: event.shell }];
      case "loaded": {
        const { live_count: live, blank_count: blank } = event;
        return [
          { kind: "loaded", ms: LOADED_MS, live, blank },
          { kind: "shuffled", ms: SHUFFLE_MS, count: live + blank },
        ];
      }
      default:
        return [];
    }
  });
}

export class Beats {
  readonly now = signal<Beat | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {
    table.lead = (moment) => this.play(before(moment, mySeat(table)));
    table.pace = (moment) => this.play(after(moment, mySeat(table)));
    // The first load is what brought us here.
    const moment = table.moment.peek();
    if (moment?.events.some((event) => event.tag === "seated"))
      this.play(after(moment, mySeat(table)));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.now.value = null;
    this.table.lead = () => 0;
    this.table.pace = () => 0;
  }

  /** Shows what there is now, without what led to it. */
  skip(): void {
    clearTimeout(this.timer);
    this.now.value = null;
    this.table.hurry();
  }

  /** For how many milliseconds they are shown. */
  private play(beats: readonly Beat[]): number {
    clearTimeout(this.timer);
    const share = settings.value.fast ? 0.5 : 1;
    const show = (place: number): void => {
      const beat = beats[place];
      this.now.value = beat ?? null;
      if (beat !== undefined) this.timer = setTimeout(() => show(place + 1), beat.ms * share);
    };
    show(0);
    return beats.reduce((sum, beat) => sum + beat.ms * share, 0);
  }
}
