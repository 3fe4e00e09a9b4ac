/// <reference lib="webworker" />
/**
 * Offline support: the shell and the rules work without a network. Responses of the API are never cached.
 *
 * Pages come from the network whenever possible, so the next page load has the newest version; built files have a hash of
 * their contents in their names and never change. A new worker waits until all pages of the old one are closed, or until
 * the user asks for the update.
 */

// Inserted by the build.
declare const __ZASHIKI_SHELL__: readonly string[];
declare const __ZASHIKI_VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const PATHS = __ZASHIKI_SHELL__;
const SHELL = `zashiki-shell-${__ZASHIKI_VERSION__}`;
/** What was used besides the shell: games, and slices of Japanese fonts. */
const USED = "zashiki-used";
/** How long to wait for the network before showing the cached shell, in milliseconds. */
const PATIENCE = 4000;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(PATHS.map(fresh))));
});

/** Built files may come from the HTTP cache; files with fixed names must be fresh. */
function fresh(path: string): Request {
  return new Request(path, path.startsWith("/assets/") ? {} : { cache: "reload" });
}

worker.addEventListener("message", (event) => {
  if ((event.data as { take?: unknown } | null)?.take === "over") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()));
});

/** Keep the previous version for windows that are still open and delete older ones; of what was used, keep only
 * fonts. */
async function tidy(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith("zashiki-shell-") && name !== SHELL);
  for (const name of older.slice(0, -1)) await caches.delete(name);
  const used = await caches.open(USED);
  for (const request of await used.keys()) {
    if (!request.url.endsWith(".woff2")) await used.delete(request);
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(api|ws|docs|healthz|metrics)(\/|$)/.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/") || PATHS.includes(url.pathname)) {
    event.respondWith(file(request, url, (work) => event.waitUntil(work)));
  }
});

/** A page: from the network, or if that fails or takes too long the shell, which routes itself. */
async function page(request: Request): Promise<Response> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  if (answer !== null && answer.status < 500) return answer;
  return (await caches.match("/", { cacheName: SHELL })) ?? answer ?? fetch(request);
}

/** An immutable file: cached after its first use. */
async function file(request: Request, url: URL, later: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = (await caches.match(url.pathname, { cacheName: SHELL })) ?? (await caches.match(url.pathname));
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && url.pathname.startsWith("/assets/")) {
    const copy = answer.clone();
    // In the background; if the storage is full, it comes from the network again.
    later(
      caches
        .open(USED)
        .then((used) => used.put(url.pathname, copy))
        .catch(() => undefined),
    );
  }
  return answer;
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data as { url: string };
  event.waitUntil(show(url));
});

/** Bring a window to the front, at this table. */
async function show(url: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  open.postMessage({ go: url });
  await open.focus();
}
