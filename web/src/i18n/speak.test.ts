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
  it("is the one chosen last, whichever loads first", async () => {
    await Promise.all([i18n.setLanguage("ja"), i18n.setLanguage("en")]);
    expect(i18n.t("table.confirm")).toBe("Confirm");
    expect(document.documentElement.lang).toBe("en");
    await i18n.setLanguage("ja");
    expect(i18n.t("table.confirm")).not.toBe("Confirm");
    expect(document.documentElement.lang).toBe("ja");
  });

  it("stays if another one cannot be loaded", async () => {
    vi.doMock("./ja", () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    await i18n.setLanguage("en");
    await i18n.setLanguage("ja");
    expect(i18n.t("table.confirm")).toBe("Confirm");
    expect(document.documentElement.lang).toBe("en");
  });

  it("formats dates and times for the reader's region", async () => {
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
    expect(i18n.dateTime(noon)).toContain("2026");
  });

  it("has its own sentence for an unreachable server", async () => {
    await i18n.setLanguage("ja");
    expect(i18n.refusal("offline", "The server can't be reached.", {})).toBe(i18n.t("refusal.offline"));
  });
});

describe("in another language than English", () => {
  beforeEach(async () => {
    const { settings } = await import("$/settings.svelte");
    settings.language = "ja";
    await i18n.setLanguage("ja");
  });

  it("a refusal gives its reason, or what its code means", () => {
    const said = (code: string, facts: Record<string, unknown>): string => i18n.refusal(code, "In English.", facts);
    expect(said("busy", { reason: "server.full" })).toContain("満員");
    expect(said("too-many", { reason: "tokens.too_many", limit: 20 })).toContain("20個");
    expect(said("busy", {})).toBe(said("busy", { reason: "a.newer.one" }));
    expect(said("a-newer-code", {})).toBe("In English.");
  });

  it("every refusal and every reason has a sentence", async () => {
    const { refusals } = (await import("../../contract/phrases.json")).default;
    expect(Object.keys(refusals)).toContain("server.full");
    for (const [code, english] of Object.entries(refusals)) {
      const said = i18n.refusal(code, english, { reason: code });
      expect(said, code).not.toBe(english);
      expect(said, code).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/);
    }
  });

  it("a guest without a name is called a guest, and a name is left as it is", () => {
    expect(i18n.playerName({ name: "Guest 3yy7", guest_code: "3yy7" })).toBe("ゲスト3yy7");
    expect(i18n.playerName({ name: "Guest 3yy7", guest_code: null })).toBe("Guest 3yy7");
  });

  it("keeps a name from reordering the sentence around it", () => {
    const name = (given: string): string => i18n.playerName({ name: given, guest_code: null });
    expect(name("Zoë")).toBe("Zoë");
    expect(name("さくら")).toBe("さくら");
    expect(name("דנה")).toBe("\u2068דנה\u2069");
    expect(name("ليلى 7")).toBe("\u2068ليلى 7\u2069");
    expect(name("\u202eikA\u2066")).toBe("ikA");
    const message = { code: "event.pass", facts: { seat: { code: "seat", n: 0 } }, text: "" };
    expect(i18n.messageText("hagakure", message, () => name("{n} <b>$&"))).toContain("{n} <b>$&");
  });
});
