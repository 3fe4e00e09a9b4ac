/** GameParts that move: whatever has the same `data-piece` before and after a change glides from its old place to its new
 * one. What was not there before comes from the place (`data-place`) that its `data-from` names. Only `translate` and
 * `scale` are animated, so nothing else on the page moves, and a piece keeps what it has of its own (a card that lies askew).
 *
 * A piece may go by way of another place (`data-via`), and it may wait until so many glides of others are over
 * (`data-after`): it then stays where it was, or where it comes from. Both are done once.
 *
 * A glide that is under way is no obstacle: the next one begins where the piece is seen at that moment. GameParts may lie
 * in pieces: what a piece is carried along by the one that it lies in it does not move itself. */
import { moving } from "$/settings.svelte";

const DURATION = 260;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

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

let latest: Spots = new Map();

/** Where a piece, or a place (`place:…`), was seen before the last change: for what leaves the page, which need not have the
 * page laid out to know where it goes. */
export function lastSeen(name: string): Spot | undefined {
  return latest.get(name);
}

/** Where everything is seen now, in the middle of a glide too. */
export function spots(root: ParentNode): Spots {
  const found: Spots = new Map();
  latest = found;
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

interface Glide {
  animation: Animation;
  /** Where the piece will lie. */
  goal: Spot;
  /** What the piece lies in and is lifted with, above the other parts of the table. */
  layer: HTMLElement | null;
}
const gliding = new Map<HTMLElement, Glide>();

function same(one: Spot, other: Spot): boolean {
  return rests({ x: one.x - other.x, y: one.y - other.y, scale: one.width / other.width });
}

/** Let everything glide from where it was. First all is measured, then all is moved: the page is laid out once. */
export function glide(root: HTMLElement, before: Spots): void {
  const under = new Map<HTMLElement, CSSNumberish | null>();
  for (const [one, { animation }] of gliding) {
    if (one.isConnected && !root.contains(one)) continue;
    under.set(one, animation.currentTime);
    animation.cancel();
  }
  if (moving()) {
    settle(root, before, under);
    for (const act of plan(root, before, under)) act();
  }
  for (const one of under.keys()) if (gliding.get(one)?.animation.playState === "idle") end(one);
}

/** What the page itself lifts and puts down, by its style. */
const lifts = new WeakMap<Element, Set<Animation>>();

/** A piece that is being lifted or put down, and has to glide as well, is lifted by its glide, which begins where the piece
 * is seen: with two movements of one piece at once the browser would need our help in every frame. What only is lifted is
 * left alone. */
function settle(root: HTMLElement, before: Spots, under: ReadonlyMap<Element, unknown>): void {
  const both: Animation[] = [];
  for (const lift of root.getAnimations({ subtree: true })) {
    const one = (lift.effect as KeyframeEffect | null)?.target;
    if (!(lift instanceof CSSTransition) || !["translate", "scale"].includes(lift.transitionProperty)) continue;
    if (!(one instanceof HTMLElement) || one.dataset["piece"] === undefined) continue;
    lifts.set(one, (lifts.get(one) ?? new Set()).add(lift));
    const old = before.get(one.dataset["piece"]);
    if (under.has(one) || (old !== undefined && !same(old, spot(one)))) both.push(lift);
  }
  for (const lift of both) lift.cancel();
}

/** For Chromium even a movement that is over is another one, until it is forgotten. */
function forget(one: Element): void {
  for (const lift of lifts.get(one) ?? []) if (lift.playState === "finished") lift.cancel();
}

/** What is to be done so that everything glides; the page is only looked at. */
function plan(root: HTMLElement, before: Spots, under: Map<HTMLElement, CSSNumberish | null>): (() => void)[] {
  const places = [...root.querySelectorAll<HTMLElement>("[data-piece]")].map((one) => [one, spot(one)] as const);
  const frames = new Map<Element, Frame>();
  const begin: (() => void)[] = [];
  for (const [one, now] of places) {
    const outer = one.parentElement?.closest("[data-piece]");
    const frame = (outer && frames.get(outer)) ?? STILL;
    const old = before.get(one.dataset["piece"] ?? "") ?? before.get(`place:${one.dataset["from"] ?? ""}`);
    const found = old === undefined || old.width === 0 || now.width === 0 ? null : start(old, now, frame);
    frames.set(one, found?.frame ?? frame);
    const running = under.has(one) ? gliding.get(one) : undefined;
    if (running !== undefined && same(running.goal, now)) {
      begin.push(() => goOn(one, running.animation, under.get(one) ?? null));
    } else if (found !== null && !rests(found.start)) {
      const middle = before.get(`place:${one.dataset["via"] ?? ""}`);
      const stops = middle === undefined ? [found.start] : [found.start, start(middle, now, frame).start];
      const keyframes = way(stops, getComputedStyle(one));
      begin.push(() => run(one, keyframes, now));
    }
  }
  return begin;
}

/** Whoever goes where it went already goes on. */
function goOn(one: HTMLElement, animation: Animation, time: CSSNumberish | null): void {
  forget(one);
  animation.play();
  animation.currentTime = time;
}

/** The stops on the way: what the piece has of its own (a card that is lifted, or lies askew), moved and scaled. The last one
 * is not said: it is whatever the piece comes to be. */
export function way(stops: readonly Start[], own: { translate: string; scale: string }): Keyframe[] {
  const [left = "0px", top = "0px"] = own.translate === "none" ? [] : parts(own.translate);
  const [across = "1", down = across] = own.scale === "none" ? [] : parts(own.scale);
  return stops.map(({ x, y, scale }, number) => ({
    offset: number / stops.length,
    translate: `${plus(left, x)} ${plus(top, y)}`,
    scale: `${Number(across) * scale} ${Number(down) * scale}`,
    easing: EASE,
  }));
}

/** The values of a list that is separated by spaces; those within brackets do not count. */
function parts(list: string): string[] {
  return list.match(/(?:\([^()]*\)|[^\s()])+/g) ?? [];
}

function plus(length: string, pixels: number): string {
  return length === "0px" ? `${pixels}px` : `calc(${length} + ${pixels}px)`;
}

/** Nothing but where it is drawn is animated, and nothing is added up: so the browser can move it without our help, however
 * busy the page is. */
function run(one: HTMLElement, keyframes: Keyframe[], goal: Spot): void {
  const wait = Number(one.dataset["after"] ?? 0);
  delete one.dataset["via"];
  delete one.dataset["after"];
  forget(one);
  const timing = { duration: keyframes.length * DURATION, delay: wait * DURATION, fill: "backwards" as const };
  const animation = one.animate(keyframes, timing);
  const layer = one.closest<HTMLElement>("[data-layer]");
  gliding.set(one, { animation, goal, layer });
  one.style.zIndex = "5";
  if (layer !== null) layer.style.zIndex = "4";
  animation.onfinish = () => {
    if (gliding.get(one)?.animation === animation) end(one);
  };
}

/** The piece lies where it belongs, or is gone. */
function end(one: HTMLElement): void {
  const found = gliding.get(one);
  if (found === undefined) return;
  gliding.delete(one);
  found.animation.cancel();
  one.style.zIndex = "";
  const { layer } = found;
  if (layer !== null && ![...gliding.values()].some((other) => other.layer === layer)) layer.style.zIndex = "";
}
