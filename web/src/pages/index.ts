/** The pages, loaded when somebody opens them or is about to. */
import type { Component } from "svelte";
import { routeOf, type Route } from "$/router.svelte";

export const pages: Partial<Record<Route["page"], () => Promise<{ default: Component }>>> = {
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  rules: () => import("./Rules.svelte"),
  learn: () => import("./Learn.svelte"),
  new: () => import("./New.svelte"),
  me: () => import("./Me.svelte"),
  settings: () => import("./Settings.svelte"),
  operator: () => import("./Operator.svelte"),
  about: () => import("./About.svelte"),
};

/** Somebody points at a link: preload its page. */
export function preloadPage(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin) return;
  // If it fails, the actual load will report it.
  pages[routeOf(link.pathname).page]?.().catch(() => undefined);
}
