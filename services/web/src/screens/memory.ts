import { useEffect } from "preact/hooks";
import { ask } from "../rest";
import type { FramesReply } from "../schema";
import type { Table } from "../store";

/** Whoever comes in the middle is told what was before. */
export function useMemory(table: Table): void {
  const match = table.room.value?.match ?? 0;
  useEffect(() => {
    if (table.heard.peek().some(({ event }) => event.tag === "seated")) return;
    void ask<FramesReply>("GET", `/api/rooms/${table.code}/matches/${match}/frames`).then(
      (answer) => {
        if (answer.ok && table.room.peek()?.match === match) table.recall(answer.value.frames);
      },
    );
  }, [table, match]);
}
