import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Avatar } from "../art";
import { gameOf } from "../games";
import { ask } from "../rest";
import type { Phrase, Room, Saying, TalkLine } from "../schema";
import type { Table } from "../store";
import { audible, mute, muted, phraseWords, sayable, wordsOf } from "../talk";
import { listed, t } from "../text";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Segments } from "../ui/fields";
import { tell, tellWhy } from "../ui/toast";

const SWITCH = ["off", "phrases", "text"] as const;
const TEXT_MOST = 200;

export function TalkSheet({ table, onClose }: { table: Table; onClose: () => void }) {
  const room = table.room.value;
  if (room === undefined) return null;
  const hidden = (table.members.value ?? []).filter((each) => muted.value.includes(each.player));
  return (
    <Dialog title={t("ui-talk")} kind="sheet" onClose={onClose} name="talk" class="talk">
      {table.isTalkAway.value && <p class="hint-box hint-bad">{t("ui-talk-away")}</p>}
      <Lines table={table} />
      {hidden.length > 0 && (
        <p class="quiet talk-muted">
          {t("ui-talk-muted", { names: listed(hidden.map((each) => table.name(each.player))) })}
          {hidden.map((each) => (
            <Button
              key={each.player}
              kind="quiet"
              icon="eye"
              label={t("ui-talk-unmute", { name: table.name(each.player) })}
              onPress={() => mute(each.player, false)}
            />
          ))}
        </p>
      )}
      <Speaking table={table} room={room} />
      {table.you.value.host && <TalkSwitch table={table} room={room} />}
    </Dialog>
  );
}

/** The host says what may be said. */
export function TalkSwitch({ table, room }: { table: Table; room: Room }) {
  return (
    <Segments
      label={t("ui-talk-switch")}
      about={t("ui-talk-switch-about")}
      choices={SWITCH}
      value={room.talk}
      name={(each) => t(`ui-talk-switch-${each}`)}
      onChange={(talk) =>
        void table.act({ type: "setTalk", talk }).then((done) => done.ok || tellWhy(done.why))
      }
    />
  );
}

function Lines({ table }: { table: Table }) {
  const end = useRef<HTMLLIElement>(null);
  const [opened, setOpened] = useState("");
  const lines = audible(table.said.value);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [lines.length]);
  if (lines.length === 0) return <p class="quiet talk-empty">{t("ui-talk-empty")}</p>;
  const me = table.you.value.player;
  return (
    <ol class="talk-lines">
      {lines.map((line) => (
        <li key={line.id} class={line.player === me ? "talk-line talk-line-me" : "talk-line"}>
          <Avatar of={line.player} />
          <div class="talk-words">
            <span class="talk-name">{table.name(line.player)}</span>
            <p>{wordsOf(line, (player) => table.name(player))}</p>
          </div>
          {line.player !== me && (
            <Button
              kind="quiet"
              icon="more"
              label={t("ui-talk-more")}
              pressed={opened === line.id}
              onPress={() => setOpened(opened === line.id ? "" : line.id)}
            />
          )}
          {opened === line.id && <About table={table} line={line} />}
        </li>
      ))}
      <li ref={end} class="talk-end" aria-hidden />
    </ol>
  );
}

function About({ table, line }: { table: Table; line: TalkLine }) {
  const name = table.name(line.player);
  const report = async () => {
    const answer = await ask<null>("POST", `/api/rooms/${table.code}/talk/${line.id}/report`);
    if (answer.ok) tell(t("ui-talk-reported"));
    else tellWhy(answer.why);
  };
  return (
    <div class="talk-about">
      <Button icon="hidden" onPress={() => mute(line.player, true)}>
        {t("ui-talk-mute", { name })}
      </Button>
      <Button icon="warning" onPress={() => void report()}>
        {t("ui-talk-report")}
      </Button>
      <p class="quiet">{t("ui-talk-report-about", { name })}</p>
    </div>
  );
}

function Speaking({ table, room }: { table: Table; room: Room }) {
  const [target, setTarget] = useState("");
  const [isSending, setSending] = useState(false);
  const phrases: readonly Phrase[] = gameOf(room.game)?.phrases ?? [];
  const me = table.you.value.player;
  if (room.talk === "off") return <p class="quiet">{t("ui-talk-off")}</p>;
  if (me === null) return <p class="quiet">{t("ui-talk-watcher")}</p>;
  const others = (table.members.value ?? []).filter((each) => each.player !== me);
  const send = async (saying: Saying) => {
    setSending(true);
    const outcome = await table.net.say(saying);
    setSending(false);
    if (!outcome.ok) tellWhy(outcome.why);
    return outcome.ok;
  };
  return (
    <div class="talk-speaking">
      {others.length > 0 && (
        <Segments
          label={t("ui-talk-to")}
          choices={["", ...others.map((each) => each.player)]}
          value={target}
          name={(player) => (player === "" ? t("ui-talk-all") : table.name(player))}
          onChange={setTarget}
        />
      )}
      {room.talk === "text" && <Writing isSending={isSending} send={send} />}
      <div class="talk-phrases">
        {sayable(phrases, target).map((phrase) => (
          <Button
            key={phrase.id}
            busy={isSending}
            name="phrase"
            onPress={() => void send({ phrase: phrase.id as "hello", ...(target && { target }) })}
          >
            {phraseWords(phrase.id, target, (player) => table.name(player))}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface WritingProps {
  isSending: boolean;
  send: (saying: Saying) => Promise<boolean>;
}

function Writing({ isSending, send }: WritingProps) {
  const id = useId();
  const [text, setText] = useState("");
  const sendText = async () => {
    if (text.trim() !== "" && (await send({ text }))) setText("");
  };
  return (
    <form
      class="join"
      onSubmit={(event) => {
        event.preventDefault();
        void sendText();
      }}
    >
      <label for={id}>{t("ui-talk-write")}</label>
      <div class="join-row">
        <input
          id={id}
          value={text}
          maxLength={TEXT_MOST}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button busy={isSending} onPress={() => void sendText()}>
          {t("ui-talk-send")}
        </Button>
      </div>
    </form>
  );
}
