/** Ways from the shelf to a table. */
import { loadParts } from "$/games";
import type { Game } from "$/games/keys";
import { newSeed, post, type Api } from "$/net/api";
import { asGuest, ensureGuest } from "$/net/session.svelte";
import { go } from "$/router.svelte";

/** What cannot be fetched before it is needed is missed when it is, and said then. */
const later = (): undefined => undefined;

function preloadTable(): void {
  import("$/pages/Table.svelte").catch(later);
}

/** Whoever stands at the shelf will want a table, of whatever game: it is laid when there is nothing else to do. Gives the
 * way to leave it. */
export function preloadWhenIdle(): () => void {
  const line = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (line?.saveData === true) return later;
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(preloadTable, 2000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(preloadTable);
  return () => cancelIdleCallback(waiting);
}

/** Somebody reaches for a box: what belongs to this game is fetched already. */
export function preloadGame(game: Game): void {
  preloadTable();
  loadParts(game).catch(later);
}

/** Play at once: bots of this level take all other seats. */
export async function playNow(game: Game, level: number): Promise<void> {
  preloadGame(game);
  await asGuest(async () => {
    const table = await post<Api.TableData>("/tables", { settings: { game }, seed: newSeed(), fill: level });
    go(`/table/${table.id}`);
  });
}

/** Set up a table for others to come to. */
export async function createTable(settings: Api.Settings): Promise<void> {
  await ensureGuest();
  const table = await post<Api.TableData>("/tables", { settings, seed: newSeed() });
  go(`/table/${table.id}`);
}

/** All on this device: whoever has a name gets a seat and a seed of their own, bots take the rest. */
export async function createOneDeviceTable(
  settings: Api.Settings,
  names: readonly string[],
  level: number,
): Promise<void> {
  await ensureGuest();
  const table = await post<Api.TableData>("/tables", { settings, sit: false });
  try {
    for (const [seat, name] of names.entries()) {
      if (name !== "") await post(`/tables/${table.id}/sit`, { seat, name, seed: newSeed() });
    }
    await post(`/tables/${table.id}/start`, { fill: level });
  } catch (error) {
    // A table that did not come about is not left standing; what was wrong with it is what matters.
    await post(`/tables/${table.id}/close`).catch(() => undefined);
    throw error;
  }
  go(`/table/${table.id}`);
}
