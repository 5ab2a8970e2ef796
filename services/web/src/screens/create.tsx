import { useRef, useState } from "preact/hooks";
import { gameOf, games } from "../games";
import { randomHex } from "../rest";
import { openRoom } from "../rooms";
import { go } from "../router";
import type { OptionValue, RoomRequest, Why } from "../schema";
import { expire } from "../session";
import { forSoMany, refusal, t } from "../text";
import { Bar } from "../ui/bar";
import { Button } from "../ui/button";
import { Segments } from "../ui/fields";
import { RoomManners } from "./manners";
import { Options } from "./options";

type Visibility = NonNullable<RoomRequest["visibility"]>;
type Talk = NonNullable<RoomRequest["talk"]>;
const TALK: readonly Talk[] = ["off", "phrases", "text"];
const VISIBILITIES: readonly Visibility[] = ["public", "link", "invited"];

export function Create() {
  const ids = games.value.map((game) => game.id);
  const [id, setId] = useState(ids[0] ?? "");
  const [visibility, setVisibility] = useState<Visibility>("public");
  const [talk, setTalk] = useState<Talk>("phrases");
  const [values, setValues] = useState<Record<string, OptionValue>>({});
  const [manners, setManners] = useState({ title: "", watching: true, kids: false });
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<Why | null>(null);
  const key = useRef(randomHex(16));
  const game = gameOf(id);
  if (game === undefined) return null;
  const change = () => {
    key.current = randomHex(16);
    setTrouble(null);
  };
  const mind = (further: Partial<typeof manners>) => {
    setManners({ ...manners, ...further });
    change();
  };
  const create = async () => {
    setSending(true);
    // The same key until something is changed: what was sent twice opens one room.
    const answer = await openRoom(
      { game: game.id, visibility, talk, options: values, ...manners },
      key.current,
    );
    setSending(false);
    if (answer.ok) go(`/r/${answer.value.code}`, "replace");
    else if (answer.status === 401) expire();
    else setTrouble(answer.why);
  };
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")}>
        <h1>{t("ui-create")}</h1>
      </Bar>
      <main class="create">
        <div class="paper create-paper">
          <Segments
            label={t("ui-game")}
            choices={ids}
            value={id}
            name={(each) => t(gameOf(each)?.title || `game-${each}`)}
            onChange={(each) => {
              setId(each);
              setValues({});
              change();
            }}
          />
          <p class="quiet">{forSoMany(game.seatsLeast, game.seatsMost)}</p>
          <Segments
            label={t("ui-who-may-come")}
            about={t(`ui-visibility-${visibility}-about`)}
            choices={VISIBILITIES}
            value={visibility}
            name={(each) => t(`ui-visibility-${each}`)}
            onChange={(each) => {
              setVisibility(each);
              change();
            }}
          />
          <Segments
            label={t("ui-talk-switch")}
            about={t("ui-talk-switch-about")}
            choices={TALK}
            value={talk}
            name={(each) => t(`ui-talk-switch-${each}`)}
            onChange={(each) => {
              setTalk(each);
              change();
            }}
          />
          <RoomManners
            {...manners}
            onTitle={(title) => mind({ title })}
            onWatching={(watching) => mind({ watching })}
            onKids={(kids) => mind({ kids })}
          />
          <Options
            game={game}
            values={values}
            onChange={(option, value) => {
              setValues({ ...values, [option]: value });
              change();
            }}
          />
        </div>
        <div class="create-foot">
          {trouble !== null && (
            <p class="hint-box hint-bad" role="alert">
              {refusal(trouble)}
            </p>
          )}
          <Button kind="main" busy={isSending} onPress={() => void create()}>
            {isSending ? t("ui-sending") : t("ui-create-now")}
          </Button>
        </div>
      </main>
    </>
  );
}
