import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../art";
import type { Table } from "../store";
import { t } from "../text";
import { secondsUntil, watchTime } from "../time";
import { Button } from "./button";
import { alarm } from "./say";

/** What there is to say about the connection: a line under the bar, and never in the way. */
export function Banner({ table }: { table: Table }) {
  const line = table.net.line.value;
  const isLost = line.state === "lost" || line.state === "quiet";
  const hasLost = useRef(false);
  useEffect(() => {
    if (isLost && !hasLost.current) alarm(t(line.state === "quiet" ? "ui-quiet" : "ui-lost"));
    hasLost.current = isLost;
  }, [isLost]);
  if (table.isOutdated.value) {
    return (
      <div class="banner" data-banner="newer">
        <Icon of="warning" />
        <span>{t("ui-newer")}</span>
        <Button onPress={() => location.reload()}>{t("ui-reload")}</Button>
      </div>
    );
  }
  if (line.state === "quiet") {
    return (
      <div class="banner" data-banner="quiet">
        <Icon of="away" />
        <span>{t("ui-quiet")}</span>
      </div>
    );
  }
  if (line.state === "elsewhere") {
    return (
      <div class="banner banner-bad" data-banner="elsewhere">
        <Icon of="warning" />
        <span>{t("ui-elsewhere")}</span>
        <Button onPress={() => table.takeUp()}>{t("ui-use-here")}</Button>
      </div>
    );
  }
  if (line.state === "lost") return <Lost table={table} retryAt={line.retryAt} />;
  if (line.state === "connecting") {
    return (
      <div class="banner banner-late" data-banner="connecting">
        <Icon of="away" />
        <span>{t("ui-connecting")}</span>
      </div>
    );
  }
  return <Missed table={table} />;
}

function Lost({ table, retryAt }: { table: Table; retryAt: number }) {
  useEffect(watchTime, []);
  return (
    <div class="banner banner-bad" data-banner="lost">
      <Icon of="away" />
      <span>
        {t("ui-lost")} {t("ui-lost-next", { seconds: secondsUntil(retryAt) })}
      </span>
      <Button onPress={table.net.now}>{t("ui-try-now")}</Button>
    </div>
  );
}

function Missed({ table }: { table: Table }) {
  const count = table.missed.value;
  if (count === 0) return null;
  return (
    <div class="banner banner-good" data-banner="resumed">
      <Icon of="check" />
      <span>{t("ui-missed", { count })}</span>
      <Button
        kind="quiet"
        onPress={() => {
          table.missed.value = 0;
        }}
      >
        {t("ui-all-right")}
      </Button>
    </div>
  );
}
