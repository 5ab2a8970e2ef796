/** Whatever is not needed on the way to the western table; `later` loads it by these names. */

import { addLines } from "../lines";
import { BUCKSHOT } from "../lines/buckshot";

export { PLAYFUL } from "../art_more";
export { Create } from "./create";
export { Ops } from "./ops";
export { OptionsSheet } from "./options_sheet";
export { Over } from "./over";
export { CharacterPrompt } from "./prompts/character";
export { Replay } from "./replay";
export { Rules, RulesSheet } from "./rules";
export { Settings } from "./settings";
export { ShotgunTable } from "./shotgun";
export { Flights } from "./table/flights";
export { Log } from "./table/log_panel";
export { CardSheet, LogSheet, SeatSheet } from "./table/sheets";
export { TalkSheet } from "./talk_sheet";

addLines("buckshot", BUCKSHOT);
