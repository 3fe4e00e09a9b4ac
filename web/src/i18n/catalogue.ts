/** What a language brings along, and how the sentences of the games are found. */
import type phrases from "../../contract/phrases.json";
import type { Game } from "$/games/keys";
import type { en } from "./en";
import type { Catalogue, Grammar } from "./sentence";

/** The same keys with other texts: a key that is missing does not compile. */
export type Translation<English> = { readonly [Key in keyof English]: string };

/** The server's sentences for a game. */
export type GamePhrases<Key extends keyof typeof phrases> = Translation<(typeof phrases)[Key]>;

/** All sentences in one language. English has every one of them; where another language lacks one, English is used. */
export interface Words {
  readonly ui: Catalogue;
  readonly common: Catalogue;
  readonly chat: Catalogue;
  readonly refusals: Catalogue;
  readonly games: { readonly [Key in Game]?: Catalogue };
}

/** What `i18n/<language>/index.ts` exports. */
export interface Language {
  readonly words: Words;
  readonly grammar: Grammar;
}

export type UiKey = keyof (typeof en)["ui"];

/** What `games/<game>/i18n/<language>.ts` exports. */
export interface GameCatalogue {
  readonly ui: Catalogue;
  readonly phrases?: Catalogue;
}

/** Put the catalogues of the games together; they are named by their paths, `…/<game>/i18n/<language>.ts`. */
export function gameCatalogues(found: { readonly [path: string]: GameCatalogue }): Pick<Words, "ui" | "games"> {
  const byGame = Object.entries(found).map(([path, one]) => [path.split("/").at(-3) ?? "", one] as const);
  return {
    ui: Object.assign({}, ...byGame.map(([, one]) => one.ui)) as Catalogue,
    games: Object.fromEntries(byGame.map(([game, one]) => [game, one.phrases ?? {}])),
  };
}
