import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../text";
import { Button } from "./button";

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** Without it, it cannot be dismissed: Escape never answers. */
  onClose?: () => void;
  kind?: "middle" | "sheet";
  class?: string;
  name?: string;
  /** What kind of question it is. */
  of?: string;
  /** Beside the title. */
  head?: ComponentChildren;
}

const DEAF_MS = 250;

/**
 * The browser's own dialog: it keeps the focus, and gives it back. Its first quarter of a second takes
 * no taps, which were meant for what was there before.
 */
export function Dialog({ title, children, onClose, kind = "middle", ...more }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    if (dialog === null) return;
    const before = document.activeElement;
    const openedAt = performance.now();
    const deaf = (event: Event) => {
      if (performance.now() - openedAt > DEAF_MS || !event.isTrusted) return;
      event.preventDefault();
      event.stopPropagation();
    };
    dialog.addEventListener("click", deaf, true);
    if (!dialog.open) dialog.showModal();
    (dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog).focus();
    return () => {
      dialog.removeEventListener("click", deaf, true);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={`dialog dialog-${kind} ${more.class ?? ""}`}
      aria-labelledby={id}
      tabIndex={-1}
      data-name={more.name}
      data-kind={more.of}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === box.current) onClose?.();
      }}
      onKeyDown={(event) => {
        // Some browsers close on a second Escape whatever was prevented.
        if (event.key === "Escape") {
          event.preventDefault();
          onClose?.();
        }
      }}
    >
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          {more.head}
          {onClose !== undefined && (
            <Button kind="quiet" icon="close" label={t("ui-close")} onPress={onClose} />
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
