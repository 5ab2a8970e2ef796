import { useId, useState } from "preact/hooks";
import { go, readCode } from "../router";
import { t } from "../text";
import { Button } from "../ui/button";

/** By six letters, or by a link that somebody sent. */
export function JoinByCode() {
  const id = useId();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const join = () => {
    const found = readCode(text);
    if (found === null) setWrong(true);
    else go(`/r/${found.code}${found.hash && `#${found.hash}`}`);
  };
  return (
    <form
      class="join"
      onSubmit={(event) => {
        event.preventDefault();
        join();
      }}
    >
      <label for={id}>{t("ui-join-by-code")}</label>
      <div class="join-row">
        <input
          id={id}
          value={text}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="KQXHWT"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button icon="door" onPress={join}>
          {t("ui-join")}
        </Button>
      </div>
      {isWrong && (
        <p class="wrong" id={`${id}-wrong`} role="alert">
          {t("ui-code-wrong")}
        </p>
      )}
    </form>
  );
}
