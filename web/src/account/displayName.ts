/** The name that others see: asked for when somebody is about to play with others. */
import { request } from "$/net/api";
import { reloadSession, ensureGuest, session } from "$/net/session.svelte";

/** Whether to ask for a name: accounts already have one. */
export function needsName(): boolean {
  return session.me === null || session.me.guest;
}

/** Become a guest with this name, or rename the guest. True if nobody was signed in before. */
export async function setDisplayName(name: string): Promise<boolean> {
  if (session.me === null) {
    await ensureGuest(name === "" ? undefined : name);
    return true;
  }
  if (session.me.guest && name !== "" && name !== session.me.name) {
    await request("PATCH", "/me", { name });
    await reloadSession();
  }
  return false;
}
