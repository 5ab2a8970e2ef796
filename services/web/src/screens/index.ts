/** Which screen an address shows. A screen that is not here does not exist: its address is a dead end. */

import type { ComponentType } from "preact";
import { matchOf, type Place, roomOf } from "../router";
import { bring } from "../text";
import { Lobby } from "./lobby";

export interface Screen {
  /** What it is shown of, such as a room's code; `null` where the address is another's. */
  takes: (place: Place) => string | null;
  load: () => Promise<ComponentType<{ of: string }>>;
  /** Asks for a nickname first. */
  isForMembers: boolean;
}

const SCREENS: readonly Screen[] = [
  {
    takes: ({ path, hash }) => (path === "/" && hash !== "create" ? "" : null),
    load: async () => Lobby,
    isForMembers: true,
  },
  {
    takes: ({ path, hash }) => (path === "/" && hash === "create" ? "" : null),
    load: async () => (await Promise.all([import("./create"), bring("manners")]))[0].Create,
    isForMembers: true,
  },
  {
    takes: ({ path }) => roomOf(path),
    load: async () => (await import("./room")).RoomScreen,
    isForMembers: true,
  },
  {
    takes: ({ path }) => (path === "/rules" ? "" : null),
    load: async () => (await Promise.all([import("./rules"), bring("rules")]))[0].Rules,
    isForMembers: false,
  },
  {
    takes: ({ path }) => (path === "/ops" ? "" : null),
    load: async () => (await Promise.all([import("./ops"), bring("ops")]))[0].Ops,
    isForMembers: false,
  },
  {
    takes: ({ path }) => matchOf(path),
    load: async () => (await Promise.all([import("./replay"), bring("replay")]))[0].Replay,
    isForMembers: true,
  },
];

export interface Found {
  screen: Screen;
  of: string;
  key: string;
}

export function find(place: Place): Found | null {
  for (const [number, screen] of SCREENS.entries()) {
    const of = screen.takes(place);
    if (of !== null) return { screen, of, key: `${number} ${of}` };
  }
  return null;
}
