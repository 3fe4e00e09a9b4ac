/** Each game's own parts, found by file name in `games/<game>/` and loaded on demand. */
import type { Component } from "svelte";
import type { GameParts } from "$/table/gameContext";
import { loadInstalled } from "./installed.svelte";
import { isBuiltIn, type Game } from "./keys";

type Module<Props extends Record<string, unknown>> = { default: Component<Props> };
type Loaders<Content> = Readonly<Record<string, () => Promise<Content>>>;

const parts: Loaders<GameParts> = import.meta.glob<GameParts>("./*/parts.ts");
const covers: Loaders<Module<Record<string, never>>> = import.meta.glob<Module<Record<string, never>>>(
  "./*/Cover.svelte",
);
const pictures: Loaders<Module<{ name: string }>> = import.meta.glob<Module<{ name: string }>>(
  "./*/RulesPicture.svelte",
);

function load<Content>(loaders: Loaders<Content>, path: string): Promise<Content> {
  const found = loaders[path];
  return found === undefined ? Promise.reject(new Error(`there is no ${path}`)) : found();
}

/** The components of a table. A game that is not built into the client is drawn from its view. */
export async function loadParts(game: Game): Promise<GameParts> {
  if (isBuiltIn(game)) return load(parts, `./${game}/parts.ts`);
  const [generic] = await Promise.all([import("$/table/generic/parts"), loadInstalled()]);
  return generic;
}

/** The picture on the cover of the box. */
export const loadCover = (game: Game): Promise<Module<Record<string, never>>> => load(covers, `./${game}/Cover.svelte`);

/** The pictures of the rules page. */
export const loadRulesPicture = (game: Game): Promise<Module<{ name: string }>> =>
  load(pictures, `./${game}/RulesPicture.svelte`);
