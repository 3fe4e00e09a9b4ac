import { expect, test } from "vitest";
import { words as ja } from "$/i18n/ja";

for (const [game, phrases] of Object.entries(ja.games)) {
  test(`nothing of ${game} is left in English`, () => {
    for (const [code, template] of Object.entries(phrases)) {
      expect(template.replace(/\{[^{}]*\}/g, ""), code).not.toMatch(/[A-Za-z]{2}/);
    }
  });
}
