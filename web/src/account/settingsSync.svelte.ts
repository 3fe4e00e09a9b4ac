/** Settings that come along with an account: kept in this browser and in the house, and the later ones count. */
import { request, ApiError, type Api } from "$/net/api";
import { session } from "$/net/session.svelte";
import { adopt, settings, type Settings } from "$/settings.svelte";

const KEY = "zashiki.settings.at";
const PAUSE = 800;

/** What is this device's own affair does not travel: whether its browser may notify. */
type Travelling = Omit<Settings, "notify">;

interface Kept {
  settings: Travelling;
  /** When they were changed, in milliseconds since 1970. */
  at: number;
}

function travelling(): Travelling {
  const { notify: _, ...rest } = settings;
  return rest;
}

function changedAt(): number {
  try {
    return Number(localStorage.getItem(KEY) ?? 0) || 0;
  } catch {
    return 0;
  }
}

function note(at: number): void {
  try {
    localStorage.setItem(KEY, String(at));
  } catch {
    // Then those of the account count the next time.
  }
}

let before: string = JSON.stringify(travelling());
let timer: ReturnType<typeof setTimeout> | undefined;

/** Somebody was recognised: take their settings if they are later than ours, give them ours if not. */
export function meet(me: Api.MyData): void {
  if (me.guest) return;
  const kept = me.preferences["client"] as Kept | undefined;
  if (kept !== undefined && kept.at > changedAt()) {
    adopt(kept.settings);
    before = JSON.stringify(travelling());
    note(kept.at);
  } else if (kept === undefined || JSON.stringify(kept.settings) !== before) {
    void send(me);
  }
}

/** Settings may have changed here: those who have an account find them everywhere. */
export function changed(me: Api.MyData | null): void {
  const now = JSON.stringify(travelling());
  if (now === before) return;
  before = now;
  note(Date.now());
  clearTimeout(timer);
  if (me !== null && !me.guest) timer = setTimeout(() => void send(me), PAUSE);
}

async function send(me: Api.MyData): Promise<void> {
  if (session.me?.id !== me.id) return; // somebody else is here now
  const client: Kept = { settings: travelling(), at: changedAt() };
  try {
    await request("PATCH", "/me", { preferences: { ...me.preferences, client } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // they hold here, and are sent with the next change
  }
}
