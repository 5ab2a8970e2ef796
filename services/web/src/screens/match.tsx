import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Table } from "../store";
import { t } from "../text";
import { Banner } from "../ui/banner";
import { Bar } from "../ui/bar";
import { Plain } from "./table/plain";

type Shown = ComponentType<{ table: Table }>;

/** The table of each game, loaded when it is played; a game that has none is played by its offers. */
const TABLES: Record<string, () => Promise<Shown>> = {
  bang: async () => (await import("./table")).BangTable,
  buckshot: async () => (await import("./shotgun")).ShotgunTable,
};

export function Match({ table }: { table: Table }) {
  const game = table.room.value?.game ?? "";
  const [shown, setShown] = useState<Record<string, Shown>>({});
  useEffect(() => {
    TABLES[game]?.().then(
      (found) => setShown((before) => ({ ...before, [game]: found })),
      () => {
        table.isOutdated.value = true;
      },
    );
  }, [game, table]);
  const Own = TABLES[game] === undefined ? Plain : shown[game];
  if (Own !== undefined) return <Own table={table} />;
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")} />
      <Banner table={table} />
    </>
  );
}
