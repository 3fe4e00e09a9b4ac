/** How the cards of Hijun are called. */
import { t } from "$/i18n/index.svelte";
import type { Card } from "$/generated/hijun";

export const COLOURS = ["poppy", "iris", "clover", "plum"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourCalled(colour: string): string {
  return t(`hijun.${colour as Colour}`);
}

export function called(card: Pick<Card, "colour" | "value">): string {
  return t("hijun.card", { colour: colourCalled(card.colour), n: card.value });
}

/** What a card is on the page. The same card may still lie in the last trick of the round before. */
export function pieceOf(card: Card, round: number): string {
  return `hijun-${round}-${card.name}`;
}
