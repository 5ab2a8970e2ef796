import { useRef } from "preact/hooks";

const LONG_MS = 500;

/** A press that lasts asks for more, as a second button does; `wasLong`: the click after it is none. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const has = useRef(false);
  const ask = () => {
    if (!has.current) onLong();
    has.current = true;
  };
  const end = () => clearTimeout(timer.current);
  const wasLong = () => has.current;
  const events = {
    onPointerDown: () => {
      has.current = false;
      end();
      timer.current = setTimeout(ask, LONG_MS);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onContextMenu: (event: Event) => {
      event.preventDefault();
      end();
      ask();
    },
  };
  return { events, wasLong };
}
