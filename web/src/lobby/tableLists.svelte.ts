/** The lists of tables: mine, and those that are open to everybody. */
import { get, ApiError, type Api } from "$/net/api";
import { reloadSession, loadSession, session } from "$/net/session.svelte";

type Table = Api.TableData;

/** How many finished tables are fetched at a time. */
const PAGE = 10;
/** The same for the tables of others. */
const OPEN_PAGE = 50;
/** How many pages of these are shown. */
let openPages = 1;

let running: Table[] = $state.raw([]);
let starting: Table[] = $state.raw([]);
let finished: Table[] = $state.raw([]);
let open: Table[] = $state.raw([]);
let more: boolean = $state(false);
let moreOpen: boolean = $state(false);
let state: "asking" | "known" | "unreachable" = $state("asking");

/** Whether it is my turn at a table. */
export function isMyTurn(table: Table): boolean {
  return table.waiting.some((seat) => {
    const place = table.seats[seat];
    return place !== undefined && place.yours && !place.stand_in;
  });
}

export const lists = {
  /** My games in progress: those that wait for me first. */
  get running(): Table[] {
    return running;
  },
  /** My tables where the game has not started. */
  get starting(): Table[] {
    return starting;
  },
  get finished(): Table[] {
    return finished;
  },
  /** Whether there are more finished tables than listed. */
  get more(): boolean {
    return more;
  },
  /** Other people's tables to join or watch. */
  get open(): Table[] {
    return open;
  },
  /** Whether there are more of these than listed. */
  get moreOpen(): boolean {
    return moreOpen;
  },
  get state(): "asking" | "known" | "unreachable" {
    return state;
  },
};

/** Counts refreshes: the result of an older one is ignored, not least if it was for somebody else. */
let latest = 0;

/** Refresh only my games in progress: for the badge on every page. True if the server answered. */
async function refreshMine(): Promise<boolean> {
  const turn = ++latest;
  try {
    const found = await get<Table[]>("/me/tables?status=running&limit=100");
    if (turn === latest) running = sorted(found);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Refresh all lists. True if the server answered. */
export async function refresh(): Promise<boolean> {
  const turn = ++latest;
  await loadSession();
  const mine = session.me !== null;
  const nothing: Promise<Table[]> = Promise.resolve([]);
  try {
    const [played, waiting, over, listed] = await Promise.all([
      mine ? get<Table[]>("/me/tables?status=running&limit=100") : nothing,
      mine ? get<Table[]>("/me/tables?status=open") : nothing,
      mine ? get<Table[]>(`/me/tables?status=over&limit=${PAGE}`) : nothing,
      publicTables(openPages),
    ]);
    if (turn !== latest) return true; // a newer refresh has started
    running = sorted(played);
    starting = waiting;
    if (finished.length <= PAGE || finished[0]?.id !== over[0]?.id) {
      finished = over;
      more = over.length === PAGE;
    }
    showOpen(listed);
    state = "known";
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not-signed-in" && mine) {
      await reloadSession(); // the session has ended: refresh as whoever is signed in now
      return refresh();
    }
    if (turn === latest) state = "unreachable";
    return false;
  }
}

/** The first pages of the public tables, one after the other, and whether there are more. */
async function publicTables(pages: number): Promise<{ found: Table[]; more: boolean }> {
  const found = new Map<string, Table>();
  let last = "";
  for (let page = 0; page < pages; page++) {
    const next = await get<Table[]>(last === "" ? "/tables" : `/tables?after=${last}`);
    for (const table of next) found.set(table.id, table);
    last = next.at(-1)?.id ?? "";
    if (next.length < OPEN_PAGE) return { found: [...found.values()], more: false };
  }
  return { found: [...found.values()], more: true };
}

function showOpen(listed: { found: Table[]; more: boolean }): void {
  open = listed.found.filter((table) => table.host !== session.me?.id && !table.seats.some((seat) => seat.yours));
  moreOpen = listed.more;
}

/** Fetch the next page of the tables of others. */
export async function loadMoreOpen(): Promise<void> {
  const turn = latest;
  const listed = await publicTables(openPages + 1);
  openPages += 1;
  if (turn === latest) showOpen(listed);
}

/** The lists are refreshed at most this often. */
const PAUSE = 2000;
const AT_ONCE = 200;
let watchers = 0;
let refreshedAt = 0;
let planned: Promise<boolean> | null = null;

/** The lists are visible; returns a function to call when they no longer are. */
export function watchLists(): () => void {
  watchers += 1;
  return () => (watchers -= 1);
}

/** Something may have changed: refresh soon what is needed. Resolves to true if the server answered. */
export function refreshSoon(): Promise<boolean> {
  planned ??= new Promise((done) => {
    setTimeout(
      () => {
        planned = null;
        refreshedAt = Date.now();
        done(watchers > 0 ? refresh() : refreshMine());
      },
      Math.max(AT_ONCE, refreshedAt + PAUSE - Date.now()),
    );
  });
  return planned;
}

let further: Promise<void> | null = null;

/** Fetch the next page of finished tables, one at a time. */
export function loadMoreFinished(): Promise<void> {
  further ??= nextPage().finally(() => (further = null));
  return further;
}

async function nextPage(): Promise<void> {
  const last = finished.at(-1);
  const me = session.me?.id;
  if (last === undefined) return;
  const page = await get<Table[]>(`/me/tables?status=over&limit=${PAGE}&after=${last.id}`);
  if (session.me?.id !== me || finished.at(-1)?.id !== last.id) return; // the list has changed in the meantime
  finished = [...finished, ...page];
  more = page.length === PAGE;
}

/** Another user: drop everything of the previous one. */
export function clearLists(): void {
  latest += 1;
  [running, starting, finished, more] = [[], [], [], false];
}

function sorted(tables: Table[]): Table[] {
  return [...tables.filter(isMyTurn), ...tables.filter((table) => !isMyTurn(table))];
}
