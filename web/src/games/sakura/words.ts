/** Cards, plants and sets in words: the codes by which the house would say them. */
import type { Message } from "$/generated/outgoing";

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
  "plain scrolls": "短",
  "summer animals": "夏",
  "autumn animals": "秋",
  "boar-geese-deer": "猪",
};

/** The months by their plants, January first. */
export const PLANTS = [
  "pine",
  "plum",
  "cherry",
  "wisteria",
  "iris",
  "peony",
  "clover",
  "pampas",
  "chrysanthemum",
  "maple",
  "oak",
  "hawthorn",
] as const;

/** The letter of a team. */
export function teamLetter(side: number): string {
  return "ABC"[side] ?? String(side + 1);
}
