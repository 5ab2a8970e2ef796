import { useEffect, useState } from "preact/hooks";
import { later } from "../later";
import type { Table } from "../store";
import { audible, wordsOf } from "../talk";
import { t } from "../text";
import { Button } from "../ui/button";
import { lazily } from "../ui/lazily";
import { say } from "../ui/say";

const TalkSheet = lazily(later("TalkSheet"));

/** For the bar of any screen of a room. Where talk is off and nothing was said there is nothing. */
export function TalkButton({ table }: { table: Table }) {
  const [isOpen, setOpen] = useState(false);
  const [seen, setSeen] = useState(0);
  const lines = audible(table.said.value);
  const last = lines.at(-1);
  useEffect(() => {
    if (isOpen) setSeen(last?.atMs ?? 0);
  }, [isOpen, last?.atMs]);
  const words = last === undefined ? "" : wordsOf(last, (player) => table.name(player));
  useEffect(() => {
    if (last === undefined || words === "" || last.player === table.you.peek().player) return;
    say(t("ui-talk-said", { name: table.name(last.player), words }));
  }, [last?.id, words === ""]);
  const isOff = table.room.value?.talk === "off";
  if (isOff && lines.length === 0 && !table.you.value.host) return null;
  const fresh = lines.filter((line) => line.atMs > seen && line.player !== table.you.value.player);
  return (
    <span class="talk-button">
      <Button
        kind="quiet"
        icon="talk"
        label={fresh.length > 0 ? t("ui-talk-new", { count: fresh.length }) : t("ui-talk")}
        onPress={() => setOpen(true)}
        name="talk"
      />
      {fresh.length > 0 && (
        <span class="talk-count" aria-hidden>
          {fresh.length}
        </span>
      )}
      {isOpen && <TalkSheet table={table} onClose={() => setOpen(false)} />}
    </span>
  );
}
