import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Api } from "$/net/api";

const LIMITS = { low: 9, high: 12 };
const TILE = "~ab bab bbB";
const set = (count: number): string[] => Array.from({ length: count }, (_, n) => (n % 2 === 0 ? TILE : "b~b bbb Aab"));

let tiles: typeof import("./encoding");
let settings: typeof import("$/settings.svelte");

/** A browser with these tiles in its storage. */
async function browser(kept: unknown): Promise<void> {
  vi.resetModules();
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify({ tiles: kept }), setItem: vi.fn() });
  tiles = await import("./encoding");
  settings = await import("$/settings.svelte");
}

beforeEach(() => browser(""));
afterEach(() => void vi.unstubAllGlobals());

describe("tiles in a link", () => {
  it("are nine letters each, with dots between them, and need no escaping", () => {
    const text = tiles.encode(set(9));
    expect(text.slice(0, 20)).toBe("~abbabbbB.b~bbbbAab.");
    expect(new URLSearchParams({ tiles: text }).get("tiles")).toBe(text);
    expect(new URL(`https://zashiki.example/new/hiroba?tiles=${text}`).search).toBe(`?tiles=${text}`);
  });

  it.each([9, 10, 12])("are decoded as they were encoded: %i", (count) => {
    expect(tiles.decode(tiles.encode(set(count)), LIMITS)).toEqual({ tiles: set(count) });
  });

  it("need not follow the rules: the server checks that", () => {
    const odd = ["~~~ ~~~ ~~~", ...set(8)];
    expect(tiles.decode(tiles.encode(odd), LIMITS)).toEqual({ tiles: odd });
  });

  it.each([0, 1, 8, 13, 500])("are refused if there are %i", (count) => {
    const found = tiles.decode(tiles.encode(set(count)), LIMITS);
    expect(found).toEqual(count === 0 ? { problem: "letters", at: 0 } : { problem: "count" });
  });

  it.each([
    ["a letter that is none", "~abbabbbc"],
    ["a letter too many", "~abbabbbBa"],
    ["many letters too many", "a".repeat(60)],
    ["a letter too few", "~abbabbb"],
    ["nothing", ""],
    ["a line break", "~abbabbb\n"],
    ["letters that look alike", "~аbbabbbB"],
    ["markup", "<img src=x onerror=alert(1)>"],
  ])("are refused if one of them has %s", (_, wrong) => {
    const text = [...set(3).map(tiles.squaresOf), wrong, ...set(5).map(tiles.squaresOf)].join(".");
    expect(tiles.decode(text, LIMITS)).toEqual({ problem: "letters", at: 3 });
  });

  it("are refused at once if the link is very long", () => {
    expect(tiles.decode("a".repeat(1_000_000), LIMITS)).toEqual({ problem: "letters", at: 0 });
    expect(tiles.decode(".".repeat(1_000_000), LIMITS)).toEqual({ problem: "count" });
  });
});

describe("saved tiles", () => {
  it("are there the next time", async () => {
    expect(tiles.savedTiles(LIMITS)).toBeNull();
    tiles.saveTiles(set(10));
    await browser(settings.settings.tiles);
    expect(tiles.savedTiles(LIMITS)).toEqual(set(10));
  });

  it.each([null, 7, ["~abbabbbB"], "x", "~abbabbbB", "~abbabbbB.".repeat(40)])("may be broken: %j", async (kept) => {
    await browser(kept);
    expect(tiles.savedTiles(LIMITS)).toBeNull();
  });
});

describe("an opened link", () => {
  async function opened(search: string): Promise<import("$/setup/tableDraft.svelte").TableDraft> {
    const { TableDraft } = await import("$/setup/tableDraft.svelte");
    const { readLink } = await import("$/setup/customOptions");
    const draft = new TableDraft("hiroba");
    readLink(draft, new URLSearchParams(search));
    return draft;
  }

  it("sets the tiles and their origin", async () => {
    const draft = await opened(`tiles=${tiles.encode(set(9))}`);
    expect(draft.settings.options).toEqual({ tiles: set(9) });
    expect(draft.origins["tiles"]).toEqual({ from: "link" });
    expect(tiles.savedTiles(LIMITS)).toBeNull();
  });

  it("does not replace the saved tiles", async () => {
    tiles.saveTiles(set(12));
    await opened(`tiles=${tiles.encode(set(9))}`);
    expect(tiles.savedTiles(LIMITS)).toEqual(set(12));
  });

  it("with the saved tiles has no origin", async () => {
    tiles.saveTiles(set(9));
    expect((await opened(`tiles=${tiles.encode(set(9))}`)).origins).toEqual({});
  });

  it("falls back to the default if it is broken, with the reason", async () => {
    const draft = await opened("tiles=__proto__");
    expect(draft.settings.options).toEqual({});
    expect(draft.origins["tiles"]).toEqual({ from: "broken", why: { problem: "letters", at: 0 } });
  });

  it("without tiles, or for a game without that option, changes nothing", async () => {
    expect((await opened("device")).origins).toEqual({});
    const { TableDraft } = await import("$/setup/tableDraft.svelte");
    const { readLink } = await import("$/setup/customOptions");
    const draft = new TableDraft("sakura");
    readLink(draft, new URLSearchParams(`tiles=${tiles.encode(set(9))}`));
    expect(draft.settings.options).toEqual({});
  });
});

it("tiles of a table have the table as their origin", async () => {
  const { TableDraft } = await import("$/setup/tableDraft.svelte");
  const settings = { ...new TableDraft("hiroba").settings, options: { tiles: set(9) } };
  const draft = TableDraft.fromTable({ game: "hiroba", settings } as unknown as Api.TableData);
  expect(draft.settings.options).toEqual({ tiles: set(9) });
  expect(draft.origins["tiles"]).toEqual({ from: "table" });
});
