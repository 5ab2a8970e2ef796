import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../../text";
import { Button } from "../../ui/button";
import { Copy } from "../../ui/fields";
import type { Verdict } from "../over/proof";
import { blocks, KIND_NAMES } from "./causes";
import type { Film } from "./film";
import { EventRow, type Row } from "./rows";

interface EventsProps {
  film: Film;
  rows: readonly Row[];
  place: number;
  verdict: Verdict | "running" | null;
  name: (seat: number) => string;
  onGo: (place: number) => void;
  onVerify: () => void;
}

/** Everything that happened, in its order; each entry can be opened as it was hashed. */
export function Events(props: EventsProps) {
  const { film, rows, place, verdict, name, onGo, onVerify } = props;
  const [open, setOpen] = useState(0);
  const [wanted, setWanted] = useState("");
  const [seat, setSeat] = useState(-1);
  const [kind, setKind] = useState("all");
  const going = useRef(onGo);
  going.current = onGo;
  const go = useCallback((to: number) => going.current(to), []);
  const toggle = useCallback((seq: number) => setOpen((now) => (now === seq ? 0 : seq)), []);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(".event-now");
    const box = list.current;
    if (row == null || box === null || box.scrollHeight <= box.clientHeight) return;
    const above = row.offsetTop;
    if (above < box.scrollTop || above > box.scrollTop + box.clientHeight - 60)
      box.scrollTop = above - box.clientHeight / 3;
  }, [place]);
  const shown = useMemo(() => {
    const word = wanted.trim().toLowerCase();
    return rows.filter(
      (row) =>
        (seat < 0 || row.seats.includes(seat)) &&
        (kind === "all" || row.kinds.includes(kind)) &&
        (word === "" || row.lines.some((line) => line.toLowerCase().includes(word))),
    );
  }, [rows, wanted, seat, kind]);
  const found = verdict === "running" ? null : verdict;
  const state =
    verdict === "running" ? "running" : found === null ? undefined : found.bad ? "bad" : "ok";
  const { proofs } = film;
  const entryOf = (seq: number) => proofs?.entries[seq - proofs.firstSeq];
  const holds = (seq: number) =>
    found === null || (found.bad > 0 && seq > found.bad) ? null : seq !== found.bad;
  const draw = (row: Row) => (
    <EventRow
      key={row.seq}
      row={row}
      isNow={row.place === place}
      isOpen={row.seq === open}
      holds={holds(row.seq)}
      raw={row.seq === open ? JSON.stringify(entryOf(row.seq), null, 1) : ""}
      onGo={go}
      onOpen={proofs === null ? undefined : toggle}
    />
  );
  return (
    <section class="paper events" aria-label={t("ui-replay-events")}>
      <h2>{t("ui-replay-events")}</h2>
      {proofs !== null && (
        <div class="events-verify">
          <Button
            name="verify-all"
            state={state}
            icon="check"
            busy={verdict === "running"}
            onPress={onVerify}
          >
            {t("ui-replay-verify")}
          </Button>
          <p data-name="verify" data-state={state} class={state === "bad" ? "finding-bad" : ""}>
            {found === null
              ? t("ui-replay-verify-about")
              : found.bad > 0
                ? t(`ui-chain-${found.why}`, { seq: found.bad })
                : t("ui-chain-held", { count: rows.length })}
          </p>
        </div>
      )}
      <div class="events-filter">
        <input
          type="search"
          placeholder={t("ui-replay-find")}
          aria-label={t("ui-replay-find")}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <select
          aria-label={t("ui-replay-of-seat")}
          value={seat}
          onChange={(event) => setSeat(Number(event.currentTarget.value))}
        >
          <option value={-1}>{t("ui-replay-everybody")}</option>
          {film.seating.map((player, number) => (
            <option key={player} value={number}>
              {name(number)}
            </option>
          ))}
        </select>
        <select
          aria-label={t("ui-replay-kind")}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        >
          {KIND_NAMES.map((each) => (
            <option key={each} value={each}>
              {t(`ui-replay-kind-${each}`)}
            </option>
          ))}
        </select>
      </div>
      <ol class="events-list" ref={list}>
        {blocks(shown).map(([first, ...under]) =>
          first === undefined ? null : under.length === 0 ? (
            draw(first)
          ) : (
            <li key={first.seq}>
              <ol aria-label={t("ui-replay-of-entry", { seq: first.cause })}>
                {[first, ...under].map(draw)}
              </ol>
            </li>
          ),
        )}
      </ol>
      {shown.length === 0 && <p class="quiet">{t("ui-replay-nothing")}</p>}
      {open > 0 && (
        <Copy label={t("ui-replay-raw", { seq: open })} text={JSON.stringify(entryOf(open))} />
      )}
      {proofs !== null && (
        <a
          class="button button-plain"
          href={`/api/rooms/${film.code}/matches/${film.info.match}/file?as=${film.viewer}`}
          download
        >
          {t("ui-match-file")}
        </a>
      )}
    </section>
  );
}
