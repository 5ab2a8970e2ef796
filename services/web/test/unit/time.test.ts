import { beforeEach, describe, expect, it, vi } from "vitest";

const MINUTES = 60_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});

describe("the server's time", () => {
  it.each([-10, 0, 10])("is what counts, with a clock that is %d minutes off", async (minutes) => {
    vi.setSystemTime(1_800_000_000_000 + minutes * MINUTES);
    const { learn, leftMs, serverNow } = await import("../../src/time");
    learn(1_800_000_000_000);
    expect(leftMs(1_800_000_030_000)).toBe(30_000);
    vi.advanceTimersByTime(10_000);
    expect(serverNow()).toBe(1_800_000_010_000);
    expect(leftMs(1_800_000_030_000)).toBe(20_000);
    expect(leftMs(1_800_000_000_000)).toBe(0);
  });

  it("stays right when this clock is set anew", async () => {
    const { learn, serverNow } = await import("../../src/time");
    learn(1_800_000_000_000);
    vi.setSystemTime(1);
    expect(serverNow()).toBe(1_800_000_000_000);
  });

  it("is that of the message that was on its way for the shortest time", async () => {
    const { learn, serverNow } = await import("../../src/time");
    learn(1_000_000);
    learn(999_500);
    expect(serverNow()).toBe(1_000_000);
    learn(1_000_200);
    expect(serverNow()).toBe(1_000_200);
    learn(900_000);
    expect(serverNow()).toBe(900_000);
  });
});
