/** The service worker: the app can be installed, and the rules work offline. */
import { navigate } from "./router.svelte";

/** How often a window that stays open looks for a newer version. */
const OFTEN = 60 * 60 * 1000;

/** How long the old worker may finish what it is doing before the page is reloaded without waiting for it. */
const PATIENCE = 3000;
/** In the session storage: this window has asked for the update, and the old worker has not handed over yet. */
const ASKED = "zashiki.update";

let next: ServiceWorker | null = $state.raw(null);
let asked = false;

export const update = {
  /** Whether a newer version is ready. */
  get ready(): boolean {
    return next !== null;
  },
  /** Use it now: reloads the page. */
  use(): void {
    if (next === null || asked) return;
    asked = true;
    sessionStorage.setItem(ASKED, "1");
    next.postMessage({ take: "over" });
    // A busy worker may hand over minutes later. Pages come from the network, so a reloaded one is the newer version.
    setTimeout(() => location.reload(), PATIENCE);
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
    sessionStorage.removeItem(ASKED);
    if (asked) location.reload();
    next = null;
  });
  serviceWorker.register("/sw.js").then(watch, () => undefined);
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    // The first worker ever installed is not an update, and one that was asked to take over is not offered again.
    if (registration.waiting === null || navigator.serviceWorker.controller === null) return;
    if (sessionStorage.getItem(ASKED) === null) next = registration.waiting;
  };
  if (registration.waiting === null) sessionStorage.removeItem(ASKED);
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  setInterval(() => {
    if (!document.hidden) registration.update().catch(() => undefined);
  }, OFTEN);
}
