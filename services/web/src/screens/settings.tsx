import { useState } from "preact/hooks";
import { keeps } from "../kept";
import { go } from "../router";
import { leave, me } from "../session";
import { isKids, roomKids, set, settings } from "../settings";
import { preferred, t } from "../text";
import { RulesSheet } from "../ui/bar";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Segments } from "../ui/fields";
import { Switch } from "../ui/switch";
import { tellWhy } from "../ui/toast";

const SIZES = ["normal", "large", "larger"] as const;
const LANGUAGES = ["ko", "en"] as const;
/** Each in its own language, so that whoever is lost finds it. */
const ENDONYMS = { ko: "한국어", en: "English" };

/** Twice, since nothing brings the name and its seats back. */
function SignOut() {
  const [isArmed, setArmed] = useState(false);
  const [isSending, setSending] = useState(false);
  const press = async () => {
    if (!isArmed) {
      setArmed(true);
      return;
    }
    setSending(true);
    const answer = await leave();
    setSending(false);
    if (answer.ok) go("/");
    else tellWhy(answer.why);
  };
  return (
    <div class="sign-out">
      <p class="quiet">{t("ui-sign-out-about")}</p>
      <Button kind="danger" busy={isSending} onPress={() => void press()}>
        {t(isArmed ? "ui-sign-out-sure" : "ui-sign-out")}
      </Button>
    </div>
  );
}

export function Settings({ onClose }: { onClose: () => void }) {
  const now = settings.value;
  const [areRulesOpen, setRulesOpen] = useState(false);
  return (
    <Dialog title={t("ui-settings")} kind="sheet" onClose={onClose} name="settings">
      {!keeps && <p class="hint-box">{t("ui-nothing-kept")}</p>}
      {me.value.state === "here" && (
        <p class="settings-me">{t("ui-you-are", { name: me.value.nickname })}</p>
      )}
      <Button icon="help" name="rules" onPress={() => setRulesOpen(true)}>
        {t("ui-rules")}
      </Button>
      <Segments
        label={t("ui-language")}
        choices={LANGUAGES}
        value={preferred()}
        name={(language) => ENDONYMS[language]}
        onChange={(language) => set("language", language)}
      />
      <Switch
        label={t("ui-kids")}
        about={t(roomKids.value ? "ui-kids-here" : "ui-kids-about")}
        value={isKids.value}
        locked={roomKids.value}
        onChange={(value) => set("kids", value)}
      />
      <Segments
        label={t("ui-text-size")}
        choices={SIZES}
        value={now.textSize}
        name={(size) => t(`ui-text-${size}`)}
        onChange={(size) => set("textSize", size)}
      />
      <Switch
        label={t("ui-calm")}
        about={t("ui-calm-about")}
        value={now.calm}
        onChange={(value) => set("calm", value)}
      />
      <Switch
        label={t("ui-sound")}
        about={t("ui-sound-about")}
        value={now.sound}
        onChange={(value) => set("sound", value)}
      />
      <Switch
        label={t("ui-vibration")}
        value={now.vibration}
        onChange={(value) => set("vibration", value)}
      />
      <Switch
        label={t("ui-shortcuts")}
        about={t("ui-shortcuts-about")}
        value={now.shortcuts}
        onChange={(value) => set("shortcuts", value)}
      />
      <Switch
        label={t("ui-left-handed")}
        value={now.leftHanded}
        onChange={(value) => set("leftHanded", value)}
      />
      {me.value.state === "here" && <SignOut />}
      {areRulesOpen && <RulesSheet onClose={() => setRulesOpen(false)} />}
    </Dialog>
  );
}
