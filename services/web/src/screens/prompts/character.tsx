import { useState } from "preact/hooks";
import { gameOf } from "../../games";
import type { Table } from "../../store";
import { t } from "../../text";
import { Bullets } from "../../ui/bullets";
import { Button } from "../../ui/button";
import { GAME, lockedBy, meOf, take } from "../table/model";
import type { Question } from "./index";

/** Two characters side by side: one tap takes one up, the button makes it mine. */
export function CharacterPrompt({ table, question }: { table: Table; question: Question }) {
  const [offer] = question.offers;
  const [picked, setPicked] = useState("");
  if (offer === undefined) return null;
  const isSheriff = meOf(table)?.role === "sheriff";
  const known = gameOf(GAME)?.characters ?? [];
  return (
    <>
      <div class="characters">
        {(offer.characters ?? []).map((name) => {
          const life = known.find((each) => each.name === name)?.life ?? 0;
          return (
            <button
              type="button"
              key={name}
              class="character"
              data-character={name}
              aria-pressed={picked === name}
              onClick={() => setPicked(name)}
            >
              <b>{t(`character-${name}`)}</b>
              <Bullets left={life} most={life} />
              {isSheriff && <span class="character-more">{t("ui-sheriff-life")}</span>}
              <span>{t(`character-does-${name}`)}</span>
            </button>
          );
        })}
      </div>
      <div class="prompt-buttons">
        <Button
          kind="main"
          name="pickCharacter"
          busy={table.isBusy.value}
          why={lockedBy(table) ?? (picked === "" ? t("ui-pick-more", { count: 1 }) : undefined)}
          onPress={() => void take(table, offer, { character: picked })}
        >
          {t("ui-take-character_pick")}
        </Button>
      </div>
    </>
  );
}
