/** The server's codes for cards, plants and sets. */
import type { Card } from "$/generated/sakura";
import type { Message } from "$/generated/outgoing";
import { t, type UiKey } from "$/i18n/index.svelte";
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

/** The card that a fact of a message names. */
export function cardOf(fact: unknown): string | undefined {
  return typeof fact === "object" && fact !== null ? SAID.get(key(fact)) : undefined;
}

type Say = (message: Message) => string;

/** What a card is worth and good for: its month, its points and its sets, or that it is the wildcard. */
export function cardTip(
  say: Say,
  { name, plant: of, month, value }: Pick<Card, "name" | "plant" | "month" | "value">,
): string {
  const sets = sakura.sets.filter(({ cards }) => cards.includes(name)).map((one) => say(set(one.name)));
  return [
    t("sakura.tip.card", { month: t(`sakura.month.${month}` as UiKey), plant: say(plant(of)), points: value }),
    name === sakura.wildcard ? t("sakura.tip.wildcard") : "",
    sets.length > 0 ? t("sakura.tip.sets", { sets }) : "",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** A set: its cards, how many of them a side has captured, and what it costs. */
export function setTip(say: Say, name: string, cards: readonly string[], state: string): string {
  return [
    t("sakura.tip.set", { set: say(set(name)), cards: cards.map((one) => say(card(one))), state }),
    t("sakura.set.cost"),
  ].join("\n");
}

/** Captured cards shown together: the rain man scores as an animal, the yellow hawthorn as a scroll (SK-R1). */
export const GROUPS = [
  { key: "bright", kinds: ["bright"] },
  { key: "scroll", kinds: ["scroll", "hawthorn"] },
  { key: "animal", kinds: ["animal", "rain"] },
  { key: "chaff", kinds: ["chaff"] },
] as const;

/** A short sign for each set. */
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

/** The key of a set's name where there is little room. */
export function shortName(name: string): UiKey {
  return `sakura.short.${name}` as UiKey;
}

/** The letter of a team. */
export function teamLetter(side: number): string {
  return "ABC"[side] ?? String(side + 1);
}
