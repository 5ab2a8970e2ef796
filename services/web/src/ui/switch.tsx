import { useId } from "preact/hooks";
import { Changed } from "./fields";

interface SwitchProps {
  label: string;
  about?: string | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
  changed?: boolean;
  locked?: boolean;
}

export function Switch({ label, about, value, onChange, changed, locked }: SwitchProps) {
  const id = useId();
  return (
    <div class="field switch">
      <label>
        <span class="switch-text">
          <span class="switch-label">
            {label}
            {changed && <Changed />}
          </span>
          {about !== undefined && (
            <span class="field-about" id={id}>
              {about}
            </span>
          )}
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={value}
          checked={value}
          disabled={locked}
          aria-describedby={about === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span class="switch-knob" aria-hidden />
      </label>
    </div>
  );
}
