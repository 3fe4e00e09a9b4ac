/** The rules of the games, each in its own chunk and loaded on demand. */
import type { RulesPage } from "../../scripts/rules";
import type { Game } from "$/games/keys";

export type { Block, Part, Rule, RulesPage, Section } from "../../scripts/rules";

const pages = import.meta.glob<RulesPage>("../../../src/zashiki/games/*/rules*.md", {
  query: "?rules",
  import: "default",
});

function path(game: Game, language: string): string {
  return `../../../src/zashiki/games/${game}/rules${language === "en" ? "" : `.${language}`}.md`;
}

/** In which language the rules of a game can be read by somebody who prefers this one. */
export function language(game: Game, preferred: string): string {
  return path(game, preferred) in pages ? preferred : "en";
}

/** The rules of a game, in the preferred language if available. */
export function load(game: Game, preferred: string): Promise<RulesPage> {
  const found = pages[path(game, language(game, preferred))];
  return found === undefined ? Promise.reject(new Error(`there are no rules of ${game}`)) : found();
}
