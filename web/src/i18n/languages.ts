/** The languages of the client: English, and every folder beside `en/`. */
import type { Language } from "./catalogue";

type Loaders = { readonly [path: string]: () => Promise<Language> };

/** The loaders by language, from paths like `./ja/index.ts`. */
export function languagesIn(modules: Loaders): ReadonlyMap<string, () => Promise<Language>> {
  return new Map(Object.entries(modules).map(([path, load]) => [path.split("/")[1] ?? "", load]));
}

/** English is part of the page itself; the others are loaded on demand. */
export const translations = languagesIn(import.meta.glob<Language>(["./*/index.ts", "!./en/index.ts"]));

export const LANGUAGES: readonly string[] = ["en", ...translations.keys()];

/** The language to begin with: the first of these that the client speaks. */
export function preferred(tags: readonly string[], known: readonly string[] = LANGUAGES): string {
  return tags.map((tag) => tag.split("-")[0] ?? "").find((one) => known.includes(one)) ?? "en";
}

/** The name of a language in that language: 日本語. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
