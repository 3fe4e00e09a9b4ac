/** The card that somebody points at, in the hand or in the field: what belongs to it lights up elsewhere. */
export const pointed: { cards: readonly string[]; month: number | null } = $state({ cards: [], month: null });

export function pointAt(cards: readonly string[], month: number | null): void {
  pointed.cards = cards;
  pointed.month = month;
}

export function pointAway(): void {
  pointAt([], null);
}
