import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../art";
import { houseName } from "../games";
import { t } from "../text";
import { Button } from "./button";
import { lazily } from "./lazily";

const Settings = lazily(async () => (await import("../screens/settings")).Settings);

interface BarProps {
  /** In the middle: what this screen is of. */
  children?: ComponentChildren;
  /** Where the way back leads; without it the sign of the house stands there. */
  back?: string | (() => void);
  backLabel?: string;
  actions?: ComponentChildren;
}

export function Bar({ children, back, backLabel, actions }: BarProps) {
  const [isOpen, setOpen] = useState(false);
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
        <Button
          kind="quiet"
          icon="settings"
          label={t("ui-settings")}
          onPress={() => setOpen(true)}
        />
      </div>
      {isOpen && <Settings onClose={() => setOpen(false)} />}
    </header>
  );
}
