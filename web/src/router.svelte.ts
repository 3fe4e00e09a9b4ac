/** Client-side routing. */

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "rules"; game: string | null }
  | { page: "learn"; game: string | null; lesson: string | null }
  | { page: "new"; game: string | null }
  | { page: "me" }
  | { page: "settings" }
  | { page: "operator" }
  | { page: "about" }
  | { page: "lost" };

/** The page of an address. */
export function routeOf(path: string): Route {
  const [first = "", second, third, ...rest] = path.split("/").filter((part) => part !== "");
  if (first === "learn" && rest.length === 0) return { page: "learn", game: second ?? null, lesson: third ?? null };
  if (third !== undefined || rest.length > 0) return { page: "lost" };
  const one = second ?? null;
  if (first === "" && one === null) return { page: "home" };
  if (first === "table" && one !== null) return { page: "table", id: one };
  if (first === "replay") return { page: "replay", id: one };
  if (first === "rules") return { page: "rules", game: one };
  if (first === "new") return { page: "new", game: one };
  if (one === null && (first === "me" || first === "settings" || first === "about" || first === "operator"))
    return { page: first };
  return { page: "lost" };
}

let path: string = $state(location.pathname);
const route: Route = $derived(routeOf(path));

export const router = {
  get route(): Route {
    return route;
  },
  get path(): string {
    return path;
  },
};

/** Go to another page of this site. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const before = location.pathname;
  if (options.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  path = location.pathname;
  if (path !== before) scrollTo(0, 0);
}

addEventListener("popstate", () => {
  path = location.pathname;
});

/** Follow internal links without reloading. */
export function followLink(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  ) {
    return;
  }
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
  // The documentation is a separate site.
  if (/^\/(api|docs)\//.test(link.pathname)) return;
  if (link.pathname === location.pathname && link.hash !== "") return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}
