/** Who is signed in: an account, or a guest, which everybody becomes with their first action. */
import { get, post, ApiError, type Api } from "./api";

let me: Api.MyData | null = $state.raw(null);
let unreachable: boolean = $state(false);
let banned: ApiError | null = $state.raw(null);
let asked: Promise<void> | null = null;
/** Counts requests for the session and other updates of it: an older answer is ignored. */
let question = 0;
let coming: Promise<Api.MyData> | null = null;

export const session = {
  /** Null until it is known, and for visitors who have done nothing yet. */
  get me(): Api.MyData | null {
    return me;
  },
  /** Whether the server cannot be reached, so the session is unknown. */
  get unreachable(): boolean {
    return unreachable;
  },
  /** Why this browser is refused altogether; null if it is not. */
  get banned(): ApiError | null {
    return banned;
  },
};

/** Load the session, once. If the server is unreachable, the next call tries again. */
export async function loadSession(): Promise<void> {
  asked ??= look(++question);
  await asked;
}

async function look(mine: number): Promise<void> {
  let found: Api.MyData | null = null;
  let refused: ApiError | null = null;
  try {
    // Not `/me`, which refuses a visitor who is nobody yet.
    found = (await get<Api.CurrentSession>("/session")).me;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refused = error;
  }
  if (mine !== question) {
    await asked; // somebody has signed in or out since: that answer counts
    return;
  }
  banned = refused?.code === "banned" ? refused : null;
  unreachable = refused !== null && banned === null;
  if (unreachable)
    asked = null; // the server has not answered: the next caller asks again
  else me = found;
}

/** Become a guest. Concurrent calls share one request. */
function guest(name?: string): Promise<Api.MyData> {
  coming ??= post<Api.MyData>("/guest", name === undefined ? {} : { name }).finally(() => (coming = null));
  return coming;
}

function be(somebody: Api.MyData): void {
  question += 1;
  [me, unreachable, asked] = [somebody, false, Promise.resolve()];
}

/** Make sure that somebody is signed in: as a guest, if nobody is. (For others the server just returns the session.) */
export async function ensureGuest(name?: string): Promise<void> {
  await loadSession();
  if (me !== null) return;
  be(await guest(name));
}

/** Load the session again: after signing in or out, or renaming. */
export async function reloadSession(): Promise<void> {
  asked = null;
  await loadSession();
}

/** Sign in as a guest if necessary and do something at once. The session is published only afterwards, so that the
 * requests it triggers (which tables are mine?) don't delay the action. */
export async function asGuest(act: () => Promise<void>): Promise<void> {
  await loadSession();
  const found = me ?? (await guest());
  try {
    await act();
  } finally {
    if (me === null) be(found);
  }
}
