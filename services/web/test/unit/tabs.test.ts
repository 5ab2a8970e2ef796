import { signal } from "@preact/signals";
import { afterEach, expect, it, vi } from "vitest";
import type { Table } from "../../src/store";
import { watchTabs } from "../../src/tabs";

const ends: (() => void)[] = [];

function page(code: string, player: string | null) {
  const you = signal({ player });
  const net = { yieldTo: vi.fn(), takeUp: vi.fn() };
  const tabs = watchTabs({ code, you, net } as unknown as Table);
  ends.push(tabs.end);
  return { you, net, tabs };
}

const settled = () => new Promise((done) => setTimeout(done, 30));

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

it("lets the page that came last have the seat, and gives it back when asked", async () => {
  const first = page("KQXHWT", "me");
  await settled();
  const last = page("KQXHWT", "me");
  await settled();
  expect(first.net.yieldTo).toHaveBeenCalledTimes(1);
  expect(last.net.yieldTo).not.toHaveBeenCalled();
  first.tabs.takeUp();
  await settled();
  expect(first.net.takeUp).toHaveBeenCalledTimes(1);
  expect(last.net.yieldTo).toHaveBeenCalledTimes(1);
});

it("leaves other rooms, other players and those without a seat alone", async () => {
  const pages = [page("KQXHWT", "me"), page("ABCDEF", "me"), page("KQXHWT", "she")];
  const watcher = page("KQXHWT", null);
  await settled();
  for (const each of [...pages, watcher]) expect(each.net.yieldTo).not.toHaveBeenCalled();
  watcher.you.value = { player: "me" };
  await settled();
  expect(pages[0]?.net.yieldTo).toHaveBeenCalledTimes(1);
});
