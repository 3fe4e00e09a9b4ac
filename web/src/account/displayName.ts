/** The name that others see: asked for where somebody is about to meet others. */
import { request } from "$/net/api";
import { reloadSession, ensureGuest, session } from "$/net/session.svelte";

/** Whether somebody has to say a name: those with an account have one. */
export function needsName(): boolean {
  return session.me === null || session.me.guest;
}

/** Be somebody of this name; true if I was nobody before. */
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
