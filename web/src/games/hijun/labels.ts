/** The names of cards. */
import { t } from "$/i18n/index.svelte";
import type { Card } from "$/generated/hijun";

export const COLOURS = ["poppy", "iris", "clover", "plum"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourName(colour: string): string {
  return t(`hijun.${colour as Colour}`);
}

export function cardName(card: Pick<Card, "colour" | "value">): string {
  return t("hijun.card", { colour: colourName(card.colour), n: card.value });
}

/** When a card must be played, and what it wins. */
export function cardTip(card: Pick<Card, "colour">): string {
  return t("hijun.tip.card", { colour: colourName(card.colour) });
}

/** The identity of a card on the page. The same card may still lie in the last trick of the previous round. */
export function pieceOf(card: Card, round: number): string {
  return `hijun-${round}-${card.name}`;
}
