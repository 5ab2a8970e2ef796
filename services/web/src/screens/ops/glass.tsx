import { useId, useState } from "preact/hooks";
import { go } from "../../router";
import type { OpsRoom } from "../../schema";
import { t } from "../../text";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

/** As long as the server takes it. */
const NAME_LIMIT = 40;

/** Before an auditor sees what is hidden in a room: whoever plays there reads of it, with his name. */
export function Glass({ room, onClose }: { room: OpsRoom; onClose: () => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const by = name.trim();
  const look = () => {
    if (by !== "")
      go(`/m/${room.code}-${room.match}#${new URLSearchParams({ as: "auditor", by })}`);
  };
  return (
    <Dialog title={t("ui-ops-glass", { code: room.code })} name="glass" onClose={onClose}>
      <form
        class="join"
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <p id={`${id}-about`}>{t("ui-ops-glass-about")}</p>
        <label for={id}>{t("ui-ops-glass-name")}</label>
        <input
          id={id}
          value={name}
          maxLength={NAME_LIMIT}
          aria-describedby={`${id}-about`}
          data-autofocus
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Button
          kind="danger"
          icon="eye"
          why={by === "" ? t("ui-ops-glass-nameless") : undefined}
          onPress={look}
        >
          {t("ui-ops-glass-look")}
        </Button>
      </form>
    </Dialog>
  );
}
