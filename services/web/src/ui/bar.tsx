import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../art";
import { houseName } from "../games";
import { later } from "../later";
import { settings } from "../settings";
import { t } from "../text";
import { Button } from "./button";
import { lazily } from "./lazily";

const Settings = lazily(later("Settings"));
export const RulesSheet = lazily(later("RulesSheet", "buckshot"));

interface BarProps {
  /** In the middle: what this screen is of. */
  children?: ComponentChildren;
  /** Where the way back leads; without it the sign of the house stands there. */
  back?: string | (() => void);
  backLabel?: string;
  actions?: ComponentChildren;
  /** The rules can be asked for here, where there is room. */
  hasRules?: boolean;
}

export function Bar({ children, back, backLabel, actions, hasRules = false }: BarProps) {
  const [isOpen, setOpen] = useState(false);
  const [areRulesOpen, setRulesOpen] = useState(false);
  useEffect(() => {
    // Over a question too, which waits under the sheet.
    const ask = (event: KeyboardEvent) => {
      if (event.key !== "?" || !settings.value.shortcuts) return;
      if (!(event.target as Element).closest("input, select, textarea")) setRulesOpen(true);
    };
    addEventListener("keydown", ask);
    return () => removeEventListener("keydown", ask);
  }, []);
  return (
    <header class="bar">
      {back === undefined ? (
        <a class="bar-house" href="/">
          <Icon of="sun" />
          <span>{houseName()}</span>
        </a>
      ) : typeof back === "string" ? (
        <a class="button button-quiet button-icon" href={back} aria-label={backLabel}>
          <Icon of="back" />
        </a>
      ) : (
        <Button kind="quiet" icon="back" label={backLabel} onPress={back} />
      )}
      <div class="bar-middle">{children}</div>
      <div class="bar-actions">
        {actions}
        {hasRules && (
          <span class="bar-rules">
            <Button
              kind="quiet"
              icon="help"
              label={t("ui-rules")}
              name="rules-open"
              onPress={() => setRulesOpen(true)}
            />
          </span>
        )}
        <Button
          kind="quiet"
          icon="settings"
          label={t("ui-settings")}
          onPress={() => setOpen(true)}
        />
      </div>
      {areRulesOpen && <RulesSheet onClose={() => setRulesOpen(false)} />}
      {isOpen && <Settings onClose={() => setOpen(false)} />}
    </header>
  );
}
