import { catalogue } from "../../text";

const said = (style: Intl.DateTimeFormatOptions, ms: number): string =>
  new Intl.DateTimeFormat(catalogue.value?.language, style).format(ms);

export const clock = (ms: number, timeStyle: "short" | "medium" = "medium"): string =>
  said({ timeStyle }, ms);

export const day = (ms: number): string => said({ dateStyle: "medium", timeStyle: "medium" }, ms);
