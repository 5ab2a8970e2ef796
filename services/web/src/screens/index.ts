/** Which screen an address shows. A screen that is not here does not exist: its address is a dead end. */

import type { ComponentType } from "preact";
import { later } from "../later";
import { matchOf, type Place, roomOf } from "../router";
import { Lobby } from "./lobby";
import { RoomScreen } from "./room";

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
    load: later("Create"),
    isForMembers: true,
  },
  {
    takes: ({ path }) => roomOf(path),
    load: async () => RoomScreen,
    isForMembers: true,
  },
  {
    takes: ({ path }) => (path === "/rules" ? "" : null),
    load: later("Rules", "buckshot"),
    isForMembers: false,
  },
  {
    takes: ({ path }) => (path === "/ops" ? "" : null),
    load: later("Ops", "ops"),
    isForMembers: false,
  },
  {
    // An auditor shows his credential in place of a nickname.
    takes: ({ path, hash }) => (new URLSearchParams(hash).has("by") ? matchOf(path) : null),
    load: later("Replay", "replay", "buckshot"),
    isForMembers: false,
  },
  {
    takes: ({ path }) => matchOf(path),
    load: later("Replay", "replay", "buckshot"),
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
