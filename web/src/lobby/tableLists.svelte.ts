/** The lists of tables: mine, and those that are open to everybody. */
import { get, ApiError, type Api } from "$/net/api";
import { reloadSession, loadSession, session } from "$/net/session.svelte";

type Table = Api.TableData;

/** How many finished tables are asked for at a time. */
const PAGE = 10;

let running: Table[] = $state.raw([]);
let starting: Table[] = $state.raw([]);
let finished: Table[] = $state.raw([]);
let open: Table[] = $state.raw([]);
let more: boolean = $state(false);
let state: "asking" | "known" | "unreachable" = $state("asking");

/** Whether it is my turn at a table. */
export function isMyTurn(table: Table): boolean {
  return table.waiting.some((seat) => {
    const place = table.seats[seat];
    return place !== undefined && place.yours && !place.stand_in;
  });
}

export const lists = {
  /** Games of mine: those that wait for me first. */
  get running(): Table[] {
    return running;
  },
  /** Tables of mine where the game has not begun. */
  get starting(): Table[] {
    return starting;
  },
  get finished(): Table[] {
    return finished;
  },
  /** Whether more of mine are finished than are listed. */
  get more(): boolean {
    return more;
  },
  /** Tables of others where one can sit down or watch. */
  get open(): Table[] {
    return open;
  },
  get state(): "asking" | "known" | "unreachable" {
    return state;
  },
};

/** Counts the looks: what an older one finds counts no more, least of all when it was for somebody else. */
let latest = 0;

/** Look only at the games of mine: for the badge, wherever one is. Whether the house has answered. */
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

/** Look at all lists. Whether the house has answered. */
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
      get<Table[]>("/tables"),
    ]);
    if (turn !== latest) return true; // somebody has asked anew in the meantime
    running = sorted(played);
    starting = waiting;
    if (finished.length <= PAGE || finished[0]?.id !== over[0]?.id) {
      finished = over;
      more = over.length === PAGE;
    }
    open = listed.filter((table) => table.host !== session.me?.id && !table.seats.some((seat) => seat.yours));
    state = "known";
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "not-signed-in" && mine) {
      await reloadSession(); // the session has ended: look as whoever one is now
      return refresh();
    }
    if (turn === latest) state = "unreachable";
    return false;
  }
}

/** However much happens, lists are looked at no more often than this. */
const PAUSE = 2000;
const AT_ONCE = 200;
let watchers = 0;
let refreshedAt = 0;
let planned: Promise<boolean> | null = null;

/** The lists are on the screen; gives the way to say that they are not any more. */
export function watchLists(): () => void {
  watchers += 1;
  return () => (watchers -= 1);
}

/** Something may have changed: look again soon, at what is needed now. Whether the house has answered then. */
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

/** The next page of finished tables: one at a time, however often it is asked for. */
export function loadMoreFinished(): Promise<void> {
  further ??= nextPage().finally(() => (further = null));
  return further;
}

async function nextPage(): Promise<void> {
  const last = finished.at(-1);
  const me = session.me?.id;
  if (last === undefined) return;
  const page = await get<Table[]>(`/me/tables?status=over&limit=${PAGE}&after=${last.id}`);
  if (session.me?.id !== me || finished.at(-1)?.id !== last.id) return; // it does not go on from there any more
  finished = [...finished, ...page];
  more = page.length === PAGE;
}

/** Somebody else looks now: nothing of the one before. */
export function clearLists(): void {
  latest += 1;
  [running, starting, finished, more] = [[], [], [], false];
}

function sorted(tables: Table[]): Table[] {
  return [...tables.filter(isMyTurn), ...tables.filter((table) => !isMyTurn(table))];
}
