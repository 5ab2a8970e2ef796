import type { GameInfo, OptionInfo, OptionValue } from "../schema";
import { choice, t } from "../text";
import { Segments } from "../ui/fields";
import { Switch } from "../ui/switch";

interface OptionsProps {
  game: GameInfo;
  values: Record<string, OptionValue>;
  onChange: (key: string, value: OptionValue) => void;
}

/**
 * Every option of a game, as the server describes it: a new one needs nothing here. In the order of the
 * server; what is offered as a choice comes first, switches follow, house rules are folded away.
 */
export function Options({ game, values, onChange }: OptionsProps) {
  const plain = game.options.filter((option) => !option.houseRule);
  const house = game.options.filter((option) => option.houseRule);
  const field = (option: OptionInfo) => (
    <Option
      key={option.key}
      option={option}
      value={values[option.key] ?? option.default}
      onChange={onChange}
    />
  );
  return (
    <div class="options">
      <section>
        <h2>{t("ui-options-basic")}</h2>
        {plain.filter((option) => option.kind === "choice").map(field)}
      </section>
      {plain.some((option) => option.kind === "boolean") && (
        <section>
          <h2>{t("ui-options-help")}</h2>
          {plain.filter((option) => option.kind === "boolean").map(field)}
        </section>
      )}
      {house.length > 0 && (
        <details class="options-house" open={house.some((o) => values[o.key] !== undefined)}>
          <summary>{t("ui-options-house")}</summary>
          {house.map(field)}
        </details>
      )}
    </div>
  );
}

interface OptionProps {
  option: OptionInfo;
  value: OptionValue;
  onChange: (key: string, value: OptionValue) => void;
}

function Option({ option, value, onChange }: OptionProps) {
  const shared = {
    label: t(option.text),
    about: t(`${option.text}-about`),
    changed: value !== option.default,
    locked: option.choices.length < 2,
  };
  if (option.kind === "boolean") {
    return (
      <Switch
        {...shared}
        value={value === true}
        onChange={(chosen) => onChange(option.key, chosen)}
      />
    );
  }
  return (
    <Segments
      {...shared}
      choices={option.choices}
      value={value}
      name={(each) => choice(option.key, each)}
      onChange={(chosen) => onChange(option.key, chosen)}
    />
  );
}
