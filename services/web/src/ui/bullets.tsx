import { Icon } from "../art";
import { t } from "../text";

/** Life as bullets: full ones are left, hollow ones are gone. */
export function Bullets({ left, most }: { left: number; most: number }) {
  const shown = Math.max(most, left);
  return (
    <span class="bullets" role="img" aria-label={t("ui-life", { life: left, most })}>
      {Array.from({ length: shown }, (_, place) => (
        <Icon of="bullet" key={place} class={place < left ? "bullet-full" : "bullet-gone"} />
      ))}
      <span class="bullets-number" aria-hidden>
        {left}/{most}
      </span>
    </span>
  );
}
