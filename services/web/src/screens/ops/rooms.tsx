import { useState } from "preact/hooks";
import { Icon } from "../../art";
import { gameOf } from "../../games";
import type { OpsRoom, OpsRoomsReply } from "../../schema";
import { t } from "../../text";
import { Button } from "../../ui/button";
import { Chip } from "../../ui/fields";
import { worth } from "./figures";
import { Glass } from "./glass";

export const PAGE = 20;

interface RoomsProps {
  page: OpsRoomsReply | null;
  skip: number;
  onSkip: (skip: number) => void;
}

export function Rooms({ page, skip, onSkip }: RoomsProps) {
  const [looked, setLooked] = useState<OpsRoom | null>(null);
  if (page === null) return <p class="quiet">{t("ui-ops-rooms-unknown")}</p>;
  const { rooms, total } = page;
  const last = skip + rooms.length;
  return (
    <>
      <p class="quiet">
        {total === 0
          ? t("ui-ops-none")
          : t("ui-ops-of", { from: Math.min(skip + 1, last), to: last, total })}
      </p>
      <ul class="ops-rooms">
        {rooms.map((room) => (
          <Room key={room.code} room={room} onLook={() => setLooked(room)} />
        ))}
      </ul>
      <div class="chips">
        {skip > 0 && (
          <Button onPress={() => onSkip(Math.max(0, skip - PAGE))}>{t("ui-ops-before")}</Button>
        )}
        {last < total && <Button onPress={() => onSkip(skip + PAGE)}>{t("ui-more-rooms")}</Button>}
      </div>
      {looked !== null && <Glass room={looked} onClose={() => setLooked(null)} />}
    </>
  );
}

function Room({ room, onLook }: { room: OpsRoom; onLook: () => void }) {
  const { code, stage, game, match = 0, overdueMs = 0, isStuck = false } = room;
  return (
    <li data-room={code} data-stuck={isStuck || undefined}>
      <div>
        <b class="room-row-code">{code}</b>
        {game && <span>{t(gameOf(game)?.title || `game-${game}`)}</span>}
        {isStuck && <b class="wrong">{t("ui-ops-overdue", { time: worth("ms", overdueMs) })}</b>}
      </div>
      <Chip kind={stage === "running" ? "running" : ""}>{t(`ui-ops-rooms-${stage}`)}</Chip>
      {match > 0 && (
        <>
          <a
            class="button button-quiet button-icon"
            href={`/m/${code}-${match}#as=watcher`}
            aria-label={t("ui-ops-replay", { code })}
          >
            <Icon of="eye" />
          </a>
          <Button kind="quiet" icon="lock" label={t("ui-ops-glass", { code })} onPress={onLook} />
        </>
      )}
    </li>
  );
}
