/** Pieces that move: whatever has the same `data-piece` before and after a change glides from its old place to its new
 * one. What was not there before comes from the place (`data-place`) that its `data-from` names. Only `translate` and
 * `scale` are animated, so nothing else on the page moves, and a piece keeps what it has of its own (a card that lies askew).
 *
 * A piece may go by way of another place (`data-via`), and it may wait until so many glides of others are over
 * (`data-after`): it then stays where it was, or where it comes from. Both are done once.
 *
 * A glide that is under way is no obstacle: the next one begins where the piece is seen at that moment. Pieces may lie
 * in pieces: what a piece is carried along by the one that it lies in it does not move itself. */
import { moving } from "$/settings.svelte";

const DURATION = 260;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const GLIDE = "glide";

export interface Spot {
  /** The centre. */
  x: number;
  y: number;
  width: number;
}
export type Spots = Map<string, Spot>;

/** Where something that glides begins, seen from where it lies: the shift of its centre, and its size. */
export interface Start {
  x: number;
  y: number;
  scale: number;
}

const HOME: Start = { x: 0, y: 0, scale: 1 };

/** How a point of the page is seen while what it lies in glides: `scale * point + (x, y)`. */
interface Frame {
  scale: number;
  x: number;
  y: number;
}
const STILL: Frame = { scale: 1, x: 0, y: 0 };

function spot(one: Element): Spot {
  const box = one.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

/** Where everything is seen now, in the middle of a glide too. */
export function spots(root: ParentNode): Spots {
  const found: Spots = new Map();
  for (const one of root.querySelectorAll<HTMLElement>("[data-piece]"))
    found.set(one.dataset["piece"] ?? "", spot(one));
  for (const one of root.querySelectorAll<HTMLElement>("[data-place]")) {
    found.set(`place:${one.dataset["place"] ?? ""}`, spot(one));
  }
  return found;
}

/** Where a piece has to begin to be seen at `old`, if it lies at `now` in something that is seen through `frame`. */
export function start(old: Spot, now: Spot, frame: Frame = STILL): { start: Start; frame: Frame } {
  const x = (old.x - frame.x) / frame.scale - now.x;
  const y = (old.y - frame.y) / frame.scale - now.y;
  const scale = Math.max(0.3, Math.min(3, old.width / now.width / frame.scale));
  return {
    start: { x, y, scale },
    frame: {
      scale: frame.scale * scale,
      x: frame.scale * (now.x + x - scale * now.x) + frame.x,
      y: frame.scale * (now.y + y - scale * now.y) + frame.y,
    },
  };
}

/** Whether it begins where it ends anyway. */
export function rests({ x, y, scale }: Start): boolean {
  return Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02;
}

/** Where each piece lay when it was last looked at. */
const goals = new WeakMap<Element, Spot>();

function same(one: Spot, other: Spot): boolean {
  return rests({ x: one.x - other.x, y: one.y - other.y, scale: one.width / other.width });
}

/** Let everything glide from where it was. */
export function glide(root: ParentNode, before: Spots): void {
  const pieces = [...root.querySelectorAll<HTMLElement>("[data-piece]")];
  const under = new Map<Element, { way: Animation; time: CSSNumberish | null }>();
  for (const one of pieces) {
    for (const way of one.getAnimations()) {
      if (way.id !== GLIDE) continue;
      under.set(one, { way, time: way.currentTime });
      way.cancel();
    }
  }
  if (!moving()) return;
  // First all is measured, then all is moved: the page is laid out once.
  const places = pieces.map((one) => [one, spot(one)] as const);
  const frames = new Map<Element, Frame>();
  const layers = new Map<Element, number>();
  for (const [one, now] of places) {
    const running = under.get(one);
    const goal = goals.get(one);
    goals.set(one, now);
    // Whoever goes where it went already, goes on.
    if (running !== undefined && goal !== undefined && same(goal, now)) {
      running.way.play();
      running.way.currentTime = running.time;
      continue;
    }
    const outer = one.parentElement?.closest("[data-piece]");
    const frame = (outer && frames.get(outer)) ?? STILL;
    const old = before.get(one.dataset["piece"] ?? "") ?? before.get(`place:${one.dataset["from"] ?? ""}`);
    const found = old === undefined || old.width === 0 || now.width === 0 ? null : start(old, now, frame);
    frames.set(one, found?.frame ?? frame);
    if (found === null || rests(found.start)) continue;
    const middle = before.get(`place:${one.dataset["via"] ?? ""}`);
    const stops = [found.start, ...(middle === undefined ? [] : [start(middle, now, frame).start]), HOME];
    const wait = Number(one.dataset["after"] ?? 0);
    delete one.dataset["via"];
    delete one.dataset["after"];
    run(one, stops, wait);
    const layer = one.closest("[data-layer]");
    if (layer !== null) layers.set(layer, Math.max(layers.get(layer) ?? 0, wait + stops.length - 1));
  }
  for (const [layer, glides] of layers) layer.animate([{ zIndex: 4 }, { zIndex: 4 }], { duration: glides * DURATION });
}

function run(one: HTMLElement, stops: readonly Start[], wait: number): void {
  const animation = one.animate(
    stops.map(({ x, y, scale }) => ({
      translate: `${x}px ${y}px`,
      scale: String(scale),
      zIndex: 5,
      composite: "add" as const,
      easing: EASE,
    })),
    { duration: (stops.length - 1) * DURATION, delay: wait * DURATION, fill: "backwards" },
  );
  animation.id = GLIDE;
}
