/** A match that was or is played, moment by moment, through somebody's eyes. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cardsOf } from "../../games";
import { lines } from "../../lines";
import { place as address, mark } from "../../router";
import type { Why } from "../../schema";
import { isKids, roomKids, settings } from "../../settings";
import { catalogue, has, refusal, t } from "../../text";
import { Bar } from "../../ui/bar";
import { Link } from "../../ui/button";
import { Copy, Segments } from "../../ui/fields";
import { Switch } from "../../ui/switch";
import { tellWhy } from "../../ui/toast";
import { Notice } from "../notice";
import { prove, type Verdict } from "../over/proof";
import { Board } from "./board";
import { kindsOf, places } from "./causes";
import { Events } from "./events";
import { type Film, heardIn, load, marks, stand, tableOf } from "./film";
import { Known } from "./known";
import { Changes } from "./panels";
import type { Row } from "./rows";
import { type Speed, Timeline } from "./timeline";

/** Eyes from which nothing is hidden; there are none until a match is over. */
const EVERYTHING = "auditor";
const PLAY_MS = 1200;
const ADDRESS_MS = 300;

export function Replay({ of }: { of: string }) {
  const [code = "", number = "1"] = of.split("-");
  const asked = new URLSearchParams(address.value.hash);
  const [viewer, setViewer] = useState(asked.get("as") ?? "");
  const [film, setFilm] = useState<Film | null>(null);
  const [why, setWhy] = useState<Why | null>(null);
  const invitation = asked.get("key") ?? "";
  const auditor = asked.get("by") ?? "";
  useEffect(() => {
    let isGone = false;
    void load({ code, match: Number(number), viewer, invitation, auditor }).then((loaded) => {
      if (isGone) return;
      if (loaded.ok) setFilm(loaded.film);
      else if (film === null) setWhy(loaded.why);
      else tellWhy(loaded.why);
    });
    return () => {
      isGone = true;
    };
  }, [code, number, viewer, invitation, auditor]);
  const bar = (
    <Bar back={`/r/${code}`} backLabel={t("ui-replay-to-room")}>
      <h1>{t("ui-replay-of", { number: Number(number) })}</h1>
      <span class="bar-code">{code}</span>
    </Bar>
  );
  if (why !== null) {
    return (
      <Notice title={t("ui-replay-none")} icon="lock">
        <p>{why.code === "no_such_room" ? t("ui-replay-nowhere") : refusal(why)}</p>
        <Link to="/" kind="main">
          {t("ui-to-lobby")}
        </Link>
      </Notice>
    );
  }
  if (film === null) {
    return (
      <>
        {bar}
        <main class="notice">
          <p class="quiet">{t("ui-replay-loading")}</p>
        </main>
      </>
    );
  }
  return (
    <>
      {bar}
      <Projector film={film} invitation={invitation} onViewer={setViewer} />
    </>
  );
}

interface ProjectorProps {
  film: Film;
  invitation: string;
  onViewer: (viewer: string) => void;
}

