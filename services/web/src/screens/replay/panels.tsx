import { useState } from "preact/hooks";
import { t } from "../../text";
import { Button } from "../../ui/button";
import { changes } from "./changes";
import type { Film } from "./film";

/** What is another than at the moment before, or at one that was marked. */
export function Changes({ film, place }: { film: Film; place: number }) {
  const [marked, setMarked] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const from = marked >= 0 && marked < film.shots.length ? marked : place - 1;
  const [early, late] = from <= place ? [from, place] : [place, from];
  const before = film.shots[early];
  const after = film.shots[late];
  return (
    <details
      class="paper replay-panel"
      data-name="changes"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("ui-replay-changes")}</summary>
      <div class="replay-panel-row">
        <p>
          {before === undefined || after === undefined
            ? t("ui-replay-no-before")
            : t("ui-replay-between", { from: before.seq, to: after.seq })}
        </p>
        <Button name="mark" onPress={() => setMarked(marked >= 0 ? -1 : place)}>
          {t(marked >= 0 ? "ui-replay-unmark" : "ui-replay-mark")}
        </Button>
      </div>
      {isOpen && before !== undefined && after !== undefined && (
        <dl class="changes" data-raw>
          {changes(before.sections, after.sections).map((each) => (
            <div key={each.path}>
              <dt>{each.path}</dt>
              <dd>
                {each.before !== null && <del>{each.before}</del>}{" "}
                {each.after !== null && <ins>{each.after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
