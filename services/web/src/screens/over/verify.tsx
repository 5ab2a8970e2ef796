import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../art";
import { ask } from "../../rest";
import type { ProofsReply } from "../../schema";
import type { Table } from "../../store";
import { refusal, t } from "../../text";
import { Button } from "../../ui/button";
import { Copy } from "../../ui/fields";
import { prove, type Verdict } from "./proof";

type State =
  | { name: "running" }
  | { name: "failed"; why: string }
  | { name: "done"; verdict: Verdict };

/** What this browser has checked of the match by itself, and how to check the rest without it. */
export function Verify({ table }: { table: Table }) {
  const [state, setState] = useState<State>({ name: "running" });
  const [tries, setTries] = useState(0);
  const room = table.room.value;
  const match = room?.match ?? 0;
  const base = `/api/rooms/${table.code}/matches/${match}`;
  useEffect(() => {
    let isGone = false;
    const settle = (found: State) => {
      if (!isGone) setState(found);
    };
    const run = async () => {
      const answer = await ask<ProofsReply>("GET", `${base}/proofs`);
      if (!answer.ok) return settle({ name: "failed", why: refusal(answer.why) });
      const now = table.room.peek();
      const sealed = table.seals.get(match) ?? now?.secret_hash ?? "";
      const secret = now?.revealed_secret ?? "";
      settle({ name: "done", verdict: prove(answer.value, table.hashes, sealed, secret) });
    };
    setState({ name: "running" });
    void run();
    return () => {
      isGone = true;
    };
  }, [base, match, tries, table]);
  const isGood = state.name === "done" && state.verdict.bad === 0;
  const holds = isGood && state.verdict.secret !== "broken";
  const told = state.name === "running" ? "running" : holds ? "ok" : "bad";
  return (
    <section class="paper verify" data-name="verify" data-state={told} aria-labelledby="verify">
      <h2 id="verify">{t("ui-verify")}</h2>
      {state.name === "running" && <p class="quiet">{t("ui-verify-running")}</p>}
      {state.name === "failed" && (
        <>
          <Line good={false}>{state.why}</Line>
          <Button onPress={() => setTries(tries + 1)}>{t("ui-try-again")}</Button>
        </>
      )}
      {state.name === "done" && <Findings table={table} verdict={state.verdict} />}
      {room?.test_seed && (
        <p class="finding">
          <Icon of="warning" />
          <span>{t("ui-test-seed")}</span>
        </p>
      )}
      <details class="seal">
        <summary>{t("ui-verify-yourself")}</summary>
        <p class="quiet">{t("ui-verify-about")}</p>
        <p>
          <a class="button button-plain" href={`${base}/file`} download>
            {t("ui-match-file")}
          </a>
        </p>
        <Copy
          label={t("ui-verify-command")}
          text={`python tools/verify_match.py ${table.code}-${match}.jsonl.gz`}
        />
        <p class="quiet">{t("ui-seal")}</p>
        <code>{room?.secret_hash}</code>
        <p class="quiet">{t("ui-secret")}</p>
        <code>{room?.revealed_secret}</code>
      </details>
    </section>
  );
}

function Findings({ table, verdict }: { table: Table; verdict: Verdict }) {
  const { bad, why, entries, compared, secret } = verdict;
  const isKept = table.seals.has(table.room.value?.match ?? 0);
  return (
    <>
      {secret !== "unknown" && (
        <Line good={secret === "held"}>
          {t(secret === "broken" ? "ui-seal-broken" : isKept ? "ui-seal-held" : "ui-seal-fits")}
        </Line>
      )}
      <Line good={bad === 0}>
        {bad === 0 ? t("ui-chain-held", { count: entries }) : t(`ui-chain-${why}`, { seq: bad })}
      </Line>
      {bad === 0 && compared > 0 && <Line good>{t("ui-heard-held", { count: compared })}</Line>}
    </>
  );
}

const Line = ({ good, children }: { good: boolean; children: string }) => (
  <p class={`finding ${good ? "finding-good" : "finding-bad"}`}>
    <Icon of={good ? "check" : "cross"} label={t(good ? "ui-holds" : "ui-does-not-hold")} />
    <span>{children}</span>
  </p>
);
