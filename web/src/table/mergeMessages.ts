import type { Message } from "$/generated/outgoing";

/** Several messages as one, if they differ in a single thing that they name: "Discard iris 13 and plum 8" instead of
 * "Discard iris 13" and "Discard plum 8". Null if they do not go together. */
export function mergeMessages(messages: readonly Message[]): Message | null {
  const [first, ...rest] = messages;
  if (first === undefined || rest.length === 0 || rest.some((one) => one.code !== first.code)) return null;
  const same = (key: string): boolean =>
    rest.every((one) => JSON.stringify(one.facts[key]) === JSON.stringify(first.facts[key]));
  const [key, ...others] = Object.keys(first.facts).filter((one) => !same(one));
  if (key === undefined || others.length > 0) return null;
  const things = messages.map((one) => one.facts[key] ?? null);
  // A list of numbers would count as their amount.
  if (things.some((thing) => thing === null || typeof thing !== "object" || Array.isArray(thing))) return null;
  return { ...first, facts: { ...first.facts, [key]: things }, text: messages.map(({ text }) => text).join(", ") };
}
