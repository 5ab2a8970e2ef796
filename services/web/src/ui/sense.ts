/** That something wants me, without looking: a short buzz, and a note where sound was asked for. */

import { settings } from "../settings";

let player: AudioContext | undefined;

export function buzz(): void {
  // Before the first tap browsers allow neither, and complain.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (settings.value.vibration) navigator.vibrate?.(80);
  if (settings.value.sound) ring();
}

/** One soft note, made here: nothing is loaded for it. */
function ring(): void {
  try {
    player ??= new AudioContext();
    const [tone, level] = [player.createOscillator(), player.createGain()];
    const now = player.currentTime;
    tone.type = "triangle";
    tone.frequency.value = 660;
    level.gain.setValueAtTime(0.12, now);
    level.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
    tone.connect(level).connect(player.destination);
    tone.start(now);
    tone.stop(now + 0.5);
  } catch {
    // A browser without sound has none.
  }
}
