/** A player's settings, kept in this browser. */
import { LANGUAGES, preferred } from "./i18n/languages";

export type Theme = "system" | "light" | "dark";

export interface Settings {
  /** One of `LANGUAGES`. */
  language: string;
  theme: Theme;
  animation: boolean;
  sounds: boolean;
  /** Moves are sent only after confirmation. */
  confirm: boolean;
  /** Single-key shortcuts at the table. */
  keys: boolean;
  /** Patterns on everything that differs by colour. */
  patterns: boolean;
  /** Month numbers on flower cards. */
  months: boolean;
  /** System notifications when it is my turn. */
  notify: boolean;
  /** The tiles a player has drawn, as the game's tile editor encodes them; empty if there are none. */
  tiles: string;
}

const KEY = "zashiki.settings";

function defaults(): Settings {
  return {
    language: preferred(navigator.languages ?? [navigator.language]),
    theme: "system",
    animation: true,
    sounds: false,
    confirm: true,
    keys: true,
    patterns: false,
    months: true,
    notify: false,
    tiles: "",
  };
}

/** Copy the valid fields of some data. */
function take(into: Settings, found: unknown): void {
  const fields = into as unknown as Record<string, unknown>;
  const data = (found ?? {}) as Record<string, unknown>;
  for (const key of Object.keys(into)) {
    if (typeof fields[key] === typeof data[key]) fields[key] = data[key];
  }
  if (!LANGUAGES.includes(into.language)) into.language = "en";
  if (into.theme !== "light" && into.theme !== "dark") into.theme = "system";
}

/** The stored settings, as far as they are valid. */
function kept(): Settings {
  const found = defaults();
  try {
    take(found, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    // Foreign data: ignore it.
  }
  return found;
}

export const settings: Settings = $state(kept());

/** Adopt settings from an account. */
export function adoptSettings(data: unknown): void {
  take(settings, data);
}

/** Store them; failing to is no error. */
export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse: then they last until the window is closed.
  }
}

/** Whether animations are on. */
export function animationsOn(): boolean {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
