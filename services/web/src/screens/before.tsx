import { useState } from "preact/hooks";
import { Avatar, Icon } from "../art";
import { ready } from "../fair";
import { differing, gameOf } from "../games";
import { later } from "../later";
import type { Outcome } from "../net";
import { ask } from "../rest";
import { forgetRoom } from "../rooms";
import { go } from "../router";
import type { Command, Member, OptionValue, Room } from "../schema";
import type { Table } from "../store";
import { forSoMany, refusal, t } from "../text";
import { Banner } from "../ui/banner";
import { Bar } from "../ui/bar";
import { Button } from "../ui/button";
import { Chip, Copy, Segments } from "../ui/fields";
import { lazily } from "../ui/lazily";
import { Ring } from "../ui/ring";
import { tell, tellWhy } from "../ui/toast";
import { Changed } from "./changed";
import { Happenings } from "./happenings";
import { TalkButton } from "./talk";

const OptionsSheet = lazily(later("OptionsSheet"));

const REVEAL_MS = 3000;
const VISIBILITIES = ["public", "link", "invited"] as const;

/** The room before a match: who sits here, what will be played, and how others come in. */
export function Before({ table }: { table: Table }) {
  const room = table.room.value;
  const members = table.members.value ?? [];
  if (room === undefined) return null;
  const game = gameOf(room.game);
  const isLocked = room.phase === "reveal";
  return (
    <>
      <Bar
        back={() => void leave(table)}
        backLabel={t("ui-leave-room")}
        actions={<TalkButton table={table} />}
      >
        <h1>{room.title || t(game?.title || `game-${room.game}`)}</h1>
        <span class="bar-code">{room.code}</span>
      </Bar>
      <Banner table={table} />
      <main class="before">
        <section class="paper before-seats" aria-labelledby="seats">
          <div class="before-head">
            <h2 id="seats">{t("ui-seated", { taken: members.length, all: room.seats_most })}</h2>
            <span class="quiet">{forSoMany(room.seats_least, room.seats_most)}</span>
          </div>
          <ul class="seats">
            {members.map((member) => (
              <Seat key={member.player} table={table} member={member} isLocked={isLocked} />
            ))}
            {members.length < room.seats_most && <FreeSeat table={table} room={room} />}
          </ul>
          <p class="quiet">{t("ui-seats-are-drawn")}</p>
        </section>
        <div class="before-side">
          <Invite table={table} room={room} />
          <Rules table={table} room={room} />
          <Happenings table={table} />
          {table.watchers.value > 0 && (
            <p class="quiet">{t("ui-watchers", { count: table.watchers.value })}</p>
          )}
        </div>
        <Foot table={table} room={room} members={members} />
      </main>
    </>
  );
}

async function tried(outcome: Promise<Outcome>): Promise<boolean> {
  const found = await outcome;
  if (!found.ok) tellWhy(found.why);
  return found.ok;
}

const act = (table: Table, command: Command) => tried(table.act(command));

async function leave(table: Table): Promise<void> {
  if (table.you.peek().player !== null) void table.act({ type: "leave" });
  forgetRoom(table.code);
  go("/");
}

interface SeatProps {
  table: Table;
  member: Member;
  isLocked: boolean;
}

