import { expect, it } from "vitest";
import type { Language } from "./catalogue";
import { languageName, LANGUAGES, languagesIn, preferred, translations } from "./languages";
import { sentence } from "./sentence";

/** A third language as somebody would add it: a folder `i18n/xx/` with forms that neither English nor Japanese has. */
const made: Language = {
  words: {
    ui: { "list.free": "{seats:one=selo|few=sela|many=selov|other=sela} libre" },
    common: {},
    chat: {},
    refusals: {},
    games: {},
  },
  grammar: { locale: "ru", list: (items) => items.join(" i "), amount: (n, form) => `${n} ${form}`, nothing: "nichto" },
};

it("a folder beside en/ is a language, and nothing else has to be edited", async () => {
  const found = languagesIn({
    "./ja/index.ts": () => Promise.resolve(made),
    "./xx/index.ts": () => Promise.resolve(made),
  });
  expect([...found.keys()]).toEqual(["ja", "xx"]);
  const { words, grammar } = (await found.get("xx")?.()) as Language;
  const free = (seats: number): string =>
    sentence({ grammar, template: (code) => words.ui[code], seat: String }, "list.free", { seats });
  expect([1, 2, 5, 21, 22].map(free)).toEqual([
    "1 selo libre",
    "2 sela libre",
    "5 selov libre",
    "21 selo libre",
    "22 sela libre",
  ]);
});

it("the folders that are there are known", () => {
  expect(LANGUAGES).toContain("ja");
  expect(LANGUAGES[0]).toBe("en");
  expect(translations.has("en")).toBe(false);
});

it("the first language of the browser that is known is used", () => {
  expect(preferred(["de-DE", "ja-JP", "en"])).toBe("ja");
  expect(preferred(["tlh"])).toBe("en");
  expect(preferred(["pl-PL"], ["en", "pl"])).toBe("pl");
});

it("a language is called by its own name", () => {
  expect(["en", "ja", "pl"].map(languageName)).toEqual(["English", "日本語", "Polski"]);
});
