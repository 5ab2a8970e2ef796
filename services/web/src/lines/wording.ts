/**
 * What the lines of a log are put together from. The project's Python has the same lines
 * (`shared/text/log.py`); one recorded match is read by both and must sound alike.
 */

import type { CardInfo } from "../schema";
import { listed, type Params, t } from "../text";
import { rankOf } from "../ui/card";

export interface Surroundings {
  name: (player: string) => string;
  cards: readonly CardInfo[];
  seating: readonly string[];
  game: string;
}

/** The little that has to be remembered from event to event. */
export class Wording {
  seating: readonly string[];
  game: string;
  turnSeat = -1;
  isTimeUp = false;
  host = "";
  visibility = "";
  tenant = "";
  fullHealth = 0;
  options: Record<string, unknown> = {};
  readonly away = new Set<number>();
  readonly left = new Set<string>();
  readonly extended = new Set<number>();
  readonly dying = new Set<number>();
  readonly health = new Map<number, number>();
  private readonly settings = new Map<string, unknown>();

  constructor(private readonly around: Surroundings) {
    this.seating = around.seating;
    this.game = around.game;
  }

  /** Whether it is another than was heard last: restating says it again. */
  setting(tag: string, value: unknown): boolean {
    const before = this.settings.get(tag);
    this.settings.set(tag, value);
    return before !== value;
  }

  text(key: string, params?: Params): string {
    return t(key, params);
  }

  player(player: string): string {
    return this.around.name(player);
  }

  seat(seat: number): string {
    return this.player(this.seating[seat] ?? "");
  }

  kind(card: number): string | undefined {
    return this.around.cards[card]?.kind;
  }

  /** That a seat goes on by itself, or its player is back; of who left the first is known. */
  presence(seat: number, away: boolean): string | null {
    if (away && this.left.has(this.seating[seat] ?? "")) return null;
    return t(away ? "log-away" : "log-back", { name: this.seat(seat) });
  }

  face(card: number): string {
    const printed = this.around.cards[card];
    if (printed === undefined) return t("cards-hidden", { count: 1 });
    return t("card-face", {
      name: t(`card-${printed.kind}`),
      suit: t(`suit-${printed.suit}`),
      rank: rankOf(printed.rank),
    });
  }

  faces(cards: readonly number[]): string {
    if (cards.some((card) => card < 0)) return t("cards-hidden", { count: cards.length });
    return listed(cards.map((card) => this.face(card)));
  }
}

export type Told<E> = E extends { tag: infer T extends string }
  ? { [tag in T]: (words: Wording, event: Extract<E, { tag: tag }>) => string | null }
  : never;

type Union<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void
  ? I
  : never;

/** For each kind of event what is said of it; `null`: nothing. */
export type Lines<E> = Union<Told<E>>;

export const silent = () => null;
