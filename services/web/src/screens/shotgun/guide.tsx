import { ItemArt } from "../../art_more";
import { type Settings, set, settings } from "../../settings";
import type { Table } from "../../store";
import { t } from "../../text";
import { Dialog } from "../../ui/dialog";
import { Switch } from "../../ui/switch";
import { Log } from "./log";

const ITEMS = ["beer", "cigarettes", "handcuffs", "magnifier", "saw"];
const SWITCHES = ["chances", "oneTap", "fast"] as const satisfies (keyof Settings)[];

/** What the items do, how the table behaves, and what has happened. */
export function Guide({ table, onClose }: { table: Table; onClose: () => void }) {
  return (
    <Dialog title={t("ui-gun-guide")} kind="sheet" name="guide-sheet" onClose={onClose}>
      <Items />
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          label={t(`ui-gun-set-${name}`)}
          about={t(`ui-gun-set-${name}-about`)}
          value={settings.value[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      <h3>{t("ui-log")}</h3>
      <Log table={table} />
    </Dialog>
  );
}

export const Items = () => (
  <dl class="guide-items">
    {ITEMS.map((item) => (
      <div key={item}>
        <ItemArt of={item} />
        <dt>{t(`item-${item}`)}</dt>
        <dd>{t(`ui-gun-does-${item}`)}</dd>
      </div>
    ))}
  </dl>
);
