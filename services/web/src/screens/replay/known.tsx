import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../art";
import { cardOf } from "../../games";
import { ask } from "../../rest";
import type { KnowledgeReply, LeaksReply, Why } from "../../schema";
import { listed, refusal, t } from "../../text";
import { cardName } from "../../ui/card";
import type { Film } from "./film";

interface Roles {
  seat: number;
  possible: string[];
  how: "own" | "shown" | "counted" | "";
  since: number;
}

interface Card {
  card: number;
  pile: string;
  owner: number;
  since: number;
  how: "own" | "open" | "seen" | "counted";
}

interface OfBang {
  hand: number[];
  roles: Roles[];
  cards: Card[];
  open_cards: { card: number }[];
  deck: { count: number; known: number[]; top: number[] };
}

interface OfBuckshot {
  live_left: number;
  blank_left: number;
  shells: { shell: string; how: "shown" | "seen" | "counted" | ""; since: number }[];
  looked: number[];
}

/** What is before his eyes, what he was shown or can count, and what he cannot know. */
interface Groups {
  now: string[];
  earlier: string[];
  open: string[];
}

interface KnownProps {
  film: Film;
  seq: number;
  invitation: string;
  name: (player: string) => string;
}

const PAUSE_MS = 250;

/** What the viewer could know at that moment: the server tells it by what it had sent to him. */
export function Known({ film, seq, invitation, name }: KnownProps) {
  const [isOpen, setOpen] = useState(false);
  const [told, setTold] = useState<KnowledgeReply | null>(null);
  const [why, setWhy] = useState<Why | null>(null);
  const [held, setHeld] = useState<{ film: Film; reply: LeaksReply } | null>(null);
  const asked = <R,>(what: string, further: Record<string, string>) => {
    const query = new URLSearchParams({ as: film.viewer, ...further });
    if (invitation !== "") query.set("invitation", invitation);
    return ask<R>("GET", `/api/rooms/${film.code}/matches/${film.info.match}/${what}?${query}`);
  };
  useEffect(() => {
    if (!isOpen || held?.film === film) return;
    let isGone = false;
    void asked<LeaksReply>("leaks", {}).then((answer) => {
      if (isGone) return;
      if (answer.ok) setHeld({ film, reply: answer.value });
      else setWhy(answer.why);
    });
    return () => {
      isGone = true;
    };
  }, [isOpen, film]);
  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    const timer = setTimeout(() => {
      void asked<KnowledgeReply>("knowledge", { at: String(seq) }).then((answer) => {
        if (isGone) return;
        setTold(answer.ok ? answer.value : null);
        setWhy(answer.ok ? null : answer.why);
      });
    }, PAUSE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isOpen, film, seq, invitation]);
  const seat = (number: number) => name(film.seating[number] ?? "");
  const groups = told === null ? null : grouped(told, seat);
  return (
    <details
      class="paper replay-panel"
      data-name="known"
      data-seq={told?.seq}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("ui-known")}</summary>
      <p class="quiet">{t("ui-known-about")}</p>
      {why !== null && <p class="wrong">{refusal(why)}</p>}
      {told !== null && groups === null && <p>{t("ui-replay-before")}</p>}
      {groups !== null && (
        <>
          <Group title={t("ui-known-now")} lines={groups.now} />
          <Group title={t("ui-known-earlier")} lines={groups.earlier} />
          <Group title={t("ui-known-not")} lines={groups.open} />
        </>
      )}
      {held?.film === film && <Leaks film={film} reply={held.reply} seq={seq} />}
    </details>
  );
}

/** What was sent to him although it is private: nothing, or the server is at fault. */
function Leaks({ film, reply, seq }: { film: Film; reply: LeaksReply; seq: number }) {
  const found = reply.leaks.filter((leak) => leak.seq <= seq);
  // Up to here: how many there are in all is told to nobody who does not want to know the end.
  const looked = film.shots.filter((shot) => shot.seq <= seq).length;
  return (
    <section
      class={found.length > 0 ? "known-leaks" : ""}
      data-name="leaks"
      data-state={found.length > 0 ? "bad" : "ok"}
    >
      <h3>{t("ui-known-leaks")}</h3>
      {found.length === 0 && (
        <p>
          <Icon of="check" /> {t("ui-known-no-leaks", { count: looked })}
        </p>
      )}
      <ul class="known-list" data-raw>
        {found.map((leak, place) => (
          <li key={place}>
            {t("ui-replay-entry", { seq: leak.seq })}: {leak.place} = {leak.value}
          </li>
        ))}
      </ul>
    </section>
  );
}

const Group = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section>
    <h3>{title}</h3>
    <ul class="known-list">
      {lines.length === 0 ? (
        <li>{t("list-none")}</li>
      ) : (
        lines.map((line, place) => <li key={place}>{line}</li>)
      )}
    </ul>
  </section>
);

type Named = (seat: number) => string;

function grouped({ game, knowledge }: KnowledgeReply, name: Named): Groups | null {
  if (knowledge === null) return null;
  return game === "bang"
    ? ofBang(knowledge as OfBang, name)
    : ofBuckshot(knowledge as OfBuckshot, name);
}

function face(id: number): string {
  const card = cardOf("bang", id);
  return card === null ? t("cards-hidden", { count: 1 }) : cardName(card);
}

const faces = (ids: readonly number[]): string => listed(ids.map(face));

function ofBang(known: OfBang, name: Named): Groups {
  const groups: Groups = { now: [], earlier: [], open: [] };
  for (const { seat, possible, how, since } of known.roles) {
    const roles = listed(possible.map((role) => t(`role-${role}`)));
    const told = { name: name(seat), role: roles, roles, seq: since };
    const group = how === "" ? groups.open : how === "counted" ? groups.earlier : groups.now;
    group.push(t(`look-know-role-${how || "open"}`, told));
  }
  if (known.hand.length > 0) groups.now.push(t("ui-known-hand", { cards: faces(known.hand) }));
  for (const { card, pile, owner, since, how } of known.cards) {
    if (pile !== "hand" || (how !== "seen" && how !== "counted")) continue;
    groups.earlier.push(
      t(`look-know-card-${how}`, { name: name(owner), card: face(card), seq: since }),
    );
  }
  known.deck.top.forEach((card, place) => {
    if (card >= 0)
      groups.earlier.push(t("look-know-deck-top", { number: place + 1, card: face(card) }));
  });
  if (known.deck.known.length > 0)
    groups.earlier.push(t("ui-known-deck", { cards: faces(known.deck.known) }));
  const open = known.open_cards.map((each) => each.card);
  if (open.length > 0)
    groups.open.push(`${t("look-know-open", { count: open.length })} — ${faces(open)}`);
  return groups;
}

function ofBuckshot(known: OfBuckshot, name: Named): Groups {
  const groups: Groups = { now: [], earlier: [], open: [] };
  const [live, blank] = [known.live_left, known.blank_left];
  groups.now.push(t("look-know-left", { count: known.shells.length, live, blank }));
  known.shells.forEach(({ shell, how, since }, place) => {
    const number = place + 1;
    const group = how === "" ? groups.open : how === "shown" ? groups.now : groups.earlier;
    const told = how === "" ? { number } : { number, shell: t(`shell-${shell}`), seq: since };
    group.push(t(`look-know-shell-${how || "open"}`, told));
  });
  for (const seat of known.looked) groups.now.push(t("look-know-looked", { name: name(seat) }));
  return groups;
}
