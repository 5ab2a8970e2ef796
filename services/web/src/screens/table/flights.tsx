import { useEffect, useRef, useState } from "preact/hooks";
import { isCalm } from "../../settings";
import type { Moment, Table } from "../../store";
import { CardFace } from "../../ui/card";
import { card } from "./model";

const FLIGHT_MS = 350;
const APART_MS = 70;
const MOST = 8;
const MOST_OF_ONE = 3;

interface Flown {
  key: string;
  card: number;
  from: string;
  to: string;
  delay: number;
}

/** Cards on their way: face down unless I may see them. Nothing flies where somebody wants it calm. */
export function Flights({ table }: { table: Table }) {
  const moment = table.moment.value;
  const [flown, setFlown] = useState<readonly Flown[]>([]);
  useEffect(() => {
    if (moment !== null && !isCalm()) setFlown(flightsOf(moment));
  }, [moment]);
  return (
    <div class="flights" aria-hidden>
      {flown.map((each) => (
        <Flying key={each.key} flown={each} />
      ))}
    </div>
  );
}

function flightsOf(moment: Moment): Flown[] {
  const found: Flown[] = [];
  for (const event of moment.events) {
    if (event.tag !== "cards_moved") continue;
    const [from, to] = [placeOf(event.source), placeOf(event.to)];
    if (from === to) continue;
    for (const id of event.cards.slice(0, MOST_OF_ONE)) {
      const number = found.length;
      const key = `${moment.seq} ${number}`;
      found.push({ key, card: id, from, to, delay: number * APART_MS });
    }
  }
  return found.slice(0, MOST);
}

function placeOf([pile, owner]: readonly [string, number]): string {
  return pile === "hand" || pile === "play" ? `[data-seat="${owner}"]` : `[data-pile="${pile}"]`;
}

function middleOf(place: string): { x: number; y: number } | null {
  const found = document.querySelector(place) ?? document.querySelector('[data-pile="aside"]');
  if (found === null) return null;
  const box = found.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function Flying({ flown }: { flown: Flown }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [from, to] = [middleOf(flown.from), middleOf(flown.to)];
    if (from === null || to === null) return;
    const at = ({ x, y }: { x: number; y: number }) => `translate(${x}px, ${y}px)`;
    box.current?.animate(
      [
        { transform: at(from), opacity: 1 },
        { transform: at(to), opacity: 1, offset: 0.9 },
        { transform: at(to), opacity: 0 },
      ],
      { duration: FLIGHT_MS, delay: flown.delay, easing: "ease-in-out" },
    );
  }, []);
  return (
    <span class="flying" ref={box}>
      <CardFace card={card(flown.card)} small />
    </span>
  );
}
