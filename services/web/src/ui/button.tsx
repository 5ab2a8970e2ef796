import type { ComponentChildren } from "preact";
import { Icon, type Sign } from "../art";
import { tell } from "./toast";

export interface ButtonProps {
  children?: ComponentChildren;
  onPress: () => void;
  kind?: "main" | "plain" | "quiet" | "danger" | undefined;
  icon?: Sign | undefined;
  /** Why it may not be pressed now: it stays where it is, and says so. */
  why?: string | undefined;
  /** What was asked for is on its way. */
  busy?: boolean | undefined;
  /** Read aloud where there is no text. */
  label?: string | undefined;
  pressed?: boolean | undefined;
  autofocus?: boolean | undefined;
  class?: string | undefined;
  name?: string | undefined;
  /** What has become of what it asks for, such as `ok`. */
  state?: string | undefined;
}

export function Button(props: ButtonProps) {
  const { children, onPress, kind = "plain", icon, why, busy = false, label, pressed } = props;
  const isOff = why !== undefined || busy;
  const press = () => {
    if (busy) return;
    if (why === undefined) onPress();
    else tell(why, "bad");
  };
  return (
    <button
      type="button"
      class={`button button-${kind} ${children === undefined ? "button-icon" : ""} ${props.class ?? ""}`}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-pressed={pressed}
      title={why ?? (children === undefined ? label : undefined)}
      data-autofocus={props.autofocus || undefined}
      data-name={props.name}
      data-state={props.state}
      onClick={press}
    >
      {icon !== undefined && <Icon of={icon} />}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

interface LinkProps {
  to: string;
  children: ComponentChildren;
  kind?: "main" | "plain" | "quiet";
  icon?: Sign;
}

export function Link({ to, children, kind = "plain", icon }: LinkProps) {
  return (
    <a class={`button button-${kind}`} href={to}>
      {icon !== undefined && <Icon of={icon} />}
      <span>{children}</span>
    </a>
  );
}
