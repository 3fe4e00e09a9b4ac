/** The pages, each loaded when somebody goes there, or is about to. */
import type { Component } from "svelte";
import { read, type Route } from "$/router.svelte";

export const pages: Partial<Record<Route["page"], () => Promise<{ default: Component }>>> = {
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  rules: () => import("./Rules.svelte"),
  new: () => import("./New.svelte"),
  me: () => import("./Me.svelte"),
  settings: () => import("./Settings.svelte"),
  about: () => import("./About.svelte"),
};

/** Somebody points at a link: its page is on the way before they go. */
export function prepare(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin) return;
  // That it cannot be loaded matters when they do go there.
  pages[read(link.pathname).page]?.().catch(() => undefined);
}
