/** One page of a browser has a seat: whichever took it up last. The others say so and stand still. */

import { effect } from "@preact/signals";
import { randomHex } from "./rest";
import type { Table } from "./store";

interface Here {
  page: string;
  seat: string;
}

/** Gives what takes the seat up here, and what ends it. */
export function watchTabs(table: Table): { takeUp: () => void; end: () => void } {
  if (typeof BroadcastChannel === "undefined") {
    return { takeUp: () => undefined, end: () => undefined };
  }
  const page = randomHex(8);
  const channel = new BroadcastChannel("saloon.seats");
  const seat = () => `${table.code} ${table.you.peek().player}`;
  const tell = () => channel.postMessage({ page, seat: seat() } satisfies Here);
  channel.onmessage = ({ data }: MessageEvent<Here>) => {
    if (data.page !== page && data.seat === seat()) table.net.yieldTo();
  };
  const quit = effect(() => {
    if (table.you.value.player !== null) tell();
  });
  return {
    takeUp() {
      tell();
      table.net.takeUp();
    },
    end() {
      quit();
      channel.close();
    },
  };
}
