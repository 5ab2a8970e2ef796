/** The end of a match: who won, who was who, and that it was dealt and told honestly. */

import { useState } from "preact/hooks";
import { Avatar, Icon } from "../../art";
import type { Bang, Outcome } from "../../schema";
import type { Table } from "../../store";
import { t } from "../../text";
import { Banner } from "../../ui/banner";
import { Bar } from "../../ui/bar";
import { Button, Link } from "../../ui/button";
import { CardFace } from "../../ui/card";
import { card, cardTexts, lockedBy, send } from "../table/model";
import { LogSheet } from "../table/sheets";
import { TalkButton } from "../talk";
import { Verify } from "./verify";

export function Over({ table }: { table: Table }) {
  const [isLogOpen, setLogOpen] = useState(false);
  const outcome = table.sections.value.result as Outcome | undefined;
  const detail = outcome?.detail as Bang["result"] | undefined;
  return (
    <>
      <Bar
        back="/"
        backLabel={t("ui-to-lobby")}
        actions={
          <>
            <TalkButton table={table} />
            <Button
              kind="quiet"
              icon="log"
              label={t("ui-log")}
              onPress={() => setLogOpen(true)}
              name="log"
            />
          </>
        }
      >
        <h1>{t("ui-match-over")}</h1>
      </Bar>
      <Banner table={table} />
      <main class="over" data-name="over" data-seq={table.seq.value}>
        <section class={`over-sign over-${detail?.winnerTeam || "none"}`}>
          <Icon of={detail?.winnerTeam === "law" ? "star" : "role"} />
          <h2>{summary(table, detail)}</h2>
          {outcome?.abandoned && <p>{t("result-no-ranking")}</p>}
        </section>
        <Ranking table={table} outcome={outcome} detail={detail} />
        <Verify table={table} />
        <Foot table={table} />
      </main>
      {isLogOpen && <LogSheet table={table} onClose={() => setLogOpen(false)} />}
    </>
  );
}

function summary(table: Table, detail: Bang["result"] | undefined): string {
  const team = detail?.winnerTeam;
  if (detail === undefined || !team) return t("result-abandoned");
  const last = detail.players.find((player) => player.won && player.alive);
  return t(`result-${team}`, { round: detail.rounds, name: table.name(last?.id ?? "") });
}

interface RankingProps {
  table: Table;
  outcome: Outcome | undefined;
  detail: Bang["result"] | undefined;
}

function Ranking({ table, outcome, detail }: RankingProps) {
  const people = detail?.players ?? [];
  const ranking = outcome?.ranking.length ? outcome.ranking : people.map((player) => player.id);
  const hands = (table.sections.value.disclosed as Bang["disclosed"] | undefined)?.hands ?? [];
  const points = new Map(
    (table.sections.value.standings ?? []).map((each) => [each.player, each.points]),
  );
  return (
    <section class="paper over-places" aria-label={t("ui-ranking")}>
      <ol>
        {ranking.map((id, place) => {
          const seat = people.findIndex((player) => player.id === id);
          const player = people[seat];
          if (player === undefined) return null;
          const hand = hands[seat] ?? [];
          return (
            <li key={id} class={`over-place ${player.won ? "over-won" : ""}`}>
              {outcome?.abandoned ? null : <b class="over-number">{place + 1}</b>}
              <Avatar of={id} class={player.alive ? "" : "avatar-away"} />
              <span class="over-who">
                <b>{table.name(id)}</b>
                <span>
                  {player.role !== "" && <span class="over-role">{t(`role-${player.role}`)}</span>}
                  {player.character !== "" && t(`character-${player.character}`)}
                </span>
                <span class="over-marks">
                  {player.won && (
                    <span class="mark mark-good">
                      <Icon of="check" />
                      {t("ui-won")}
                    </span>
                  )}
                  <span>{t(player.alive ? "ui-still-standing" : "ui-is-out")}</span>
                  <span>{t("ui-points", { points: points.get(id) ?? 0 })}</span>
                </span>
              </span>
              {hand.length > 0 && (
                <span
                  class="over-hand"
                  role="img"
                  aria-label={t("ui-had", { cards: cardTexts(hand) })}
                >
                  {hand.map((held) => (
                    <CardFace key={held} card={card(held)} small />
                  ))}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Foot({ table }: { table: Table }) {
  const isHost = table.you.value.host;
  return (
    <div class="over-foot">
      {isHost ? (
        <Button
          kind="main"
          name="again"
          busy={table.isBusy.value}
          why={lockedBy(table)}
          onPress={() => void send(table, { type: "again" })}
        >
          {t("ui-again")}
        </Button>
      ) : (
        <p>{t("ui-host-goes-on")}</p>
      )}
      <Link to={`/m/${table.code}-${table.room.value?.match ?? 1}`}>{t("ui-replay")}</Link>
      <Link to="/">{t("ui-to-lobby")}</Link>
    </div>
  );
}
