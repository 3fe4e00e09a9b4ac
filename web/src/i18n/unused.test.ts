import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import games from "../../contract/games.json";
import { en } from "./en";

const root = new URL("../", import.meta.url);
const OWN = /\.(svelte|ts)$/;
const OTHERS = /^(generated|i18n\/\w+|games\/[\w-]+\/i18n)\/|\.test\.ts$/;

const code = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => OWN.test(path) && !OTHERS.test(path))
  .map((path) => readFileSync(new URL(path, root), "utf8"))
  .join("\n");
const literals = new Set([...code.matchAll(/"([^"\n]*)"/g)].map(([, text]) => text ?? ""));
const words = new Set(code.match(/[\w-]+/g));

/** Keys that are put together: `game.${game}`. */
const templates = [...new Set([...code.matchAll(/`((?:[\w-]+\.)+\$\{[^`]*)`/g)].map(([, text]) => text ?? ""))].map(
  (text) => {
    const fixed = text.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`^${fixed.join("(.+)")}$`);
  },
);

/** Whether something of a key can be what a program puts in: a number, a word that it knows, a text that it has. */
const known = (value: string): boolean => /^\d+$/.test(value) || words.has(value) || literals.has(value);

/** Options are the house's: their names are used if there are such options, and such choices. */
const options = new Set(
  games.flatMap((game) =>
    game.options.flatMap((option) => {
      const key = `option.${game.key}.${option.key}`;
      const choices: unknown[] = Object.values(option.choices ?? {}).flat();
      return [key, `${key}.about`, ...choices.map((choice) => `${key}.${String(choice)}`)];
    }),
  ),
);

function used(key: string): boolean {
  if (key.startsWith("option.")) return options.has(key);
  if (literals.has(key)) return true;
  return templates.some((template) => template.exec(key)?.slice(1).every(known) ?? false);
}

it("knows every way in which sentences are asked for", () => {
  expect(templates.length).toBeGreaterThan(10);
  expect(used("table.confirm")).toBe(true);
  expect(used("game.sakura")).toBe(true);
  expect(used("table.nobody_says_this")).toBe(false);
  expect(used("game.nobody-plays-this")).toBe(false);
});

it("has no sentence that nobody says", () => {
  expect(Object.keys(en.ui).filter((key) => !used(key))).toEqual([]);
});
