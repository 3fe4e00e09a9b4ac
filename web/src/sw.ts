/// <reference lib="webworker" />
/**
 * The house without a net: the shell and the rules open all the same. What the house answers is never kept.
 *
 * Pages come from the net whenever it is there, so that a new version is there with the next page; built files have
 * their contents in their names and never change. A new worker waits until the old one's pages are closed, or until
 * somebody asks for it.
 */

// The build puts these in.
declare const __ZASHIKI_SHELL__: readonly string[];
declare const __ZASHIKI_VERSION__: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const PATHS = __ZASHIKI_SHELL__;
const SHELL = `zashiki-shell-${__ZASHIKI_VERSION__}`;
/** What was used besides: games, and slices of Japanese fonts. */
const USED = "zashiki-used";
/** Longer than this nobody waits for a page that could be shown at once. */
const PATIENCE = 4000;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(PATHS.map(fresh))));
});

/** Built files may come from the browser's own memory; what has a fixed name must be new. */
function fresh(path: string): Request {
  return new Request(path, path.startsWith("/assets/") ? {} : { cache: "reload" });
}

worker.addEventListener("message", (event) => {
  if ((event.data as { take?: unknown } | null)?.take === "over") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()));
});

/** The version before stays for windows that are still open, anything older goes; of what was used only fonts stay. */
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

/** A page: from the net, and if that fails or takes too long the shell, which finds its way itself. */
async function page(request: Request): Promise<Response> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  if (answer !== null && answer.status < 500) return answer;
  return (await caches.match("/", { cacheName: SHELL })) ?? answer ?? fetch(request);
}

/** A file that never changes: kept when it was used once. */
async function file(request: Request, url: URL, later: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = (await caches.match(url.pathname, { cacheName: SHELL })) ?? (await caches.match(url.pathname));
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && url.pathname.startsWith("/assets/")) {
    const copy = answer.clone();
    // Nobody waits for it; and where there is no room left, it comes from the net the next time, too.
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

/** Bring the house to the front, at this table. */
async function show(url: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  open.postMessage({ go: url });
  await open.focus();
}
