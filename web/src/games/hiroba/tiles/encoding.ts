/** Tiles as an option of a table: how they are written in a link and kept in this browser. Whether they are right is for
 * the house to say; here they only have to be tiles at all. */
import type { Api } from "$/net/api";
import type { TableDraft } from "$/setup/tableDraft.svelte";
import { settings } from "$/settings.svelte";

/** How many tiles a set may have. */
export interface Limits {
  low: number;
  high: number;
}

/** Those of an option of kind `tiles`. */
export function limitsOf({ low, high }: Api.OptionData): Limits {
  return { low: low ?? 1, high: high ?? 99 };
}

/** What a link or the browser's memory holds: tiles as the house writes them (`~ab bab bbB`), or why there are none. `at`
 * is the first tile that cannot be read. */
export type Decoded = { tiles: string[] } | Unreadable;
export type Unreadable = { problem: "count" } | { problem: "letters"; at: number };

/** The squares of a tile, row by row: gardens `a` and `b`, the pond `~`, a capital letter where somebody may start. */
const SQUARES = /^[abAB~]{9}$/;

/** The nine squares of a tile that the house has written. */
export function squaresOf(tile: string): string {
  return tile.replace(/\s+/g, "");
}

/** Nine squares as the house writes a tile. */
export function tileOf(squares: string): string {
  return `${squares.slice(0, 3)} ${squares.slice(3, 6)} ${squares.slice(6)}`;
}

/** Tiles in one word that needs no escaping in an address: nine letters each, with dots between them. */
export function encode(tiles: readonly string[]): string {
  return tiles.map(squaresOf).join(".");
}

/** Read what `encode` has written. Anybody may write a link: whatever it holds, nothing but tiles comes out of it. */
export function decode(text: string, { low, high }: Limits): Decoded {
  // One tile too many is enough to know that there are too many.
  const parts = text.slice(0, 10 * (high + 1)).split(".", high + 1);
  if (parts.length > high) return { problem: "count" };
  const at = parts.findIndex((part) => !SQUARES.test(part));
  if (at >= 0) return { problem: "letters", at };
  return parts.length < low ? { problem: "count" } : { tiles: parts.map(tileOf) };
}

/** The tiles that were kept; null if there are none, or nothing that could be read. */
export function savedTiles(limits: Limits): string[] | null {
  const found = decode(settings.tiles, limits);
  return "tiles" in found ? found.tiles : null;
}

/** Keep tiles in this browser, as all settings are kept. */
export function saveTiles(tiles: readonly string[]): void {
  settings.tiles = encode(tiles);
}

/** Whether two sets have the same tiles in the same order. */
export function sameTiles(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && encode(one) === encode(other);
}

/** Take over the tiles of a link; if they cannot be read, the draft keeps its tiles and the reason. */
export function readTilesLink(draft: TableDraft, option: Api.OptionData, text: string): void {
  const found = decode(text, limitsOf(option));
  if (!("tiles" in found)) {
    draft.origins[option.key] = { from: "broken", why: found };
    return;
  }
  draft.options[option.key] = found.tiles;
  if (!sameTiles(savedTiles(limitsOf(option)), found.tiles)) draft.origins[option.key] = { from: "link" };
}
