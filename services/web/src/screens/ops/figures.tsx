import type { OpsFigure, OpsReply } from "../../schema";
import { t } from "../../text";
import { clock } from "./say";

const WIDE = 180;
const HIGH = 28;

const rounded = (value: number): number =>
  Number(value.toPrecision(Math.max(2, String(Math.trunc(value)).length)));

export function worth(unit: OpsFigure["unit"], value: number | null | undefined): string {
  if (value == null) return "—";
  if (unit === "ms" && value >= 120_000)
    return t("ui-ops-unit-min", { n: rounded(value / 60_000) });
  if (unit === "ms" && value >= 10_000) return t("ui-ops-unit-s", { n: rounded(value / 1000) });
  return t(`ui-ops-unit-${unit}`, { n: rounded(value) });
}

const most = (points: readonly (number | null)[]): number =>
  Math.max(0, ...points.map((point) => point ?? 0));

/** Broken where nothing was known; the newest point is at the right edge. */
function path(points: readonly (number | null)[], places: number): string {
  const step = WIDE / Math.max(1, places - 1);
  const scale = (HIGH - 4) / (most(points) || 1);
  let pen = "M";
  return points
    .map((point, at) => {
      const from = pen;
      pen = point === null ? "M" : "L";
      if (point === null) return "";
      const x = WIDE - (points.length - 1 - at) * step;
      return `${from}${x.toFixed(1)} ${(HIGH - 2 - point * scale).toFixed(1)}`;
    })
    .join("");
}

/** `title`: what the names of its figures begin with. */
export function Group({ title, reply }: { title: string; reply: OpsReply }) {
  const { everyMs, atMs } = reply;
  const figures = reply.figures.filter((each) => each.name.startsWith(`${title}-`));
  const perMinute = Math.max(1, Math.round(60_000 / everyMs));
  const known = figures[0]?.points.length ?? 0;
  const minutes = Array.from({ length: Math.ceil(known / perMinute) }, (_, back) => back);
  const name = (figure: OpsFigure) => t(`ui-ops-${figure.name}`);
  return (
    <section class="paper ops-group" data-name={`ops-${title}`}>
      <h2>{t(`ui-ops-${title}`)}</h2>
      <dl>
        {figures.map((figure) => (
          <div key={figure.name} data-figure={figure.name}>
            <dt>{name(figure)}</dt>
            <dd>
              <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden>
                <path d={path(figure.points, (15 * 60_000) / everyMs)} />
              </svg>
              {worth(figure.unit, figure.points.at(-1))}
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{t("ui-ops-table")}</summary>
        <section class="ops-scroll" tabIndex={0} aria-label={t("ui-ops-table")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("ui-ops-at")}</th>
                {figures.map((figure) => (
                  <th key={figure.name} scope="col">
                    {name(figure)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {minutes.map((back) => (
                <tr key={back}>
                  <th scope="row">{clock(atMs - back * perMinute * everyMs, "short")}</th>
                  {figures.map(({ name, unit, points }) => (
                    <td key={name}>{worth(unit, points.at(-1 - back * perMinute))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
