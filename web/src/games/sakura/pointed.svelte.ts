/** The card that somebody points at, in the hand or in the field: what belongs to it lights up elsewhere. */
export const pointed: { cards: readonly string[]; month: number | null } = $state({ cards: [], month: null });

export function pointAt(cards: readonly string[], month: number | null): void {
  pointed.cards = cards;
  pointed.month = month;
}

export function pointAway(): void {
  pointAt([], null);
}

/** Tell which card under this element is pointed at, by mouse or by keyboard. */
export function pointing(tell: (name: string) => void): (node: HTMLElement) => () => void {
  return (node) => {
    const over = (event: Event): void => {
      const piece = (event.target as Element).closest<HTMLElement>("[data-card]");
      if (piece === null) pointAway();
      else tell(piece.dataset["card"] ?? "");
    };
    // A card that is taken away loses the focus while the page is being changed, when nothing else may change.
    const away = (): void => queueMicrotask(pointAway);
    const events = ["pointerover", "focusin"] as const;
    const ends = ["pointerleave", "focusout"] as const;
    for (const name of events) node.addEventListener(name, over);
    for (const name of ends) node.addEventListener(name, away);
    return () => {
      for (const name of events) node.removeEventListener(name, over);
      for (const name of ends) node.removeEventListener(name, away);
      away();
    };
  };
}
