import { useEffect, useState } from "preact/hooks";
import type { Table } from "../../store";
import { muted, wordsOf } from "../../talk";
import { serverNow } from "../../time";

const SHOWN_MS = 6000;

/** What somebody has just said, at the seat of whoever said it. */
export function Bubble({ table, player }: { table: Table; player: string }) {
  const line = table.said.value.findLast((each) => each.player === player);
  const [gone, setGone] = useState("");
  const id = line?.id ?? "";
  useEffect(() => {
    if (line === undefined) return;
    const left = line.atMs + SHOWN_MS - serverNow();
    const timer = setTimeout(() => setGone(id), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [id]);
  if (line === undefined || gone === id || muted.value.includes(player)) return null;
  if (serverNow() - line.atMs > SHOWN_MS) return null;
  const words = wordsOf(line, (each) => table.name(each));
  if (words === "") return null;
  return (
    <span class="bubble" key={id} aria-hidden data-name="bubble">
      {words}
    </span>
  );
}
