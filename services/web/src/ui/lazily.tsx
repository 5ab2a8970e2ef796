import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../text";
import { gone } from "../version";
import { tell } from "./toast";

/**
 * A part of a screen that is loaded when it is first shown, such as a sheet.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let found: ComponentType<P> | null = null;
  return function Lazily(props: P) {
    const [, draw] = useState(0);
    useEffect(() => {
      if (found !== null) return;
      load().then(
        (loaded) => {
          found = loaded;
          draw((count) => count + 1);
        },
        () => void gone().then((why) => tell(t(why), "bad")),
      );
    }, []);
    const Found = found;
    return Found === null ? null : <Found {...props} />;
  };
}
