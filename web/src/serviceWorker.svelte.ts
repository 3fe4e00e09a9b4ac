/** The service worker: the house can be installed, and the rules be read without a net. */
import { go } from "./router.svelte";

/** How often a window that stays open looks for a newer version. */
const OFTEN = 60 * 60 * 1000;

let next: ServiceWorker | null = $state.raw(null);
let asked = false;

export const update = {
  /** Whether a newer version is ready. */
  get ready(): boolean {
    return next !== null;
  },
  /** Use it now: the page is loaded anew. */
  use(): void {
    asked = true;
    next?.postMessage({ take: "over" });
  },
  /** Not now: it is there with the next visit all the same. */
  later(): void {
    next = null;
  },
};

/** Let it come when there is nothing else to do; without one everything works as long as there is a net. */
export function installWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", (event: MessageEvent<{ go?: unknown }>) => {
    if (typeof event.data.go === "string" && event.data.go.startsWith("/")) go(event.data.go);
  });
  // Another window may have asked for it: nobody is torn out of a game for that.
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
    next = null;
  });
  serviceWorker.register("/sw.js").then(watch, () => undefined);
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    // The first worker ever installed is not an update.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) next = registration.waiting;
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  setInterval(() => {
    if (!document.hidden) registration.update().catch(() => undefined);
  }, OFTEN);
}
