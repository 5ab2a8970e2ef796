import { useId } from "preact/hooks";
import { t } from "../text";
import { Switch } from "../ui/switch";

export interface Manners {
  title: string;
  watching: boolean;
  kids: boolean;
}

interface MannersProps extends Manners {
  onTitle: (title: string) => void;
  onWatching: (watching: boolean) => void;
  onKids: (kids: boolean) => void;
}

const TITLE_MOST = 40;

/** What a room is called, who may look on, and in whose words. */
export function RoomManners(props: MannersProps) {
  const id = useId();
  return (
    <>
      <div class="field">
        <label for={id}>
          <b>{t("ui-title")}</b>
        </label>
        <input
          id={id}
          value={props.title}
          maxLength={TITLE_MOST}
          autocomplete="off"
          aria-describedby={`${id}-about`}
          onChange={(event) => props.onTitle(event.currentTarget.value)}
        />
        <p class="field-about" id={`${id}-about`}>
          {t("ui-title-about")}
        </p>
      </div>
      <Switch
        label={t("ui-watching")}
        about={t("ui-watching-about")}
        value={props.watching}
        changed={!props.watching}
        onChange={props.onWatching}
      />
      <Switch
        label={t("ui-kids")}
        about={t("ui-kids-room-about")}
        value={props.kids}
        changed={props.kids}
        onChange={props.onKids}
      />
    </>
  );
}
