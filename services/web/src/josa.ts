/** Korean particles; the rules stand in `shared/text/josa.py`, and one table tests both. */

const SUITS: Record<string, string> = { "♠": "", "♥": "", "♦": "", "♣": "ㅂ" };
const DIGITS = ["ㅇ", "ㄹ", "", "ㅁ", "", "", "ㄱ", "ㄹ", "ㄹ", ""];
const LETTERS: Record<string, string> = { l: "ㄹ", r: "ㄹ", m: "ㅁ", n: "ㄴ" };
const VOWELS = "aeiou";
const READ = /[\p{L}\p{N}]/u;

export function josa(word: string, pair: string): string {
  const [afterConsonant = "", afterVowel = ""] = pair.split("/");
  const final = finalOf([...word.normalize("NFC")]);
  if (final === null) return word + both(afterConsonant, afterVowel);
  const isVowelForm = final === "" || (final === "ㄹ" && afterConsonant === "으로");
  return word + (isVowelForm ? afterVowel : afterConsonant);
}

function both(afterConsonant: string, afterVowel: string): string {
  return afterConsonant.endsWith(afterVowel)
    ? `(${afterConsonant.slice(0, -afterVowel.length)})${afterVowel}`
    : `${afterConsonant}(${afterVowel})`;
}

/** The consonant it ends in as it is read; empty after a vowel, `null` if nobody can say. */
function finalOf(word: string[]): string | null {
  const suit = SUITS[word.at(-1) ?? ""];
  if (suit !== undefined) return suit;
  const read = readAloud(word);
  const last = read.at(-1);
  if (last === undefined) return null;
  if (last >= "가" && last <= "힣") {
    const place = (last.charCodeAt(0) - 0xac00) % 28;
    return place === 0 ? "" : place === 8 ? "ㄹ" : "ㄱ";
  }
  if (last >= "ㄱ" && last <= "ㅎ") return last === "ㄹ" ? "ㄹ" : "ㄱ";
  if (last >= "ㅏ" && last <= "ㅣ") return "";
  const ending = /[0-9]+$|[A-Za-z]+$/.exec(read.join(""))?.[0];
  if (ending === undefined) return null;
  return /^[0-9]/.test(ending) ? ofNumber(ending) : ofLatin(ending);
}

function readAloud(word: string[]): string[] {
  let rest = word;
  while (rest.length > 0 && !READ.test(rest.at(-1) ?? "")) {
    const opened = rest.at(-1) === ")" ? rest.lastIndexOf("(") : -1;
    const before = opened >= 0 ? rest.slice(0, opened) : [];
    rest = before.some((sign) => READ.test(sign)) ? before : rest.slice(0, -1);
  }
  return rest;
}

function ofNumber(digits: string): string {
  const zeros = digits.length - digits.replace(/0+$/, "").length;
  if (zeros > 0 && zeros < digits.length) return zeros >= 12 && zeros <= 15 ? "" : "ㄱ";
  return DIGITS[Number(digits.at(-1))] ?? "";
}

function ofLatin(word: string): string {
  const low = word.toLowerCase();
  const last = low.at(-1) ?? "";
  const isSpelled = word.length === 1 || (word === word.toUpperCase() && word.length <= 3);
  if (isSpelled) return LETTERS[last] ?? "";
  if (/(l|le)$/.test(low)) return "ㄹ";
  if (/(m|n|ng|me|ne)$/.test(low)) return "ㄴ";
  const isStop = "bckpt".includes(last) && `${VOWELS}${last}c`.includes(low.at(-2) ?? "");
  return isStop ? "ㄱ" : "";
}
