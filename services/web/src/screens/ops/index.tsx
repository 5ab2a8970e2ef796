/** How the installation does, for whoever runs it: figures of a quarter of an hour, and its rooms. */

import { useEffect, useId, useState } from "preact/hooks";
import { ask } from "../../rest";
import type { OpsReply, OpsRoomsReply, Why } from "../../schema";
import { refusal, t } from "../../text";
import { Bar } from "../../ui/bar";
import { Button } from "../../ui/button";
import { Group, worth } from "./figures";
import { PAGE, Rooms } from "./rooms";
import { clock, day } from "./say";
import { hold, token } from "./token";

const LOOK_EVERY_MS = 5000;
const GROUPS = ["rooms", "people", "view", "append", "lag", "queue", "quarantine"];

export function Ops() {
  const [shown, setShown] = useState(token());
  const [isWrong, setWrong] = useState(false);
  const give = (value: string, wrong = false) => {
    hold(value);
    setShown(value);
    setWrong(wrong);
  };
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")}>
        <h1>{t("ui-ops")}</h1>
      </Bar>
      {shown === "" ? (
        <Door isWrong={isWrong} onGive={give} />
      ) : (
        <Panel token={shown} onRefused={() => give("", true)} onLeave={() => give("")} />
      )}
    </>
  );
}

function Door({ isWrong, onGive }: { isWrong: boolean; onGive: (token: string) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const give = () => {
    if (text.trim() !== "") onGive(text.trim());
  };
  return (
    <main class="welcome">
      <form
        class="paper welcome-paper"
        onSubmit={(event) => {
          event.preventDefault();
          give();
        }}
      >
        <p id={`${id}-about`}>{t("ui-ops-about")}</p>
        <label for={id}>{t("ui-ops-token")}</label>
        <input
          id={id}
          type="password"
          value={text}
          autocomplete="off"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : `${id}-about`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {isWrong && (
          <p class="wrong" id={`${id}-wrong`} role="alert">
            {t("ui-ops-wrong")}
          </p>
        )}
        <Button kind="main" onPress={give}>
          {t("ui-ops-show")}
        </Button>
      </form>
    </main>
  );
}

interface PanelProps {
  token: string;
  onRefused: () => void;
  onLeave: () => void;
}

function Panel({ token, onRefused, onLeave }: PanelProps) {
  const [reply, setReply] = useState<OpsReply | null>(null);
  const [page, setPage] = useState<OpsRoomsReply | null>(null);
  const [skip, setSkip] = useState(0);
  const [trouble, setTrouble] = useState<{ why: Why; since: number } | null>(null);
  useEffect(() => {
    let isHere = true;
    let isLooking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const headers = { authorization: `Bearer ${token}` };
    const look = async () => {
      if (isLooking) return;
      clearTimeout(timer);
      if (!document.hidden) {
        isLooking = true;
        const [figures, rooms] = await Promise.all([
          ask<OpsReply>("GET", "/api/ops", undefined, headers),
          ask<OpsRoomsReply>(
            "GET",
            `/api/ops/rooms?skip=${skip}&limit=${PAGE}`,
            undefined,
            headers,
          ),
        ]);
        isLooking = false;
        if (!isHere) return;
        if (!figures.ok && figures.status === 401) return onRefused();
        if (figures.ok) setReply(figures.value);
        if (figures.ok) setPage(rooms.ok ? rooms.value : null);
        setTrouble((before) =>
          figures.ok ? null : { why: figures.why, since: before?.since ?? Date.now() },
        );
      }
      timer = setTimeout(again, LOOK_EVERY_MS);
    };
    const again = () => void look();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isHere = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [token, skip]);
  return (
    <main class="broad ops" data-name="ops">
      {trouble !== null && (
        <p class="hint-box hint-bad" role="status" data-name="ops-gone">
          {refusal(trouble.why)} {t("ui-ops-since", { time: clock(trouble.since) })}
        </p>
      )}
      {reply === null ? (
        trouble === null && <p class="quiet">{t("ui-ops-looking")}</p>
      ) : (
        <>
          {reply.brokerAway && (
            <p class="hint-box hint-bad" role="status" data-name="broker-away">
              {t("ui-ops-broker-away")}
            </p>
          )}
          <p class="quiet">{t("ui-ops-as-of", { time: day(reply.atMs) })}</p>
          <section class="paper ops-list">
            <h2>{t("ui-ops-list")}</h2>
            <Rooms page={page} skip={skip} onSkip={setSkip} />
            <p class="quiet">{t("ui-ops-hidden")}</p>
          </section>
          <div class="ops-groups">
            {GROUPS.map((title) => (
              <Group key={title} title={title} reply={reply} />
            ))}
            <Rest reply={reply} />
          </div>
        </>
      )}
      <div>
        <Button onPress={onLeave}>{t("ui-ops-leave")}</Button>
      </div>
    </main>
  );
}

/** What has no history. */
function Rest({ reply }: { reply: OpsReply }) {
  const { refusals, services, checkpointMs = 0, checkpointRooms = 0 } = reply;
  return (
    <>
      <section class="paper" data-name="ops-refused">
        <h2>{t("ui-ops-refused")}</h2>
        {refusals.length === 0 && <p>{t("ui-ops-none")}</p>}
        <ul>
          {refusals.map(({ code, count }) => (
            <li key={code}>
              <code>{code}</code> × {count}
            </li>
          ))}
        </ul>
      </section>
      <section class="paper" data-name="ops-services">
        <h2>{t("ui-ops-services")}</h2>
        <ul>
          {services.map(({ name, members, releases, behindMs }) => (
            <li key={name} class={members === 0 ? "wrong" : ""}>
              <code>{name}</code> {members === 0 ? t("ui-ops-nobody") : `× ${members}`}{" "}
              {releases.join(", ")}
              {behindMs != null && ` ${t("ui-ops-behind", { time: worth("ms", behindMs) })}`}
            </li>
          ))}
        </ul>
      </section>
      <section class="paper" data-name="ops-checkpoint">
        <h2>{t("ui-ops-checkpoint")}</h2>
        <p>
          {checkpointMs === 0
            ? t("ui-ops-no-checkpoint")
            : t("ui-ops-checkpoint-at", { time: day(checkpointMs), rooms: checkpointRooms })}
        </p>
        <p class="quiet">{t("ui-ops-verify")}</p>
      </section>
    </>
  );
}
