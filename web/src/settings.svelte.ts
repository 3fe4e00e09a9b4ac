/** A player's settings, kept in this browser. */
import { LANGUAGES, preferred } from "./i18n/languages";

export type Theme = "system" | "light" | "dark";

/** How fast a table shows what others do; `step` waits for a key or a touch, `off` shows the outcome at once. */
export const PACES = ["slow", "normal", "fast", "step", "off"] as const;
export type Pace = (typeof PACES)[number];

export interface Settings {
  /** One of `LANGUAGES`. */
  language: string;
  theme: Theme;
  animation: boolean;
  pace: Pace;
  sounds: boolean;
  /** Bots say something now and then. */
  banter: boolean;
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
  /** The lessons done, as `lessons/progress` encodes them. */
  lessons: string;
  /** What a newcomer has been told, as `coach/memory` encodes it. */
  coach: string;
  /** Whether the player was asked about animation and sounds. Both are off before. */
  soundsAsked: boolean;
}

const KEY = "zashiki.settings";

function defaults(): Settings {
  return {
    language: preferred(navigator.languages ?? [navigator.language]),
    theme: "system",
    animation: false,
    pace: "normal",
    sounds: false,
    banter: true,
    confirm: true,
    keys: true,
    patterns: false,
    months: true,
    notify: false,
    tiles: "",
    lessons: "",
    coach: "",
    soundsAsked: false,
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
  if (!PACES.includes(into.pace)) into.pace = "normal";
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

/** Whether the device asks for reduced motion. */
export function reducesMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether animations are on. */
export function animationsOn(): boolean {
  return settings.animation && !reducesMotion();
}