function Projector({ film, invitation, onViewer }: ProjectorProps) {
  const total = film.shots.length - 1;
  const asked = useMemo(() => new URLSearchParams(address.value.hash), [address.value.hash]);
  const placeOf = (seq: number) =>
    Math.max(
      0,
      film.shots.findLastIndex((shot) => shot.seq <= seq),
    );
  const [isHidden, setHidden] = useState(asked.has("hide"));
  const [seen, setSeen] = useState(0);
  const [place, setPlace] = useState(() =>
    asked.has("hide") ? 0 : placeOf(Number(asked.get("seq") ?? film.shots.at(-1)?.seq)),
  );
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const [verdict, setVerdict] = useState<Verdict | "running" | null>(null);
  const table = useMemo(() => tableOf(film), [film]);
  const heard = useMemo(() => heardIn(film), [film]);
  const ticks = useMemo(() => marks(film), [film]);
  const rows = useMemo(() => rowsOf(film, (player) => table.name(player)), [film, catalogue.value]);
  const now = Math.min(place, total);
  const furthest = Math.max(seen, now);
  const last = isHidden ? furthest : total;
  const shot = film.shots[now];
  const seq = shot?.seq ?? 0;
  const kids = film.shots.at(-1)?.sections.room?.kids ?? false;
  useEffect(() => {
    roomKids.value = kids;
    return () => {
      roomKids.value = false;
    };
  }, [kids]);
  useMemo(() => {
    stand(table, film, now);
    table.heard.value = heard.slice(0, heard.findLastIndex((each) => each.seq <= seq) + 1);
  }, [table, film, now, heard, seq]);
  const go = (to: number) => {
    const limit = isHidden ? Math.min(total, furthest + 1) : total;
    const next = Math.max(0, Math.min(limit, to));
    setSeen(Math.max(furthest, next));
    setPlace(next);
  };
  const nextTurn = () => {
    const found = ticks.findIndex((each, at) => at > now && (each === "turn" || each === "out"));
    if (isHidden) setSeen(Math.max(furthest, found < 0 ? total : found));
    setPlace(found < 0 ? total : found);
  };
  useEffect(() => {
    if (asked.has("seq") && !isHidden) setPlace(placeOf(Number(asked.get("seq"))));
  }, [asked]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const hash = new URLSearchParams({ seq: String(seq), as: film.viewer });
      if (isHidden) hash.set("hide", "1");
      if (invitation !== "") hash.set("key", invitation);
      if (film.by !== "") hash.set("by", film.by);
      mark(hash.toString());
    }, ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [seq, film, isHidden, invitation]);
  useEffect(() => {
    if (!isPlaying) return;
    if (now >= total) return setPlaying(false);
    const timer = setTimeout(() => go(now + 1), PLAY_MS / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, now, speed, total]);
  useEffect(() => setVerdict(null), [film]);
  const verify = () => {
    const { proofs } = film;
    if (proofs === null) return;
    setVerdict("running");
    setTimeout(() => setVerdict(prove(proofs, new Map(), "", "")));
  };
  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined);
  keys.current = (event) => {
    if (!settings.value.shortcuts || event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as Element).closest("input, select, dialog, pre")) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => go(now - 1),
      ArrowRight: () => go(now + 1),
      Home: () => go(0),
      End: () => go(last),
      n: nextTurn,
      " ": () => setPlaying(!isPlaying),
    };
    const step = steps[event.key];
    if (step === undefined || (event.key === " " && (event.target as Element).closest("button")))
      return;
    event.preventDefault();
    step();
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => keys.current(event);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const eyes = [
    "watcher",
    ...film.info.players,
    ...(film.isOver || film.by !== "" ? [EVERYTHING] : []),
  ];
  const about = film.by !== "" ? t("ui-replay-by", { name: film.by }) : t("ui-replay-own-only");
  const sayEyes = (viewer: string) =>
    has(`ui-replay-eyes-${viewer}`) ? t(`ui-replay-eyes-${viewer}`) : table.name(viewer);
  return (
    <main class="broad replay" data-name="replay" data-seq={seq} data-of={film.info.game}>
      <div class="replay-left">
        <section class="replay-board" aria-label={t("ui-replay-table")}>
          <Board table={table} game={film.info.game} />
        </section>
        <p class="replay-line" data-name="hint">
          {rows[now]?.lines.join(" ") || t("ui-replay-silent")}
        </p>
        <Timeline
          place={now}
          last={last}
          seq={seq}
          marks={ticks}
          isPlaying={isPlaying}
          speed={speed}
          onGo={go}
          onPlay={() => setPlaying(!isPlaying)}
          onSpeed={setSpeed}
          onTurn={nextTurn}
        />
        <section class="paper replay-settings">
          <div data-name="viewpoint">
            <Segments
              label={t("ui-replay-eyes")}
              about={film.isOver ? undefined : about}
              choices={eyes}
              value={film.viewer}
              name={sayEyes}
              onChange={onViewer}
            />
          </div>
          <Switch
            label={t("ui-replay-hide")}
            about={t("ui-replay-hide-about")}
            value={isHidden}
            onChange={(value) => {
              setHidden(value);
              setSeen(0);
              if (value) setPlace(0);
            }}
          />
          <Copy
            label={t("ui-replay-link")}
            text={location.href.replace(/#.*/, "") + linkOf(film, seq)}
          />
        </section>
        {film.viewer !== EVERYTHING && film.by === "" && (
          <Known
            film={film}
            seq={seq}
            invitation={invitation}
            name={(player) => table.name(player)}
          />
        )}
        {!isKids.value && <Changes film={film} place={now} />}
      </div>
      <Events
        film={film}
        rows={isHidden ? rows.slice(0, furthest + 1) : rows}
        place={now}
        verdict={verdict}
        name={(seat) => table.name(film.seating[seat] ?? "")}
        onGo={go}
        onVerify={verify}
      />
    </main>
  );
}

const linkOf = (film: Film, seq: number): string =>
  `#${new URLSearchParams({ seq: String(seq), as: film.viewer })}`;

/** What is said of each moment, by the reader's words. */
function rowsOf(film: Film, name: (player: string) => string): Row[] {
  const { game } = film.info;
  const told = lines(heardIn(film), { name, cards: cardsOf(game), seating: film.seating, game });
  const bySeq = new Map<number, string[]>();
  for (const line of told) bySeq.set(line.seq, [...(bySeq.get(line.seq) ?? []), line.text]);
  const causes = places(film.shots);
  return film.shots.map((shot, place) => ({
    ...(causes[place] ?? { turn: 0, cause: shot.seq }),
    ...{ place, seq: shot.seq, lines: bySeq.get(shot.seq) ?? [], kinds: kindsOf(shot) },
    isTurn: shot.events.some((event) => event.tag === "turn_began"),
    seats: shot.events.flatMap((event) => {
      const { seat, target } = event as { seat?: unknown; target?: unknown };
      return [seat, target].filter((each): each is number => typeof each === "number" && each >= 0);
    }),
  }));
}
