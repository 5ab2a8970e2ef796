import { Icon } from "../art";
import { isKids } from "../settings";
import { t } from "../text";

/** Life as bullets, to children as drops: full ones are left, hollow ones are gone. */
export function Bullets({ left, most }: { left: number; most: number }) {
  const shown = Math.max(most, left);
  return (
    <span class="bullets" role="img" aria-label={t("ui-life", { life: left, most })}>
      {Array.from({ length: shown }, (_, place) => (
        <Icon
          of={isKids.value ? "drop" : "bullet"}
          key={place}
          class={place < left ? "bullet-full" : "bullet-gone"}
        />
      ))}
      <span class="bullets-number" aria-hidden>
        {left}/{most}
      </span>
    </span>
  );
}
