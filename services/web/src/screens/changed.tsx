import { differing } from "../games";
import type { GameInfo, OptionValue } from "../schema";
import { choice, seldom, t } from "../text";
import { Chip } from "../ui/fields";

interface ChangedProps {
  game: GameInfo | undefined;
  options: Record<string, OptionValue>;
  kind?: string;
}

/** What is not as usual in a room. */
export const Changed = ({ game, options, kind = "" }: ChangedProps) => (
  <>
    {differing(game, options).map(({ option, value }) => {
      const name = seldom(option.text);
      return (
        name !== "" && (
          <Chip key={option.key} kind={kind}>
            {t("room-option-change", { option: name, choice: choice(option.key, value) })}
          </Chip>
        )
      );
    })}
  </>
);
