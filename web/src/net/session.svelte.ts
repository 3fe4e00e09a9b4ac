/** Who I am: a guest from the first thing I do, or whoever signed in. */
import { get, post, ApiError, type Api } from "./api";

let me: Api.MyData | null = $state.raw(null);
let unreachable: boolean = $state(false);
let asked: Promise<void> | null = null;
/** Counts the questions who I am, and the answers that came another way: an older one counts no more. */
let question = 0;
let coming: Promise<Api.MyData> | null = null;

export const session = {
  /** Null as long as it is not known, and for those who have only looked so far. */
  get me(): Api.MyData | null {
    return me;
  },
  /** Whether that cannot be known now: the house does not answer. */
  get unreachable(): boolean {
    return unreachable;
  },
};

/** Find out who I am. If the house cannot be reached, that remains to be seen. */
export async function loadSession(): Promise<void> {
  asked ??= look(++question);
  await asked;
}

async function look(mine: number): Promise<void> {
  let found: Api.MyData | null = null;
  let code: string | null = null;
  try {
    found = await get<Api.MyData>("/me");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    ({ code } = error);
  }
  if (mine !== question) {
    await asked; // somebody has signed in or out since: that is what counts
    return;
  }
  unreachable = code !== null && code !== "not-signed-in";
  if (unreachable)
    asked = null; // the house has not said so: whoever wants to know asks again
  else me = found;
}

/** Become a guest. Two things that are done at once are done by one and the same. */
function guest(name?: string): Promise<Api.MyData> {
  coming ??= post<Api.MyData>("/guest", name === undefined ? {} : { name }).finally(() => (coming = null));
  return coming;
}

function be(somebody: Api.MyData): void {
  question += 1;
  [me, unreachable, asked] = [somebody, false, Promise.resolve()];
}

/** Be somebody: whoever is nobody yet becomes a guest. (To whoever is somebody the house says who, and no more.) */
export async function ensureGuest(name?: string): Promise<void> {
  await loadSession();
  if (me !== null) return;
  be(await guest(name));
}

/** Look again who I am: after signing in or out, or a new name. */
export async function reloadSession(): Promise<void> {
  asked = null;
  await loadSession();
}

/** Be somebody and do something at once. Others hear only then that somebody has come in: what they want to know of them
 * (which tables are theirs?) is not in the way of what was asked for. */
export async function asGuest(act: () => Promise<void>): Promise<void> {
  await loadSession();
  const found = me ?? (await guest());
  try {
    await act();
  } finally {
    if (me === null) be(found);
  }
}
