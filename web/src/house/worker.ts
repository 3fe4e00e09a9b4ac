/** The service worker: the house can be installed, and the rules be read without a net. */
import { go } from "$/router.svelte";

/** Let it come when there is nothing else to do; without one everything works as long as there is a net. */
export function installWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ go?: unknown }>) => {
    if (typeof event.data.go === "string" && event.data.go.startsWith("/")) go(event.data.go);
  });
}
