import { useEffect, useState } from "preact/hooks";
import { Icon } from "../art";
import { gameOf, games, houseName } from "../games";
import { type Answer, ask } from "../rest";
import { heldRoom, openRoom } from "../rooms";
import { go } from "../router";
import type { ListedRoom, RoomInfo, RoomsReply, Why } from "../schema";
import { expire, me } from "../session";
import { refusal, t } from "../text";
import { Bar } from "../ui/bar";
import { Button, Link } from "../ui/button";
import { Chip } from "../ui/fields";
import { Hills } from "../ui/scenery";
import { tellWhy } from "../ui/toast";
import { Changed } from "./changed";
import { JoinByCode } from "./join";

const LOOK_EVERY_MS = 4000;

export function Lobby() {
  const [rooms, setRooms] = useState<readonly ListedRoom[] | null>(null);
  const [trouble, setTrouble] = useState<Why | null>(null);
  const [held, setHeld] = useState<RoomInfo | null>(null);
  const [pages, setPages] = useState(1);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (!document.hidden) {
        const answer = await firstPages(pages);
        if (!isHere) return;
        if (answer.ok) {
          setRooms(answer.value.rooms);
          setMore(answer.value.next !== "");
        } else if (answer.status === 401) {
          expire();
        }
        setTrouble(answer.ok ? null : answer.why);
      }
      timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    void look();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [pages]);
  useEffect(() => {
    void heldRoom().then(setHeld);
  }, []);
  return (
    <>
      <Bar />
      <main class="lobby">
        <div class="lobby-scene">
          <Hills />
          <h1>{houseName()}</h1>
          <p>
            {t("ui-lobby-greeting", { name: me.value.state === "here" ? me.value.nickname : "" })}
          </p>
          <div class="lobby-actions">
            <Link to="/#create" kind="main" icon="plus">
              {t("ui-create")}
            </Link>
            <QuickPlay />
          </div>
        </div>
        {me.value.state === "here" && me.value.isFleeting && (
          <p class="hint-box">{t("ui-fleeting")}</p>
        )}
        {held !== null && <Held room={held} />}
        <div class="lobby-columns">
          <section aria-labelledby="rooms" class="lobby-rooms">
            <h2 id="rooms">{t("ui-open-rooms")}</h2>
            {trouble !== null && (
              <p class="hint-box hint-bad" role="status">
                {refusal(trouble)}
              </p>
            )}
            <RoomList rooms={rooms} isTroubled={trouble !== null} held={held?.code ?? ""} />
            {hasMore && <Button onPress={() => setPages(pages + 1)}>{t("ui-more-rooms")}</Button>}
          </section>
          <aside class="paper lobby-join">
            <JoinByCode />
            <Link to="/rules" kind="quiet" icon="help">
              {t("ui-rules")}
            </Link>
          </aside>
        </div>
      </main>
    </>
  );
}

async function firstPages(pages: number): Promise<Answer<RoomsReply>> {
  const rooms: ListedRoom[] = [];
  let next = "";
  for (let page = 0; page < pages; page += 1) {
    const answer = await ask<RoomsReply>("GET", `/api/rooms?limit=50&after=${next}`);
    if (!answer.ok) return answer;
    rooms.push(...answer.value.rooms);
    next = answer.value.next ?? "";
    if (next === "") break;
  }
  return { ok: true, value: { rooms, next } };
}

const Held = ({ room }: { room: RoomInfo }) => (
  <div class="held">
    <Icon of="door" />
    <span>{t("ui-held", { code: room.code })}</span>
    <Link to={`/r/${room.code}`} kind="main">
      {t("ui-return")}
    </Link>
  </div>
);

interface RoomListProps {
  rooms: readonly ListedRoom[] | null;
  isTroubled: boolean;
  held: string;
}

function RoomList({ rooms, isTroubled, held }: RoomListProps) {
  if (rooms === null) return isTroubled ? null : <p class="quiet">{t("ui-looking")}</p>;
  if (rooms.length === 0) return <p class="quiet lobby-empty">{t("ui-no-rooms")}</p>;
  return (
    <ul class="rooms">
      {rooms.map((listed) => (
        <RoomRow key={listed.room.code} listed={listed} isHeld={listed.room.code === held} />
      ))}
    </ul>
  );
}

function RoomRow({ listed, isHeld }: { listed: ListedRoom; isHeld: boolean }) {
  const { room } = listed;
  const game = gameOf(room.game);
  const isOpen = room.phase === "lobby" && room.seatsFree > 0;
  const host = listed.hostName || t("player-unnamed");
  const title = t(game?.title || `game-${room.game}`);
  return (
    <li class="paper room-row">
      <div class="room-row-head">
        <h3>{room.title || title}</h3>
        <span class="room-row-code">{room.code}</span>
      </div>
      <p class="room-row-about">
        <span>{t("ui-room-of", { name: host })}</span>
        <Seats taken={room.seatsTaken} free={room.seatsFree} />
      </p>
      <div class="chips">
        {room.title && <Chip>{title}</Chip>}
        {room.phase !== "lobby" && <Chip kind="running">{t(`ui-phase-${room.phase}`)}</Chip>}
        <Changed game={game} options={room.options ?? {}} />
      </div>
      <div class="room-row-actions">
        {(isOpen || isHeld) && (
          <Link to={`/r/${room.code}`} kind="main">
            {t(isHeld ? "ui-return" : "ui-join")}
          </Link>
        )}
        {!isHeld && room.watching !== false && (
          <Link to={`/r/${room.code}#watch`} kind={isOpen ? "quiet" : "plain"} icon="eye">
            {t("ui-watch")}
          </Link>
        )}
      </div>
    </li>
  );
}

const Seats = ({ taken, free }: { taken: number; free: number }) => (
  <span class="seats-count" role="img" aria-label={t("ui-seats", { taken, all: taken + free })}>
    {Array.from({ length: taken + free }, (_, seat) => (
      <span key={seat} class={seat < taken ? "seat-dot seat-dot-taken" : "seat-dot"} />
    ))}
    <span aria-hidden>
      {taken}/{taken + free}
    </span>
  </span>
);

/** A table that only waits for automatic players, and they come at once. */
function QuickPlay() {
  const [isOpening, setOpening] = useState(false);
  const game = games.value.find((each) => each.seatsMost > 2);
  if (game === undefined) return null;
  const open = async () => {
    setOpening(true);
    const answer = await openRoom({ game: game.id as "bang", visibility: "link" });
    setOpening(false);
    if (answer.ok) go(`/r/${answer.value.code}#bots`);
    else tellWhy(answer.why);
  };
  return (
    <Button icon="bot" busy={isOpening} onPress={() => void open()}>
      {t("ui-play-with-bots")}
    </Button>
  );
}