function Seat({ table, member, isLocked }: SeatProps) {
  const you = table.you.value;
  const isMe = member.player === you.player;
  const isHost = member.player === table.room.value?.host;
  const isBot = member.automatic !== "";
  const isHere = isBot || isMe || table.present.value.has(member.player);
  const name = table.name(member.player);
  const mayAct = you.host && !isMe && !isLocked;
  return (
    <li class={`seat-row ${isMe ? "seat-row-me" : ""}`}>
      <Avatar of={member.player} class={isHere ? "" : "avatar-away"} />
      <div class="seat-row-text">
        <span class="seat-row-name">
          {name}
          {isHost && <Icon of="crown" label={t("ui-host")} class="seat-row-host" />}
        </span>
        <span class="seat-row-marks">
          {isMe && <Chip>{t("ui-you")}</Chip>}
          {isBot && (
            <Chip>
              <Icon of="bot" label={t("ui-bot")} /> {t(`kind-${member.automatic}`)}
            </Chip>
          )}
          {!isHere && <Chip kind="off">{t("ui-not-here")}</Chip>}
          <span class={member.ready ? "mark mark-good" : "mark"}>
            <Icon of={member.ready ? "check" : "clock"} />
            {t(member.ready ? "ui-ready" : "ui-not-ready")}
          </span>
        </span>
      </div>
      {mayAct && (
        <div class="seat-row-actions">
          {!isBot && (
            <Button
              kind="quiet"
              icon="crown"
              label={t("ui-hand-over-to", { name })}
              onPress={() => void act(table, { type: "handOver", player: member.player })}
            />
          )}
          <Button
            kind="quiet"
            icon="close"
            label={t(isBot ? "ui-remove-bot" : "ui-kick", { name })}
            onPress={() =>
              void act(table, {
                type: isBot ? "removeAutomatic" : "kick",
                player: member.player,
              })
            }
          />
        </div>
      )}
    </li>
  );
}

