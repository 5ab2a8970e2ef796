/** Names for the types that are made of the served documents (`api.d.ts`, by `./saloon web types`). */

import type { components } from "./api";

type S = components["schemas"];

export type Language = S["SessionReply"]["language"];
export type SessionReply = S["SessionReply"];
export type WordsReply = S["WordsReply"];
export type WordsPage = WordsReply["page"];
export type GamesReply = S["GamesReply"];
export type GameInfo = S["GameInfo"];
export type OptionInfo = S["OptionInfo"];
export type OptionValue = string | number | boolean;
export type CardInfo = S["CardInfo"];
export type KindInfo = S["KindInfo"];
export type RolesInfo = S["RolesInfo"];
export type CharacterInfo = S["CharacterInfo"];
export type RoomsReply = S["RoomsReply"];
export type ListedRoom = S["ListedRoom"];
export type RoomListing = S["RoomListing"];
export type RoomRequest = S["RoomRequest"];
export type RoomReply = S["RoomReply"];
export type RoomInfo = S["RoomInfo"];
export type MatchesReply = S["MatchesReply"];
export type MatchInfo = S["MatchInfo"];
export type FramesReply = S["FramesReply"];
export type KnowledgeReply = S["KnowledgeReply"];
export type LeaksReply = S["LeaksReply"];
export type ProofsReply = S["ProofsReply"];
export type KeysReply = S["KeysReply"];
export type OpsReply = S["OpsReply"];
export type OpsFigure = S["OpsFigure"];
export type OpsRoom = S["OpsRoom"];
export type OpsRoomsReply = S["OpsRoomsReply"];

export type ServerMessage = S["ServerMessage"];
export type ClientMessage = S["ClientMessage"];
export type View = S["View"];
export type Frame = S["Frame"];
export type ResultMessage = S["ResultMessage"];
export type Command = S["Command"];
export type TalkLine = S["TalkLine"];
export type Phrase = NonNullable<GameInfo["phrases"]>[number];
/** What is said at the table: a phrase by its id, perhaps at somebody, or a text. */
export type Saying = Omit<S["SayMessage"], "type" | "sayId">;

/** `unreachable` is the page's own: no answer came. */
export interface Why {
  code: S["Refusal"]["code"] | "unreachable" | (string & {});
  params?: Record<string, string | number>;
}

type Known = S["Sections"] extends infer Both
  ? { [K in keyof Both as string extends K ? never : K]: Both[K] }
  : never;

/** A view by its names; what both games have is one of two, and `Bang` or `Buckshot` says which. */
export type Sections = Known;
export type Room = NonNullable<Sections["room"]>;
export type Member = NonNullable<Sections["members"]>[number];
export type You = NonNullable<Sections["you"]>;
export type Outcome = S["Outcome"];

export interface Bang {
  legal: S["shared.contracts.bang_offers.Offer"][];
  hints: S["Hint"][];
  me: S["shared.games.bang.view.MeView"];
  hand: S["HandView"];
  match: S["shared.games.bang.view.MatchView"];
  turn: S["shared.games.bang.view.TurnView"];
  seats: S["shared.games.bang.view.PersonView"][];
  seat: S["shared.games.bang.view.SeatView"];
  waits: NonNullable<Sections["waits"]>;
  wait: NonNullable<Sections["waits"]>[number];
  disclosed: S["shared.games.bang.view.DisclosedView"];
  result: S["BangResult"];
}

export interface Buckshot {
  legal: S["shared.contracts.buckshot.Offer"][];
  me: S["shared.contracts.buckshot.MeView"];
  match: S["shared.contracts.buckshot.MatchView"];
  turn: S["shared.contracts.buckshot.TurnView"];
  gun: S["GunView"];
  seats: S["shared.contracts.buckshot.PersonView"][];
  seat: S["shared.contracts.buckshot.SeatView"];
  disclosed: S["shared.contracts.buckshot.DisclosedView"];
  result: S["BuckshotResult"];
}

export type BangOffer = Bang["legal"][number];
export type BuckshotOffer = Buckshot["legal"][number];
export type Target = S["Target"];

export type RoomEvent = S["RoomEvent"];
export type BangEvent = S["BangEvent"];
export type BuckshotEvent = S["BuckshotEvent"];
