import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

function browser(storage: Partial<Storage>): void {
  vi.resetModules();
  vi.stubGlobal("navigator", { language: "ja-JP" });
  vi.stubGlobal("localStorage", storage);
}
const opened = (): Promise<typeof import("./settings.svelte")> => import("./settings.svelte");

beforeEach(() => browser({ getItem: () => null }));
afterEach(() => void vi.unstubAllGlobals());

describe("settings", () => {
  it("start with the language of the browser", async () => {
    expect((await opened()).settings).toMatchObject({ language: "ja", theme: "system", confirm: true });
  });

  it("are those that were stored, as far as they are valid", async () => {
    const kept = { language: "tlh", theme: "dark", confirm: false, sounds: "loud", other: 1 };
    browser({ getItem: () => JSON.stringify(kept) });
    const { settings } = await opened();
    expect(settings).toMatchObject({ language: "en", theme: "dark", confirm: false, sounds: false });
    expect(settings).not.toHaveProperty("other");
  });

  it.each(["null", "7", "[]", "{", '"x"'])("are the defaults if the storage holds %s", async (text) => {
    browser({ getItem: () => text });
    expect((await opened()).settings.confirm).toBe(true);
  });

  it("work without storage", async () => {
    const refuse = (): never => {
      throw new DOMException("no", "SecurityError");
    };
    browser({ getItem: refuse, setItem: refuse });
    const { settings, saveSettings } = await opened();
    settings.confirm = false;
    saveSettings();
    expect(settings.confirm).toBe(false);
  });

  it("of an account are adopted, whatever they contain", async () => {
    const { adoptSettings, settings } = await opened();
    for (const data of [null, undefined, 3, "x", { theme: "light" }]) adoptSettings(data);
    expect(settings.theme).toBe("light");
  });
});
