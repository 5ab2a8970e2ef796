import { useEffect, useState } from "preact/hooks";
import { Avatar } from "../../art";
import { ask } from "../../rest";
import type { ResultReply } from "../../schema";
import type { Table } from "../../store";
import { t } from "../../text";
import { Banner } from "../../ui/banner";
import { Bar } from "../../ui/bar";
import { Button, Link } from "../../ui/button";
import { tellWhy } from "../../ui/toast";
import { Verify } from "../over/verify";
import "../../styles/over.css";
import { matchOf, mySeat, sideOf } from "./model";
import { Stage } from "./stage";

/** Who has won, what was left in the gun, and whether all of it was right. */
export function Over({ table }: { table: Table }) {
  const [result, setResult] = useState<ResultReply | null>(null);
  const { code } = table;
  const match = table.room.value?.match ?? 0;
  useEffect(() => {
    void ask<ResultReply>("GET", `/api/rooms/${code}/result`).then((answer) => {
      if (answer.ok) setResult(answer.value);
      else tellWhy(answer.why);
    });
  }, [code, match]);
  const winner = matchOf(table)?.winner ?? -1;
  const mine = mySeat(table);
  const side = winner < 0 ? null : sideOf(table, winner);
  const title =
    side === null
      ? t("ui-gun-broken-off")
      : winner === mine
        ? t("ui-gun-won")
        : t("ui-gun-wins", { name: side.name });
  const again = async () => {
    const outcome = await table.act({ type: "again" });
    if (!outcome.ok) tellWhy(outcome.why);
  };
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")}>
        <h1>{t("ui-match-over")}</h1>
        <span class="bar-code">{code}</span>
      </Bar>
      <Banner table={table} />
      <main class="shotgun-over" data-table="buckshot" data-seq={table.seq.value}>
        <section class="paper shot-over" data-name="over">
          {side !== null && <Avatar of={side.id} class="shot-over-face" />}
          <h2>{title}</h2>
          <p>{result?.summary}</p>
          <ol class="shot-over-places">
            {result?.places.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ol>
          {result?.points && <p class="quiet">{result.points}</p>}
          <div class="shot-over-gun">
            <h3>{t("ui-gun-was-left")}</h3>
            <Stage table={table} beat={null} armed="" hasChances={false} />
          </div>
          <div class="shot-over-buttons">
            {table.you.value.host ? (
              <Button
                kind="main"
                name="again"
                busy={table.isBusy.value}
                onPress={() => void again()}
              >
                {t("ui-again")}
              </Button>
            ) : (
              <p class="quiet">{t("ui-host-goes-on")}</p>
            )}
            <Link to={`/m/${code}-${match}`}>{t("ui-replay")}</Link>
            <Link to="/">{t("ui-to-lobby")}</Link>
          </div>
        </section>
        <Verify table={table} />
      </main>
    </>
  );
}
