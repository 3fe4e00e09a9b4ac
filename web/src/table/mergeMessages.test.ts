import { expect, it } from "vitest";
import type { Message } from "$/generated/outgoing";
import { said } from "$/i18n/index.svelte";
import { mergeMessages } from "./mergeMessages";

const discard = (colour: string, n: number): Message => ({
  code: "move.discard",
  facts: { card: { code: `card.${colour}`, n } },
  text: `Discard ${colour} ${n}`,
});

it("names the verb once", () => {
  const merged = mergeMessages([discard("iris", 13), discard("clover", 13), discard("plum", 8)]);
  expect(merged && said("hijun", merged)).toBe("Discard iris 13, clover 13 and plum 8");
});

it("leaves alone what does not go together", () => {
  expect(mergeMessages([discard("iris", 13)])).toBeNull();
  expect(mergeMessages([discard("iris", 13), { code: "move.play", facts: {}, text: "Play" }])).toBeNull();
  const put = (count: number): Message => ({ code: "move.hide", facts: { count }, text: "" });
  expect(mergeMessages([put(1), put(2)])).toBeNull();
});
