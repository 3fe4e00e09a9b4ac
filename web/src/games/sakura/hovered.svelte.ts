/** The card under the pointer or with the focus, in the hand or in the field: related cards are highlighted. */
import { perViewer } from "$/table/perViewer.svelte";

export class Hovered {
  cards: readonly string[] = $state.raw([]);
  month: number | null = $state(null);

  at(cards: readonly string[], month: number | null): void {
    this.cards = cards;
    this.month = month;
  }

  away(): void {
    this.at([], null);
  }
}

export const hoveredOf = perViewer(() => new Hovered());

/** Track which card under this element is hovered or focused. */
export function hovering(
  of: () => Hovered,
  tell: (pointed: Hovered, name: string) => void,
): (node: HTMLElement) => () => void {
  return (node) => {
    const pointed = of();
    const over = (event: Event): void => {
      const piece = (event.target as Element).closest<HTMLElement>("[data-card]");
      if (piece === null) pointed.away();
      else tell(pointed, piece.dataset["card"] ?? "");
    };
    // A card that is removed loses the focus while the page is updating, when state must not change.
    const away = (): void => queueMicrotask(() => pointed.away());
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
