/** The names of cards and banners, and which move is which. */
import { t } from "$/i18n/index.svelte";
import type { Card, Player, Token } from "$/generated/hagakure";

export const TOKENS = ["double", "zero", "villagers", "exchange", "look"] as const;
export type TokenName = (typeof TOKENS)[number];
export type BannerState = "left" | "used" | "flown";

export function cardName(card: Pick<Card, "kind" | "name">): string {
  if (card.kind === "fool") return t("hagakure.fool");
  return t(card.kind === "samurai" ? "hagakure.samurai" : "hagakure.villager", { n: card.name });
}

/** What a card does. */
export function cardTip(card: Pick<Card, "kind" | "name">): string {
  if (card.kind === "fool") return t("hagakure.tip.fool");
  if (card.kind === "villager") return t("hagakure.tip.villager");
  return card.name === "18" ? `${t("hagakure.tip.samurai")}\n${t("hagakure.tip.eighteen")}` : t("hagakure.tip.samurai");
}

export function bannerState(player: Player, token: Token): BannerState {
  if (player.token === token.name) return "flown";
  return token.used ? "used" : "left";
}

/** A banner, its state and its effect in a sentence. */
export function bannerWords(name: string, state: BannerState): string {
  const token = name as TokenName;
  const does = t(`hagakure.does.${token}`);
  return t(`hagakure.banner.${state}`, { token: t(`hagakure.token.${token}`), does });
}

/** The targets of Look with their moves: the server lists the Yomi first, then the other seats (HG-2.6). */
export function lookPlaces(token: Token, seat: number, seats: number): { seat: number | null; action: number }[] {
  const others = Array.from({ length: seats }, (_, other) => other).filter((other) => other !== seat);
  return token.actions.map((action, place) => ({ seat: place === 0 ? null : (others[place - 1] ?? null), action }));
}

/** The identity of a card on the page. The same card may still lie in the last trick of the previous round; old fools
 * are all alike, so they are told apart by where they lie. */
export function pieceOf(card: Card, round: number, where: string): string {
  return card.kind === "fool" ? `fool-${round}-${where}` : `hagakure-${round}-${card.name}`;
}
