import { gameOf } from "../games";
import type { Command, OptionValue } from "../schema";
import type { Table } from "../store";
import { t } from "../text";
import { Dialog } from "../ui/dialog";
import { tellWhy } from "../ui/toast";
import { RoomManners } from "./manners";
import { Options } from "./options";

/** What the host can change about a room: everybody is told of each change. */
export function OptionsSheet({ table, onClose }: { table: Table; onClose: () => void }) {
  const room = table.room.value;
  const game = gameOf(room?.game ?? "");
  if (room === undefined || game === undefined) return null;
  const act = async (command: Command) => {
    const outcome = await table.act(command);
    if (!outcome.ok) tellWhy(outcome.why);
  };
  return (
    <Dialog title={t("ui-options")} kind="sheet" onClose={onClose}>
      <RoomManners
        title={room.title}
        watching={room.watching}
        kids={room.kids}
        onTitle={(title) => void act({ type: "setTitle", title })}
        onWatching={(watching) => void act({ type: "setWatching", watching })}
        onKids={(kids) => void act({ type: "setWording", kids })}
      />
      <p class="hint-box">{t("ui-options-unready")}</p>
      <Options
        game={game}
        values={room.options as Record<string, OptionValue>}
        onChange={(key, value) => void act({ type: "setOptions", options: { [key]: value } })}
      />
    </Dialog>
  );
}
