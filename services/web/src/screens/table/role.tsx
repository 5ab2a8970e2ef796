import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../art";
import type { Table } from "../../store";
import { t } from "../../text";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { meOf, optionOf } from "./model";

const HOLD_MS = 350;
const SHOWN_MS = 3000;

/** Shown only while it is held, so that nobody beside me reads it. */
export function useHolding() {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const hold = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), HOLD_MS);
  };
  const showAWhile = () => {
    clearTimeout(timer.current);
    setShown(true);
    timer.current = setTimeout(() => setShown(false), SHOWN_MS);
  };
  useEffect(() => {
    addEventListener("blur", hide);
    document.addEventListener("visibilitychange", hide);
    return () => {
      hide();
      removeEventListener("blur", hide);
      document.removeEventListener("visibilitychange", hide);
    };
  }, []);
  return { isShown, hold, hide, showAWhile };
}

type Holding = ReturnType<typeof useHolding>;

export const holdEvents = ({ hold, hide }: Holding) => ({
  onPointerDown: hold,
  onPointerUp: hide,
  onPointerLeave: hide,
  onPointerCancel: hide,
  onBlur: hide,
  onContextMenu: (event: Event) => event.preventDefault(),
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) hold();
  },
  onKeyUp: (event: KeyboardEvent) => {
    if (event.key === " ") hide();
  },
});

export function RolePaper({ table }: { table: Table }) {
  const role = meOf(table)?.role;
  if (!role) return null;
  return (
    <span class="role-paper" data-name="role-shown" role="alert">
      <Icon of={role === "sheriff" ? "star" : "role"} />
      <b>{t(`role-${role}`)}</b>
      <span>{t(`role-aim-${role}`)}</span>
      {optionOf(table, "beginnerHints") && <span class="role-tip">{t(`role-tip-${role}`)}</span>}
    </span>
  );
}

/** Beside my name for the whole match. `holding` comes from whoever else may show it. */
export function RoleButton({ table, holding }: { table: Table; holding: Holding }) {
  if (!meOf(table)?.role) return null;
  return (
    <>
      <button
        type="button"
        class="button button-plain role-button"
        data-name="role"
        aria-label={t("ui-role-hold")}
        title={t("ui-role-hold")}
        {...holdEvents(holding)}
        onClick={(event) => {
          if (event.detail === 0) holding.showAWhile();
        }}
      >
        <Icon of="role" />
        <span>{t("ui-role")}</span>
      </button>
      {holding.isShown && (
        <div class="role-over">
          <RolePaper table={table} />
        </div>
      )}
    </>
  );
}

/** At the beginning: a card face down over everything. */
export function RoleDialog({ table, onDone }: { table: Table; onDone: () => void }) {
  const holding = useHolding();
  return (
    <Dialog title={t("ui-role-title")} onClose={onDone} class="role-dialog" name="role-dialog">
      <button
        type="button"
        class="role-card"
        {...holdEvents(holding)}
        aria-label={t("ui-role-hold")}
      >
        {holding.isShown ? (
          <RolePaper table={table} />
        ) : (
          <span class="role-back">
            <Icon of="hidden" />
            <span>{t("ui-role-hold")}</span>
          </span>
        )}
      </button>
      <p class="quiet">{t("ui-role-why")}</p>
      <div class="row">
        <Button onPress={holding.showAWhile} name="role-while">
          {t("ui-role-while")}
        </Button>
        <Button kind="main" onPress={onDone} name="role-done" autofocus>
          {t("ui-role-done")}
        </Button>
      </div>
    </Dialog>
  );
}
