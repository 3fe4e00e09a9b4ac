import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browser } from "$/table/testing";

let i18n: typeof import("./index.svelte");

beforeEach(async () => {
  browser();
  vi.resetModules();
  i18n = await import("./index.svelte");
});
afterEach(() => {
  vi.doUnmock("./ja");
  vi.unstubAllGlobals();
});

describe("the language of the page", () => {
  it("is the one that was wanted last, whichever is there first", async () => {
    await Promise.all([i18n.speak("ja"), i18n.speak("en")]);
    expect(i18n.t("table.confirm")).toBe("Confirm");
    expect(document.documentElement.lang).toBe("en");
    await i18n.speak("ja");
    expect(i18n.t("table.confirm")).not.toBe("Confirm");
    expect(document.documentElement.lang).toBe("ja");
  });

  it("stays as it is if another one cannot be loaded", async () => {
    vi.doMock("./ja", () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    await i18n.speak("en");
    await i18n.speak("ja");
    expect(i18n.t("table.confirm")).toBe("Confirm");
    expect(document.documentElement.lang).toBe("en");
  });

  it("has words of its own for a house that cannot be reached", async () => {
    await i18n.speak("ja");
    expect(i18n.refusal("offline", "The house cannot be reached.")).toBe(i18n.t("refusal.offline"));
  });
});
