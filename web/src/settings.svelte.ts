/** A player's settings, kept in this browser. */
import { LANGUAGES, preferred } from "./i18n/languages";

export type Theme = "system" | "light" | "dark";

export interface Settings {
  /** One of `LANGUAGES`. */
  language: string;
  theme: Theme;
  animation: boolean;
  sounds: boolean;
  /** A choice is sent only when it is confirmed. */
  confirm: boolean;
  /** Single letters, digits and signs do something at the table. */
  keys: boolean;
  /** Patterns on everything that differs by colour. */
  patterns: boolean;
  /** Numbers of the months on hanafuda. */
  months: boolean;
  /** The system's notifications when a table waits for me. */
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

/** Take over what makes sense of some data, whatever it is. */
function take(into: Settings, found: unknown): void {
  const fields = into as unknown as Record<string, unknown>;
  const data = (found ?? {}) as Record<string, unknown>;
  for (const key of Object.keys(into)) {
    if (typeof fields[key] === typeof data[key]) fields[key] = data[key];
  }
  if (!LANGUAGES.includes(into.language)) into.language = "en";
  if (into.theme !== "light" && into.theme !== "dark") into.theme = "system";
}

/** What was kept, as far as it still makes sense. */
function kept(): Settings {
  const found = defaults();
  try {
    take(found, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    // What somebody else has put there is not ours to mend.
  }
  return found;
}

export const settings: Settings = $state(kept());

/** Take over settings from elsewhere: those of an account. */
export function adopt(data: unknown): void {
  take(settings, data);
}

/** Keep them; a browser that keeps nothing is no reason to fail. */
export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse: then it holds until the window is closed.
  }
}

/** Whether things may move now. */
export function moving(): boolean {
  return settings.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
