/** Cards, plants and sets in words: the codes by which the house would say them. */
import type { Message } from "$/generated/outgoing";
import { sakura } from "../../../contract/pieces.json";

function coded(group: string, name: string, facts: Message["facts"] = {}): Message {
  return { code: `${group}.${name.replace(/[ -]/g, "_")}`, facts, text: name };
}

export function card(name: string): Message {
  const chaff = /^(.+ chaff) (\d)$/.exec(name);
  return chaff === null
    ? coded("card", name)
    : { ...coded("card", chaff[1] ?? "", { n: Number(chaff[2]) }), text: name };
}

export function plant(name: string): Message {
  return coded("plant", name);
}

export function set(name: string): Message {
  return coded("set", name);
}

/** The months by their plants, January first. */
export const PLANTS: readonly string[] = sakura.plants;

const MONTHS: ReadonlyMap<string, number> = new Map(
  sakura.cards.map((name, index): [string, number] => [name, Math.floor(index / 4) + 1]),
);

/** The month of a card, from 1. */
export function monthOf(name: string): number {
  return MONTHS.get(name) ?? 0;
}

const SAID: ReadonlyMap<string, string> = new Map(
  sakura.cards.map((name): [string, string] => {
    const { code, facts } = card(name);
    return [key({ code, ...facts }), name];
  }),
);

function key(fact: { code?: unknown; n?: unknown }): string {
  return `${String(fact.code)} ${String(fact.n ?? "")}`;
}

/** The card that a sentence of the house speaks of. */
export function cardOf(fact: unknown): string | undefined {
  return typeof fact === "object" && fact !== null ? SAID.get(key(fact)) : undefined;
}

/** What is shown together among captured cards: the rain man scores as an animal, the yellow hawthorn as a scroll (SK-R1). */
export const GROUPS = [
  { key: "bright", kinds: ["bright"] },
  { key: "scroll", kinds: ["scroll", "hawthorn"] },
  { key: "animal", kinds: ["animal", "rain"] },
  { key: "chaff", kinds: ["chaff"] },
] as const;

/** A sign for each set, where its name would be too long. */
export const SIGNS: Readonly<Record<string, string>> = {
  spring: "春",
  drinking: "酒",
  "red scrolls": "赤",
  "blue scrolls": "青",
  "plain scrolls": "草",
  "summer animals": "夏",
  "autumn animals": "秋",
  "boar-geese-deer": "猪",
};

/** The letter of a team. */
export function teamLetter(side: number): string {
  return "ABC"[side] ?? String(side + 1);
}
