import type { ComponentChildren } from "preact";
import { Icon, type Sign } from "../art";
import { t } from "../text";
import { Bar } from "../ui/bar";
import { Link } from "../ui/button";
import { JoinByCode } from "./join";

interface NoticeProps {
  title: string;
  icon: Sign;
  children: ComponentChildren;
}

/** One thing to be told, and what can be done about it. */
export const Notice = ({ title, icon, children }: NoticeProps) => (
  <>
    <Bar />
    <main class="notice">
      <section class="paper notice-paper">
        <Icon of={icon} class="notice-icon" />
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  </>
);

export const DeadEnd = () => (
  <Notice title={t("ui-dead-end-title")} icon="link">
    <p>{t("ui-dead-end")}</p>
    <Link to="/" kind="main">
      {t("ui-to-lobby")}
    </Link>
    <JoinByCode />
  </Notice>
);
