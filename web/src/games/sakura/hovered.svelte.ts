/** The card that somebody points at, in the hand or in the field: what belongs to it lights up elsewhere. */
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

/** Tell which card under this element is pointed at, by mouse or by keyboard. */
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
    // A card that is taken away loses the focus while the page is being changed, when nothing else may change.
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
