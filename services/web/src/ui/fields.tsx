import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { t } from "../text";
import { Button } from "./button";
import { tell } from "./toast";

interface SegmentsProps<T extends string | number | boolean> {
  label: string;
  about?: string | undefined;
  choices: readonly T[];
  value: T;
  name: (choice: T) => string;
  onChange: (choice: T) => void;
  /** Differs from what it is by default. */
  changed?: boolean;
  locked?: boolean;
}

/** One of a few, all of them in sight. */
export function Segments<T extends string | number | boolean>(props: SegmentsProps<T>) {
  const id = useId();
  const { label, about, choices, value, name, onChange, changed = false, locked = false } = props;
  return (
    <fieldset class="field" disabled={locked}>
      <legend>
        {label}
        {changed && <Changed />}
      </legend>
      {about !== undefined && <p class="field-about">{about}</p>}
      <div class="segments">
        {choices.map((choice) => (
          <label key={String(choice)} class={`segment ${choice === value ? "segment-on" : ""}`}>
            <input
              type="radio"
              name={id}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            <span>{name(choice)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const Changed = () => (
  <span class="changed" title={t("ui-changed")}>
    <span class="unseen">{t("ui-changed")}</span>
  </span>
);

/** A text to hand on: a button copies it, and where that is not allowed it can be selected. */
export function Copy({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      tell(t("ui-copied"));
    } catch {
      field.current?.focus();
      field.current?.select();
      tell(t("ui-copy-by-hand"));
    }
  };
  return (
    <div class="copy">
      <input
        ref={field}
        readOnly
        value={text}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon="copy" onPress={copy}>
        {t("ui-copy")}
      </Button>
    </div>
  );
}

export const Chip = ({ children, kind = "" }: { children: ComponentChildren; kind?: string }) => (
  <span class={`chip ${kind && `chip-${kind}`}`}>{children}</span>
);
