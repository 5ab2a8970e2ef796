import { Avatar } from "../../art";
import type { Buckshot, Outcome } from "../../schema";
import type { Table } from "../../store";
import { listed, t } from "../../text";
import { Banner } from "../../ui/banner";
import { Bar } from "../../ui/bar";
import { Button, Link } from "../../ui/button";
import { tellWhy } from "../../ui/toast";
import { Verify } from "../over/verify";
import { TalkButton } from "../talk";
import { matchOf, mySeat, sideOf } from "./model";
import { Stage } from "./stage";

/** Who has won, what was left in the gun, and whether all of it was right. */
export function Over({ table }: { table: Table }) {
  const { code } = table;
  const match = table.room.value?.match ?? 0;
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
      <Bar back="/" backLabel={t("ui-to-lobby")} actions={<TalkButton table={table} />}>
        <h1>{t("ui-match-over")}</h1>
        <span class="bar-code">{code}</span>
      </Bar>
      <Banner table={table} />
      <main class="shotgun-over" data-table="buckshot" data-seq={table.seq.value}>
        <section class="paper shot-over" data-name="over">
          {side !== null && <Avatar of={side.id} class="shot-over-face" />}
          <h2>{title}</h2>
          <Told table={table} />
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

/** The course of the match, who came where, and the points of the room. */
function Told({ table }: { table: Table }) {
  const outcome = table.sections.value.result as Outcome | undefined;
  const detail = outcome?.detail as Buckshot["result"] | undefined;
  if (outcome === undefined || detail === undefined) return null;
  if (outcome.abandoned) return <p>{t("result-no-ranking")}</p>;
  const course = detail.course
    .map(([one = 0, other = 0]) => t("gun-course", { one, other }))
    .join(t("gun-course-then"));
  const points = [...(table.sections.value.standings ?? [])]
    .sort((a, b) => b.points - a.points)
    .map(({ player, points }) => t("result-points", { name: table.name(player), points }));
  return (
    <>
      <p>{t("gun-result", { name: winnerName(table, detail), loads: detail.loads, course })}</p>
      <ol class="shot-over-places">
        {outcome.ranking.map((id, place) => {
          const player = detail.players.find((each) => each.id === id);
          const won = player?.won ? "yes" : "no";
          const params = { place: place + 1, name: table.name(id), won };
          return <li key={id}>{t("gun-place", { ...params, health: player?.health ?? 0 })}</li>;
        })}
      </ol>
      <p class="quiet">{listed(points)}</p>
    </>
  );
}

const winnerName = (table: Table, { players, winner }: Buckshot["result"]): string =>
  table.name(players[winner]?.id ?? "");