/** Where the next one sits down; the host seats automatic players here. */
function FreeSeat({ table, room }: { table: Table; room: Room }) {
  const kinds = gameOf(room.game)?.playerKinds ?? [];
  const [kind, setKind] = useState(kinds.at(-1)?.kind ?? "");
  const you = table.you.value;
  const missing = room.seats_least - (table.members.value?.length ?? 0);
  if (you.player === null) {
    return (
      <li class="seat-row seat-row-free">
        <Icon of="person" class="seat-row-empty" />
        <Button
          kind="main"
          onPress={() => void act(table, { type: "join", invitation: invitationHere() })}
        >
          {t("ui-sit-down")}
        </Button>
      </li>
    );
  }
  const add = () => act(table, { type: "addAutomatic", playerKind: kind as "" });
  const fill = async () => {
    for (let count = 0; count < missing; count += 1) if (!(await add())) return;
  };
  const isHosting = you.host && room.phase === "lobby" && kinds.length > 0;
  return (
    <li class="seat-row seat-row-free">
      <Icon of="person" class="seat-row-empty" />
      <span class="quiet seat-row-text">{t("ui-free-seat")}</span>
      {isHosting && (
        <div class="free-seat-bots">
          {kinds.length > 1 && (
            <Segments
              label={t("ui-kind-of-bot")}
              choices={kinds.map((each) => each.kind)}
              value={kind as (typeof kinds)[number]["kind"]}
              name={(each) => t(`kind-${each}`)}
              onChange={setKind}
            />
          )}
          <div class="free-seat-actions">
            <Button icon="bot" busy={table.isBusy.value} onPress={() => void add()}>
              {t("ui-add-bot")}
            </Button>
            {missing > 1 && (
              <Button busy={table.isBusy.value} onPress={() => void fill()}>
                {t("ui-fill-with-bots", { count: missing })}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

const invitationHere = () => new URLSearchParams(location.hash.slice(1)).get("key") ?? "";

function Invite({ table, room }: { table: Table; room: Room }) {
  const you = table.you.value;
  const key = you.invitation || invitationHere();
  const isInvited = room.visibility === "invited";
  const hash = isInvited && key ? `#key=${key}` : "";
  return (
    <section class="paper before-invite">
      <h2>{t("ui-invite")}</h2>
      {(!isInvited || hash !== "") && (
        <Copy label={t("ui-link")} text={`${location.origin}/r/${room.code}${hash}`} />
      )}
      <p class="code-large">
        <span class="unseen">{t("ui-code")}</span>
        {room.code}
      </p>
      {you.host && room.phase === "lobby" ? (
        <Segments
          label={t("ui-who-may-come")}
          about={t(`ui-visibility-${room.visibility}-about`)}
          choices={VISIBILITIES}
          value={room.visibility}
          name={(each) => t(`ui-visibility-${each}`)}
          onChange={(visibility) => void act(table, { type: "setVisibility", visibility })}
        />
      ) : (
        <p class="quiet">{t(`ui-visibility-${room.visibility}-about`)}</p>
      )}
    </section>
  );
}

function Rules({ table, room }: { table: Table; room: Room }) {
  const [isOpen, setOpen] = useState(false);
  const game = gameOf(room.game);
  const options = room.options as Record<string, OptionValue>;
  const changed = differing(game, options);
  const mayChange = table.you.value.host && room.phase === "lobby" && game !== undefined;
  return (
    <section class="paper before-rules">
      <h2>{t("ui-options")}</h2>
      {changed.length === 0 && room.watching && !room.kids ? (
        <p class="quiet">{t("ui-options-default")}</p>
      ) : (
        <div class="chips">
          {room.watching === false && <Chip kind="changed">{t("ui-unwatched")}</Chip>}
          {room.kids && <Chip kind="changed">{t("ui-kids")}</Chip>}
          <Changed game={game} options={options} kind="changed" />
        </div>
      )}
      {room.title !== "" && !table.you.value.host && (
        <Button kind="quiet" icon="warning" onPress={() => void reportTitle(table)}>
          {t("ui-title-report")}
        </Button>
      )}
      {mayChange && (
        <Button icon="settings" onPress={() => setOpen(true)}>
          {t("ui-change-options")}
        </Button>
      )}
      {room.secret_hash !== "" && (
        <details class="seal">
          <summary>{t("ui-seal")}</summary>
          <p class="quiet">{t("ui-seal-about")}</p>
          <code>{room.secret_hash}</code>
        </details>
      )}
      {isOpen && <OptionsSheet table={table} onClose={() => setOpen(false)} />}
    </section>
  );
}

async function reportTitle(table: Table): Promise<void> {
  const answer = await ask<null>("POST", `/api/rooms/${table.code}/title/report`);
  if (answer.ok) tell(t("ui-talk-reported"));
  else tellWhy(answer.why);
}

interface FootProps {
  table: Table;
  room: Room;
  members: readonly Member[];
}

function Foot({ table, room, members }: FootProps) {
  const you = table.you.value;
  const mine = members.find((member) => member.player === you.player);
  const isBusy = table.isBusy.value;
  if (room.phase === "reveal") {
    return (
      <div class="before-foot">
        <Ring deadlineMs={room.reveal_until_ms} lengthMs={REVEAL_MS} />
        <p>{t("room-locked")}</p>
      </div>
    );
  }
  if (mine === undefined) {
    return (
      <div class="before-foot">
        <Chip>
          <Icon of="eye" /> {t("ui-public-only")}
        </Chip>
        <p class="quiet">
          {t(members.length < room.seats_most ? "ui-you-watch" : "ui-full-you-watch")}
        </p>
      </div>
    );
  }
  const others = members.filter((member) => !member.ready && member.player !== you.player);
  const missing = room.seats_least - members.length;
  const start = async () => {
    if (!mine.ready && !(await tried(ready(table)))) return;
    await act(table, { type: "start" });
  };
  const unready = () => act(table, { type: "ready", ready: false });
  const locked = table.whyLocked();
  const hindrance =
    locked ??
    (missing > 0
      ? refusal({
          code: "not_enough_players",
          params: { minimum: room.seats_least, seated: members.length },
        })
      : others.length > 0
        ? refusal({ code: "not_ready", params: { waiting: others.length } })
        : undefined);
  return (
    <div class="before-foot">
      {mine.ready ? (
        <Button kind={you.host ? "quiet" : "plain"} busy={isBusy} onPress={() => void unready()}>
          {t("ui-take-back-ready")}
        </Button>
      ) : (
        <Button
          kind={you.host ? "plain" : "main"}
          icon="check"
          busy={isBusy}
          why={locked}
          onPress={() => void tried(ready(table))}
        >
          {t("ui-i-am-ready")}
        </Button>
      )}
      {you.host ? (
        <Button
          kind="main"
          icon="next"
          busy={isBusy}
          why={hindrance}
          name="start"
          onPress={() => void start()}
        >
          {t("ui-start")}
        </Button>
      ) : (
        <p class="quiet">{t(mine.ready ? "ui-host-starts" : "ui-get-ready")}</p>
      )}
      {you.host && hindrance !== undefined && <p class="quiet before-why">{hindrance}</p>}
    </div>
  );
}
