import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { played } from "../games";
import { later } from "../later";
import type { OptionValue } from "../schema";
import type { Table } from "../store";
import { t } from "../text";
import { Banner } from "../ui/banner";
import { Bar } from "../ui/bar";
import { BangTable } from "./table";

type Options = Record<string, OptionValue>;
type Shown = ComponentType<{ table: Table }>;

/** The table of each game, loaded when it is played. */
const TABLES: Record<string, () => Promise<Shown>> = {
  bang: async () => BangTable,
  buckshot: later("ShotgunTable", "buckshot"),
};

export function Match({ table }: { table: Table }) {
  const game = table.room.value?.game ?? "";
  const [shown, setShown] = useState<Record<string, Shown>>({});
  const { state } = table.net.line.value;
  useEffect(() => {
    // A game without a table here is one of a newer server, unless that is only away.
    const outdated = () => {
      table.isOutdated.value ||= state === "open";
    };
    const load = TABLES[game];
    if (load === undefined) outdated();
    else load().then((found) => setShown((before) => ({ ...before, [game]: found })), outdated);
  }, [game, table, state]);
  const options = (table.sections.value.match as { options?: Options } | undefined)?.options;
  useEffect(() => {
    played.value = options === undefined ? null : { game, options };
    return () => {
      played.value = null;
    };
  }, [game, JSON.stringify(options)]);
  const Own = shown[game];
  if (Own !== undefined) return <Own table={table} />;
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")} />
      <Banner table={table} />
    </>
  );
}
