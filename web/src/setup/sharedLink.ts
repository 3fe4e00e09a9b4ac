/** What the address of a new table says about it. */
import type { TableDraft } from "./tableDraft.svelte";
import { decode, savedTiles, limitsOf, sameTiles } from "./tiles";

/** Take over the tiles that somebody has shared; if they cannot be read, the draft stays as it is and knows why. */
export function readSharedTiles(draft: TableDraft, address: URLSearchParams): void {
  for (const { option } of draft.offered) {
    const text = option.kind === "tiles" ? address.get(option.key) : null;
    if (text === null) continue;
    const found = decode(text, limitsOf(option));
    if (!("tiles" in found)) {
      draft.origins[option.key] = { from: "broken", why: found };
      continue;
    }
    draft.options[option.key] = found.tiles;
    if (!sameTiles(savedTiles(limitsOf(option)), found.tiles)) draft.origins[option.key] = { from: "link" };
  }
}
