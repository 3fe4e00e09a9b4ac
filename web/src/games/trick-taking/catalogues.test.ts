import { expect, test } from "vitest";
import { en } from "$/i18n/en";
import { ja } from "$/i18n/ja";

/** The facts that a sentence puts in. */
function facts(template: string): string[] {
  return [...template.matchAll(/\{([^{}:]+)(?::[^{}]*)?\}/g)].map(([, name]) => name ?? "").sort();
}

for (const game of ["hagakure", "hijun"] as const) {
  test(`Japanese sentences of ${game} know no other facts than the English ones`, () => {
    for (const [code, template] of Object.entries(ja[game])) {
      const known = new Set(facts((en[game] as Record<string, string>)[code] ?? ""));
      expect(
        facts(template).filter((fact) => !known.has(fact)),
        code,
      ).toEqual([]);
    }
  });

  test(`nothing of ${game} is left in English`, () => {
    for (const [code, template] of Object.entries(ja[game])) {
      expect(template.replace(/\{[^{}]*\}/g, ""), code).not.toMatch(/[A-Za-z]{2}/);
    }
  });
}
