/** Whatever is not needed on the way to the western table; `later` loads it by these names. */

import { addLines } from "../lines";
import { BUCKSHOT } from "../lines/buckshot";

export { Create } from "./create";
export { Ops } from "./ops";
export { OptionsSheet } from "./options_sheet";
export { Over } from "./over";
export { Replay } from "./replay";
export { Rules, RulesSheet } from "./rules";
export { Settings } from "./settings";
export { ShotgunTable } from "./shotgun";
export { TalkSheet } from "./talk_sheet";

addLines("buckshot", BUCKSHOT);
