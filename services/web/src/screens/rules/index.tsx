/** The rules and every card, as the server's own catalogue has them. */

import { useState } from "preact/hooks";
import { CardArt, Suit } from "../../art";
import { ItemArt } from "../../art_more";
import { differing, gameOf, games, played } from "../../games";
import type { CardInfo, CharacterInfo, KindInfo, RolesInfo } from "../../schema";
import { choice, t } from "../../text";
import { Bar } from "../../ui/bar";
import { Bullets } from "../../ui/bullets";
import { rankOf } from "../../ui/card";
import { Dialog } from "../../ui/dialog";
import { Segments } from "../../ui/fields";

const TURN = [1, 2, 3] as const;
const ITEMS = ["beer", "cigarettes", "handcuffs", "magnifier", "saw"];

export function Rules() {
  return (
    <>
      <Bar back="/" backLabel={t("ui-to-lobby")}>
        <h1>{t("ui-rules")}</h1>
      </Bar>
      <main class="rules-page">
        <section class="paper">
          <Book />
        </section>
      </main>
    </>
  );
}

export const RulesSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t("ui-rules")} kind="sheet" name="rules-sheet" onClose={onClose}>
    <Book />
  </Dialog>
);

function Book() {
  const [game, setGame] = useState(played.value?.game ?? "bang");
  return (
    <div class="rules">
      <Segments
        label={t("ui-rules-game")}
        choices={games.value.map((each) => each.id as string)}
        value={game}
        name={(id) => t(gameOf(id)?.title || `game-${id}`)}
        onChange={setGame}
      />
      <InForce game={game} />
      <h2>{t("ui-rules-turn")}</h2>
      <ol class="rules-turn">
        {TURN.map((step) => (
          <li key={step}>{t(`ui-rules-${game}-${step}`)}</li>
        ))}
      </ol>
      {game === "bang" ? <Western /> : <Items />}
    </div>
  );
}

/** What is not as usual at the table that is played at. */
function InForce({ game }: { game: string }) {
  if (played.value?.game !== game) return null;
  const changed = differing(gameOf(game), played.value.options);
  if (changed.length === 0) return null;
  return (
    <>
      <h2>{t("ui-rules-here")}</h2>
      <ul>
        {changed.map(({ option, value }) => (
          <li key={option.key}>
            <b>{t(option.text)}</b>: {choice(option.key, value)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Western() {
  const { kinds = [], cards = [], characters = [], roles = [] } = gameOf("bang") ?? {};
  return (
    <>
      <h2>{t("ui-rules-roles")}</h2>
      <Roles tables={roles} />
      <h2>{t("ui-rules-cards")}</h2>
      <p class="quiet">{t("ui-rules-blue")}</p>
      <ul class="rules-list">
        {kinds.map((kind) => (
          <Kind key={kind.kind} kind={kind} cards={cards} />
        ))}
      </ul>
      <h2>{t("ui-rules-characters")}</h2>
      <ul class="rules-list">
        {characters.map((each) => (
          <Character key={each.name} character={each} />
        ))}
      </ul>
    </>
  );
}

function Roles({ tables }: { tables: readonly RolesInfo[] }) {
  const names = [...new Set(tables.flatMap((table) => table.roles))];
  return (
    <>
      <dl class="rules-roles">
        {names.map((role) => (
          <div key={role}>
            <dt>{t(`role-${role}`)}</dt>
            <dd>
              {t(`role-aim-${role}`)}
              <span class="quiet">{t(`role-tip-${role}`)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <section class="rules-table" aria-label={t("ui-rules-players")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("ui-rules-players")}</th>
              {names.map((role) => (
                <th scope="col" key={role}>
                  {t(`role-${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tables.map(({ players, roles }) => (
              <tr key={players}>
                <th scope="row">{players}</th>
                {names.map((role) => (
                  <td key={role}>{roles.filter((each) => each === role).length}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Kind({ kind, cards }: { kind: KindInfo; cards: readonly CardInfo[] }) {
  const all = cards.filter((card) => card.kind === kind.kind);
  return (
    <li>
      <details class={`rules-entry ${kind.border === "blue" ? "rules-blue" : ""}`}>
        <summary>
          <CardArt of={kind.kind} />
          <b>{t(kind.text)}</b>
          <span class="quiet">×{all.length}</span>
        </summary>
        <p>{t(`card-does-${kind.kind}`)}</p>
        <p class="rules-faces">
          {all.map((card) => (
            <span key={card.id}>
              <Suit of={card.suit} label={t(`suit-${card.suit}`)} />
              {rankOf(card.rank)}
            </span>
          ))}
        </p>
      </details>
    </li>
  );
}

const Character = ({ character }: { character: CharacterInfo }) => (
  <li class="rules-entry rules-open">
    <p class="rules-character">
      <b>{t(character.text)}</b>
      <Bullets left={character.life} most={character.life} />
    </p>
    <p>{t(`character-does-${character.name}`)}</p>
  </li>
);

const Items = () => (
  <>
    <h2>{t("ui-rules-items")}</h2>
    <ul class="rules-list">
      {ITEMS.map((item) => (
        <li key={item} class="rules-entry rules-open">
          <p class="rules-character">
            <ItemArt of={item} />
            <b>{t(`item-${item}`)}</b>
          </p>
          <p>{t(`ui-gun-does-${item}`)}</p>
        </li>
      ))}
    </ul>
  </>
);
