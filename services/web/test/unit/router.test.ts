import { describe, expect, it } from "vitest";
import { matchOf, readCode, readToken, roomOf } from "../../src/router";

describe("a host's token", () => {
  it.each([
    ["token=ey.J-_.x", "ey.J-_.x", ""],
    ["key=ab12&token=ey.J.x", "ey.J.x", "key=ab12"],
    ["token=ey.J.x&key=ab12", "ey.J.x", "key=ab12"],
    ["key=ab12", "", "key=ab12"],
    ["create", "", "create"],
    ["", "", ""],
  ])("is taken out of #%s", (hash, token, rest) => {
    expect(readToken(hash)).toEqual({ token, rest });
  });
});

describe("a room's code", () => {
  it.each([
    ["kqxhwt", "KQXHWT", ""],
    ["  KQXHWT ", "KQXHWT", ""],
    ["https://play.example/r/KQXHWT", "KQXHWT", ""],
    ["http://10.0.0.7:8080/r/kqxhwt#key=ab12", "KQXHWT", "key=ab12"],
  ])("is read out of %s", (text, code, hash) => {
    expect(readCode(text)).toEqual({ code, hash });
  });

  it.each(["", "KQXHW", "KQXHWTX", "KQ XHWT", "https://play.example/"])("is not in %j", (text) => {
    expect(readCode(text)).toBeNull();
  });

  it("is read out of an address", () => {
    expect(roomOf("/r/kqxhwt")).toBe("KQXHWT");
    expect(roomOf("/r/kqxhwt/more")).toBeNull();
    expect(roomOf("/m/KQXHWT-1")).toBeNull();
  });
});

describe("a match's address", () => {
  it("names a room and the match's number there", () => {
    expect(matchOf("/m/abcdef-12")).toBe("ABCDEF-12");
    expect(matchOf("/m/ABCDEF-1/")).toBe("ABCDEF-1");
    for (const path of ["/m/ABCDEF", "/m/ABCDEF-0", "/m/ABCDE-1", "/r/ABCDEF-1", "/m/ABCDEF-1x"])
      expect(matchOf(path)).toBeNull();
  });
});
