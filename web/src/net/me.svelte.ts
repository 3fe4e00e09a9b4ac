/** Who I am: a guest from the first thing I do, or whoever signed in. */
import { get, post, Refused, type Api } from "./api";

let me: Api.MyData | null = $state.raw(null);
let unreachable: boolean = $state(false);
let asked: Promise<void> | null = null;

export const who = {
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
export async function recognise(): Promise<void> {
  asked ??= get<Api.MyData>("/me").then(
    (found) => {
      [me, unreachable] = [found, false];
    },
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      unreachable = error.code !== "not-signed-in";
      if (unreachable)
        asked = null; // the house has not said so: whoever wants to know asks again
      else me = null;
    },
  );
  await asked;
}

/** Be somebody: whoever is nobody yet becomes a guest. (To whoever is somebody the house says who, and no more.) */
export async function comeIn(name?: string): Promise<void> {
  await recognise();
  if (me !== null) return;
  me = await post<Api.MyData>("/guest", name === undefined ? {} : { name });
  asked = Promise.resolve();
}

/** Look again who I am: after signing in or out, or a new name. */
export async function again(): Promise<void> {
  asked = null;
  await recognise();
}

/** Be somebody and do something at once. Others hear only then that somebody has come in: what they want to know of them
 * (which tables are theirs?) is not in the way of what was asked for. */
export async function asSomebody(act: () => Promise<void>): Promise<void> {
  await recognise();
  const found = me ?? (await post<Api.MyData>("/guest"));
  try {
    await act();
  } finally {
    me ??= found;
    asked = Promise.resolve();
  }
}
