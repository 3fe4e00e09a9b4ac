/** Tiles as an option of a table: their encoding in links and in this browser's storage. Whether they follow the rules
 * is up to the server; here they only have to be well-formed. */
import type { Api } from "$/net/api";
import type { TableDraft } from "$/setup/tableDraft.svelte";
import { settings } from "$/settings.svelte";

/** How many tiles a set may have. */
export interface Limits {
  low: number;
  high: number;
}

/** The limits of an option of kind `tiles`. */
export function limitsOf({ low, high }: Api.OptionData): Limits {
  return { low: low ?? 1, high: high ?? 99 };
}

/** The contents of a link or of the storage: tiles in the server's notation (`~ab bab bbB`), or why there are none.
 * `at` is the first tile that cannot be read. */
export type Decoded = { tiles: string[] } | Unreadable;
export type Unreadable = { problem: "count" } | { problem: "letters"; at: number };

/** The squares of a tile, row by row: gardens `a` and `b`, the pond `~`, a capital letter for the starting square. */
const SQUARES = /^[abAB~]{9}$/;

/** The nine squares of a tile in the server's notation. */
export function squaresOf(tile: string): string {
  return tile.replace(/\s+/g, "");
}

/** Nine squares in the server's notation. */
export function tileOf(squares: string): string {
  return `${squares.slice(0, 3)} ${squares.slice(3, 6)} ${squares.slice(6)}`;
}

/** Tiles as one word that needs no escaping in a URL: nine letters each, joined by dots. */
export function encode(tiles: readonly string[]): string {
  return tiles.map(squaresOf).join(".");
}

/** The inverse of `encode`. Anyone can write a link: whatever is in it, the result is nothing but tiles. */
export function decode(text: string, { low, high }: Limits): Decoded {
  // One tile too many is enough to reject it.
  const parts = text.slice(0, 10 * (high + 1)).split(".", high + 1);
  if (parts.length > high) return { problem: "count" };
  const at = parts.findIndex((part) => !SQUARES.test(part));
  if (at >= 0) return { problem: "letters", at };
  return parts.length < low ? { problem: "count" } : { tiles: parts.map(tileOf) };
}

/** The saved tiles; null if there are none, or none that can be read. */
export function savedTiles(limits: Limits): string[] | null {
  const found = decode(settings.tiles, limits);
  return "tiles" in found ? found.tiles : null;
}

/** Save tiles with the settings. */
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
