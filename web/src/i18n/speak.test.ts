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

  it("writes dates and times as they are written where the reader lives", async () => {
    const noon = Date.UTC(2026, 4, 1, 21, 5) / 1000;
    const { settings } = await import("$/settings.svelte");
    for (const [languages, found] of [
      [["de-DE", "en-GB", "ja-JP"], "en-GB"],
      [["en-US", "en"], "en-US"],
      [["ja-JP"], "en"],
      [undefined, "en"],
    ] as const) {
      vi.stubGlobal("navigator", { language: "en", languages });
      settings.language = "en";
      expect(i18n.locale()).toBe(found);
      expect(i18n.clock(noon)).toMatch(found === "en-GB" ? /^\d\d:05$/ : /^\d+:05\s[AP]M$/);
    }
    settings.language = "ja";
    expect(i18n.when(noon)).toContain("2026");
  });

  it("has words of its own for a house that cannot be reached", async () => {
    await i18n.speak("ja");
    expect(i18n.refusal("offline", "The server can't be reached.")).toBe(i18n.t("refusal.offline"));
  });
});
