import { Component, type ComponentChildren, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { attempt, boot, WITHOUT_WORDS } from "./boot";
import { place } from "./router";
import { find, type Screen } from "./screens/index";
import { DeadEnd, Notice } from "./screens/notice";
import { Welcome } from "./screens/welcome";
import { me } from "./session";
import { catalogue, preferred, t } from "./text";
import { Button } from "./ui/button";
import { LiveRegions } from "./ui/say";
import { Sun } from "./ui/scenery";
import { Toast } from "./ui/toast";
import { gone } from "./version";

export function App() {
  return (
    <>
      <Caught>
        <Inside />
      </Caught>
      <Toast />
      <LiveRegions />
    </>
  );
}

function Inside() {
  if (catalogue.value === null || boot.value.state === "asking") {
    return boot.value.state === "failed" ? <Wordless /> : <Opening />;
  }
  if (boot.value.state === "failed") {
    return (
      <Notice title={t("ui-unreachable-title")} icon="away">
        <p>{t("ui-unreachable")}</p>
        <Button kind="main" onPress={() => void attempt()}>
          {t("ui-try-again")}
        </Button>
      </Notice>
    );
  }
  const found = find(place.value);
  if (found === null) return <DeadEnd />;
  if (found.screen.isForMembers && me.value.state !== "here") return <Welcome />;
  return <Lazy key={found.key} screen={found.screen} of={found.of} />;
}

const Opening = () => (
  <div class="opening">
    <Sun />
  </div>
);

function Wordless() {
  const words = WITHOUT_WORDS[preferred()];
  return (
    <main class="notice" lang={preferred()}>
      <Sun />
      <p>{words.says}</p>
      <Button kind="main" onPress={() => void attempt()}>
        {words.again}
      </Button>
    </main>
  );
}

interface LazyProps {
  screen: Screen;
  of: string;
}

const loaded = new Map<Screen, ComponentType<{ of: string }>>();

/** A screen that is loaded when it is gone to. */
export function Lazy({ screen, of }: LazyProps) {
  const [, draw] = useState(0);
  const [why, setWhy] = useState("");
  const Shown = loaded.get(screen);
  useEffect(() => {
    if (Shown !== undefined) return;
    screen.load().then(
      (found) => {
        loaded.set(screen, found);
        draw((count) => count + 1);
      },
      () => void gone().then(setWhy),
    );
  }, [screen, Shown]);
  const isShown = Shown !== undefined;
  useEffect(() => {
    // What had the focus is gone with the screen before.
    if (!isShown || document.activeElement !== document.body) return;
    const main = document.querySelector<HTMLElement>("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus({ preventScroll: true });
  }, [isShown]);
  if (Shown !== undefined) return <Shown of={of} />;
  if (why === "") return <Opening />;
  return (
    <Notice title={t("ui-part-missing")} icon="warning">
      <p>{t(why)}</p>
      <Button kind="main" onPress={() => location.reload()}>
        {t("ui-reload")}
      </Button>
    </Notice>
  );
}

class Caught extends Component<{ children: ComponentChildren }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    this.setState({ failed: true });
    reportError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice title={t("ui-broken-title")} icon="warning">
        <p>{t("ui-broken")}</p>
        <Button kind="main" onPress={() => location.reload()}>
          {t("ui-reload")}
        </Button>
      </Notice>
    );
  }
}
