/** The service worker: the app can be installed, and the rules work offline. */
import { navigate } from "./router.svelte";

/** How often a window that stays open looks for a newer version. */
const OFTEN = 60 * 60 * 1000;

let next: ServiceWorker | null = $state.raw(null);
let asked = false;

export const update = {
  /** Whether a newer version is ready. */
  get ready(): boolean {
    return next !== null;
  },
  /** Use it now: reloads the page. */
  use(): void {
    asked = true;
    next?.postMessage({ take: "over" });
  },
  /** Not now: the next visit uses it anyway. */
  later(): void {
    next = null;
  },
};

/** Install the worker; everything works without one as long as there is a network. */
export function installWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", (event: MessageEvent<{ go?: unknown }>) => {
    if (typeof event.data.go === "string" && event.data.go.startsWith("/")) navigate(event.data.go);
  });
  // Another window may have asked for the update: don't reload this one in the middle of a game.
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
