/** The rules of the games, each in a chunk of its own that is loaded when somebody reads it. */
import type { RulesPage } from "./parse";
import { isBuiltIn, type Game } from "$/games/keys";
import { get, type Api } from "$/net/api";

export type { Block, Part, Rule, RulesPage, Section } from "./parse";

const pages = import.meta.glob<RulesPage>("../../../src/zashiki/games/*/rules*.md", {
  query: "?rules",
  import: "default",
});

function path(game: Game, language: string): string {
  return `../../../src/zashiki/games/${game}/rules${language === "en" ? "" : `.${language}`}.md`;
}

/** The rules of a game that the client does not know, as its package has them. */
async function fetched(game: Game, preferred: string): Promise<RulesPage> {
  const [{ page }, data] = await Promise.all([
    import("./parse"),
    get<Api.RulesData>(`/games/${game}/rules?language=${preferred === "ja" ? "ja" : "en"}`),
  ]);
  return page(data.markdown);
}

/** In which language the rules of a game can be read by somebody who prefers this one. */
export function language(game: Game, preferred: string): string {
  return path(game, preferred) in pages || !isBuiltIn(game) ? preferred : "en";
}

/** The rules of a game, in the preferred language if they are written in it. */
export function load(game: Game, preferred: string): Promise<RulesPage> {
  const found = pages[path(game, language(game, preferred))];
  return found === undefined ? fetched(game, preferred) : found();
}
