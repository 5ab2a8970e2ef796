/** Arrows go from one to the next within a group: one stop for the Tab key. */

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function rove(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = STEPS[event.key];
  const ends = { Home: 0, End: -1 }[event.key];
  if ((step === undefined && ends === undefined) || box === null) return;
  const all = [...box.querySelectorAll<HTMLElement>("a, button")];
  const now = all.indexOf(document.activeElement as HTMLElement);
  const next =
    ends !== undefined ? all.at(ends) : all[(now + (step ?? 0) + all.length) % all.length];
  event.preventDefault();
  next?.focus();
  next?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
