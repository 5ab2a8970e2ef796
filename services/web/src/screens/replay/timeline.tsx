import { t } from "../../text";
import { Button } from "../../ui/button";
import { Segments } from "../../ui/fields";
import type { Mark } from "./film";

export const SPEEDS = [1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

interface TimelineProps {
  place: number;
  /** As far as may be gone. */
  last: number;
  seq: number;
  marks: readonly (Mark | null)[];
  isPlaying: boolean;
  speed: Speed;
  onGo: (place: number) => void;
  onPlay: () => void;
  onSpeed: (speed: Speed) => void;
  onTurn: () => void;
}

/** The line of time, and the buttons under it. */
export function Timeline(props: TimelineProps) {
  const { place, last, seq, marks, isPlaying, speed, onGo, onPlay, onSpeed, onTurn } = props;
  return (
    <section class="timeline" aria-label={t("ui-replay-time")}>
      <svg class="ticks" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden>
        {marks.slice(0, last + 1).map((mark, at) => {
          if (mark === null) return null;
          const x = last === 0 ? 0 : (at / last) * 1000;
          return (
            <path key={at} class={`tick tick-${mark}`} d={`M${x} ${mark === "asked" ? 8 : 0}V14`} />
          );
        })}
      </svg>
      <input
        type="range"
        data-name="slider"
        aria-label={t("ui-replay-moment")}
        aria-valuetext={t("ui-replay-entry", { seq })}
        min={0}
        max={last}
        value={place}
        onInput={(event) => onGo(Number(event.currentTarget.value))}
      />
      <div class="timeline-buttons">
        <Button kind="quiet" icon="first" label={t("ui-replay-first")} onPress={() => onGo(0)} />
        <Button
          kind="quiet"
          icon="back"
          label={t("ui-replay-back")}
          name="step-back"
          onPress={() => onGo(place - 1)}
        />
        <Button
          kind="main"
          icon={isPlaying ? "pause" : "play"}
          label={t(isPlaying ? "ui-replay-pause" : "ui-replay-play")}
          name="play"
          onPress={onPlay}
        />
        <Button
          kind="quiet"
          icon="next"
          label={t("ui-replay-on")}
          name="step"
          onPress={() => onGo(place + 1)}
        />
        <Button kind="quiet" icon="last" label={t("ui-replay-last")} onPress={() => onGo(last)} />
        <Button name="next-turn" onPress={onTurn}>
          {t("ui-replay-next-turn")}
        </Button>
        <Segments
          label={t("ui-replay-speed")}
          choices={SPEEDS}
          value={speed}
          name={(each) => `${each}×`}
          onChange={onSpeed}
        />
      </div>
    </section>
  );
}
