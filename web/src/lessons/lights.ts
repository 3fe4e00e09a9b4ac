/** Highlights what a lesson points at, in any game: the pieces of moves, players, and places. */
import type { Api } from "$/net/api";

/** What to light: moves that reach a goal, and what a text points at. */
export interface Lights {
  moves: readonly number[];
  spots: readonly Api.Spot[];
  /** Places that are not needed yet. */
  hidden: readonly string[];
}

/** Places that every table has. */
const COMMON: Readonly<Record<string, string>> = { prompt: "#prompt", hand: "section.hand" };

function placed(place: string): string {
  const common = COMMON[place];
  if (common !== undefined) return common;
  return `[data-place="${CSS.escape(place)}"], [data-spot="${CSS.escape(place)}"]`;
}

/** The elements to light. A move that has no piece yet is lit where its steps begin (`data-covers`). */
export function litElements(root: ParentNode, { moves, spots }: Omit<Lights, "hidden">): HTMLElement[] {
  const found: HTMLElement[] = [];
  const add = (selector: string): boolean => {
    const all = [...root.querySelectorAll<HTMLElement>(selector)];
    found.push(...all);
    return all.length > 0;
  };
  const actions = [...moves, ...spots.flatMap((spot) => (spot.action === null ? [] : [spot.action]))];
  const missing = actions.filter((action) => !add(`[data-action="${action}"]`));
  if (missing.length > 0) {
    for (const one of root.querySelectorAll<HTMLElement>("[data-covers]")) {
      const covers = (one.dataset["covers"] ?? "").split(/[\s,]+/);
      if (missing.some((action) => covers.includes(String(action)))) found.push(one);
    }
  }
  for (const { seat, place } of spots) {
    if (seat !== null) add(`[data-seat="${seat}"]`);
    if (place !== null) add(placed(place));
  }
  return [...new Set(found)];
}

/** The number of things to highlight that are not on the page: 0 if the lesson fits its table. */
function unlit(root: ParentNode, { moves, spots }: Lights): number {
  const all: Omit<Lights, "hidden">[] = [
    ...moves.map((action) => ({ moves: [action], spots: [] })),
    ...spots.map((spot) => ({ moves: [], spots: [spot] })),
  ];
  return all.filter((one) => litElements(root, one).length === 0).length;
}

/** Puts an attribute on some elements, and takes it off those that are no longer among them. */
class Marker {
  private marked = new Set<HTMLElement>();

  constructor(private readonly name: "lit" | "unneeded") {}

  /** With the value that each element gets. */
  mark(elements: ReadonlyMap<HTMLElement, string>): void {
    for (const one of this.marked) if (!elements.has(one)) delete one.dataset[this.name];
    for (const [one, value] of elements) one.dataset[this.name] = value;
    this.marked = new Set(elements.keys());
  }
}

/** Keep these lit and hidden, however the page changes; returns the function that ends it. */
export function light(root: HTMLElement, lights: Lights): () => void {
  const lit = new Marker("lit");
  const unneeded = new Marker("unneeded");
  let frame = 0;
  const apply = (): void => {
    frame = 0;
    // A piece that is pointed at and can be played is lit as a move.
    lit.mark(
      new Map([
        ...litElements(root, { moves: [], spots: lights.spots }).map((one) => [one, "spot"] as const),
        ...litElements(root, { moves: lights.moves, spots: [] }).map((one) => [one, "move"] as const),
      ]),
    );
    root.dataset["unlit"] = String(unlit(root, lights));
    const hidden = lights.hidden.flatMap((place) => [...root.querySelectorAll<HTMLElement>(placed(place))]);
    unneeded.mark(new Map(hidden.map((one) => [one, ""])));
  };
  const watch = new MutationObserver(() => (frame ||= requestAnimationFrame(apply)));
  watch.observe(root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-action", "data-covers", "data-place", "data-spot"],
  });
  apply();
  return () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
    lit.mark(new Map());
    delete root.dataset["unlit"];
    unneeded.mark(new Map());
  };
}
