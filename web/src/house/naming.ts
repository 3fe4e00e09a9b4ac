/** The name that others see: asked for where somebody is about to meet others. */
import { ask } from "$/net/api";
import { again, comeIn, who } from "$/net/me.svelte";

/** Whether somebody has to say a name: those with an account have one. */
export function nameless(): boolean {
  return who.me === null || who.me.guest;
}

/** Be somebody of this name; true if I was nobody before. */
export async function beCalled(name: string): Promise<boolean> {
  if (who.me === null) {
    await comeIn(name === "" ? undefined : name);
    return true;
  }
  if (who.me.guest && name !== "" && name !== who.me.name) {
    await ask("PATCH", "/me", { name });
    await again();
  }
  return false;
}
