/** Starting games, and preloading what they need. */
import { loadParts } from "$/games";
import { gameInfo } from "$/games/info";
import type { Game } from "$/games/keys";
import { rememberCommitment } from "$/fair/commitments";
import { reveal } from "$/fair/sealing.svelte";
import { keepSeed, makeSeed, type OwnSeed } from "$/fair/seeds";
import { post, type Api } from "$/net/api";
import { asGuest, ensureGuest } from "$/net/session.svelte";
import { navigate } from "$/router.svelte";
import { quickGame, type QuickChoice } from "./quickGame";

/** If preloading fails, the actual load will report it. */
const later = (): undefined => undefined;

function preloadTable(): void {
  import("$/pages/Table.svelte").catch(later);
}

/** What shows that somebody uses the page, and does not only look at it. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll"] as const;

/** Visitors of the home page will want a table: preload its page as soon as they do anything, before they click. Whoever
 * only looks in does not download it. Returns a function to cancel that. */
export function preloadWhenUsed(): () => void {
  const line = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (line?.saveData === true) return later;
  const cancel = (): void => SIGNS.forEach((sign) => removeEventListener(sign, begin));
  const begin = (): void => {
    cancel();
    preloadTable();
  };
  SIGNS.forEach((sign) => addEventListener(sign, begin, { passive: true }));
  return cancel;
}

/** Somebody points at a game: preload it. */
export function preloadGame(game: Game): void {
  preloadTable();
  loadParts(game).catch(later);
}

/** Note what a new table has shown, and the seeds that this browser has committed itself to there. */
function remember(table: Api.TableData, ...own: OwnSeed[]): void {
  rememberCommitment(table.id, table.commitment, table.status !== "open");
  for (const one of own) keepSeed(table.id, one);
}

/** Create a table and sit down at it; with `fill`, bots of this level take the other seats and the game is dealt. */
export async function newTable(settings: object, fill?: number): Promise<Api.TableData> {
  const own = makeSeed();
  const body = { settings, commitment: own.commitment, ...(fill === undefined ? {} : { fill }) };
  const table = await post<Api.TableData>("/tables", body);
  remember(table, own);
  return reveal(table);
}

/** Play again with the same players. If nobody else has to come (`alone`), the game is dealt at once. */
export async function rematch(old: string, alone: boolean): Promise<Api.TableData> {
  const own = makeSeed();
  const table = await post<Api.TableData>(`/tables/${old}/rematch`, { commitment: own.commitment });
  remember(table, own);
  const ready = alone && table.status === "open" && table.seats.every(({ kind }) => kind !== "empty");
  return ready ? reveal(await post<Api.TableData>(`/tables/${table.id}/start`, {})) : table;
}

/** Play at once: bots of this level take all other seats. */
export async function playNow(game: Game, level: number, choice: QuickChoice): Promise<void> {
  preloadGame(game);
  const { seats, options } = quickGame(gameInfo(game), choice);
  await asGuest(async () => {
    const settings = { game, seats, options };
    const table = await newTable(settings, level);
    navigate(`/table/${table.id}`);
  });
}

/** Create a table for others to join. */
export async function createTable(settings: Api.Settings): Promise<void> {
  await ensureGuest();
  const table = await newTable(settings);
  navigate(`/table/${table.id}`);
}

/** A table on this device: everybody named gets a seat and a seed of their own, bots take the rest. */
export async function createOneDeviceTable(
  settings: Api.Settings,
  names: readonly string[],
  level: number,
): Promise<void> {
  await ensureGuest();
  const table = await post<Api.TableData>("/tables", { settings, sit: false });
  try {
    for (const [seat, name] of names.entries()) {
      if (name === "") continue;
      const own = makeSeed();
      remember(table, own);
      await post(`/tables/${table.id}/sit`, { seat, name, commitment: own.commitment });
    }
    await reveal(await post<Api.TableData>(`/tables/${table.id}/start`, { fill: level }));
  } catch (error) {
    // Don't leave a half-finished table behind; report the original error.
    await post(`/tables/${table.id}/close`).catch(() => undefined);
    throw error;
  }
  navigate(`/table/${table.id}`);
}
