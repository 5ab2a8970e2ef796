import { useId, useState } from "preact/hooks";
import { houseName } from "../games";
import type { Why } from "../schema";
import { enter, nicknameBefore } from "../session";
import { refusal, t } from "../text";
import { Bar } from "../ui/bar";
import { Button } from "../ui/button";
import { Hills } from "../ui/scenery";

/** A nickname, once. */
export function Welcome() {
  const id = useId();
  const [nickname, setNickname] = useState(nicknameBefore());
  const [wrong, setWrong] = useState<Why | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (isSending) return;
    setSending(true);
    const answer = await enter(nickname);
    setSending(false);
    if (!answer.ok) setWrong(answer.why);
  };
  return (
    <>
      <Bar />
      <main class="welcome">
        <Hills />
        <form
          class="paper welcome-paper"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <h1>{houseName()}</h1>
          <p>{t("ui-welcome")}</p>
          <label for={id}>{t("ui-nickname")}</label>
          <input
            id={id}
            value={nickname}
            maxLength={40}
            autocomplete="nickname"
            aria-invalid={wrong !== null}
            aria-describedby={wrong === null ? undefined : `${id}-wrong`}
            onInput={(event) => {
              setNickname(event.currentTarget.value);
              setWrong(null);
            }}
          />
          {wrong !== null && (
            <p class="wrong" id={`${id}-wrong`} role="alert">
              {refusal(wrong)}
            </p>
          )}
          <Button kind="main" busy={isSending} onPress={() => void send()}>
            {isSending ? t("ui-sending") : t("ui-come-in")}
          </Button>
        </form>
      </main>
    </>
  );
}
