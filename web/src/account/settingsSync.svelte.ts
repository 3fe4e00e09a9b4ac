/** Settings that follow an account: stored in this browser and on the server; the newer ones win. */
import { request, ApiError, type Api } from "$/net/api";
import { session } from "$/net/session.svelte";
import { adoptSettings, settings, type Settings } from "$/settings.svelte";

const KEY = "zashiki.settings.at";
const PAUSE = 800;

/** Notification permission belongs to the device and is not synchronised. */
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
    // Without storage, the account's settings win next time.
  }
}

let before: string = JSON.stringify(travelling());
let timer: ReturnType<typeof setTimeout> | undefined;

/** After signing in: adopt the account's settings if they are newer than ours, else upload ours. */
export function syncSettings(me: Api.MyData): void {
  if (me.guest) return;
  const kept = me.preferences["client"] as Kept | undefined;
  if (kept !== undefined && kept.at > changedAt()) {
    adoptSettings(kept.settings);
    before = JSON.stringify(travelling());
    note(kept.at);
  } else if (kept === undefined || JSON.stringify(kept.settings) !== before) {
    void send(me);
  }
}

/** Settings may have changed here: upload them after a pause if there is an account. */
export function uploadChanges(me: Api.MyData | null): void {
  const now = JSON.stringify(travelling());
  if (now === before) return;
  before = now;
  note(Date.now());
  clearTimeout(timer);
  if (me !== null && !me.guest) timer = setTimeout(() => void send(me), PAUSE);
}

async function send(me: Api.MyData): Promise<void> {
  if (session.me?.id !== me.id) return; // somebody else has signed in
  const client: Kept = { settings: travelling(), at: changedAt() };
  try {
    await request("PATCH", "/me", { preferences: { ...me.preferences, client } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error; // they stay here, and are sent with the next change
  }
}
