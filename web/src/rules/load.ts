/** The rules of the games, each in its own chunk and loaded on demand. */
import type { RulesPage } from "./parse";
import { isBuiltIn, type Game } from "$/games/keys";
import { get, type Api } from "$/net/api";

export type { Block, Part, Rule, RulesPage, Section } from "./parse";

/** The rules, and the language they are written in. */
export interface WrittenRules extends RulesPage {
  language: string;
}

const pages = import.meta.glob<RulesPage>("../../../src/zashiki/games/*/rules*.md", {
  query: "?rules",
  import: "default",
});

function path(game: Game, language: string): string {
  return `../../../src/zashiki/games/${game}/rules${language === "en" ? "" : `.${language}`}.md`;
}

/** The rules of a game that the client was not built with, as its package has them. */
async function fetched(game: Game, preferred: string): Promise<WrittenRules> {
  const [{ page }, data] = await Promise.all([
    import("./parse"),
    get<Api.RulesData>(`/games/${game}/rules?language=${encodeURIComponent(preferred)}`),
  ]);
  return { ...page(data.markdown), language: data.language };
}

/** The rules of a game, in the preferred language if there are any, else in English. */
export async function load(game: Game, preferred: string): Promise<WrittenRules> {
  if (!isBuiltIn(game)) return fetched(game, preferred);
  const language = path(game, preferred) in pages ? preferred : "en";
  const found = pages[path(game, language)];
  if (found === undefined) throw new Error(`no rules of ${game}`);
  return { ...(await found()), language };
}
