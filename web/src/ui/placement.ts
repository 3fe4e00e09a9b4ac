/** Where to put a small box beside something on the screen without covering what matters. */

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Side = "above" | "below" | "left" | "right" | "apart";

export interface Placed {
  left: number;
  top: number;
  /** On which side of what it is about; `apart` if there is something in between, or nothing it is about. */
  side: Side;
  /** The target that it stands beside. */
  about: Rect | null;
}

/** The distance to what the box is about, in pixels. */
export const GAP = 10;
/** The distance to the edges of the screen. */
const EDGE = 8;
/** How fine the screen is searched. */
const STEP = 12;
/** How many pixels of distance one covered square pixel is worth: covering is always worse, but of some things less. */
const COVERING = 1000;
const SPARING = 1;

function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The distance between two rectangles; 0 if they touch. */
function distance(one: Rect, other: Rect): number {
  const across = Math.max(other.left - one.left - one.width, one.left - other.left - other.width, 0);
  const along = Math.max(other.top - one.top - one.height, one.top - other.top - other.height, 0);
  return Math.hypot(across, along);
}

/** The smallest rectangle around some; null if there are none. */
function around(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const left = Math.min(...rects.map((one) => one.left));
  const top = Math.min(...rects.map((one) => one.top));
  const right = Math.max(...rects.map((one) => one.left + one.width));
  const bottom = Math.max(...rects.map((one) => one.top + one.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Where an element is on the screen. One without a box of its own (`display: contents`) is where its contents are. */
export function rectOf(element: Element): Rect {
  const own = element.getBoundingClientRect();
  if (own.width > 0 || own.height > 0) return own;
  return around([...element.children].map(rectOf).filter((one) => one.width > 0)) ?? own;
}

function sideOf(box: Rect, target: Rect): Side {
  const near = (gap: number): boolean => gap >= 0 && gap <= 2 * GAP;
  const besides = box.left < target.left + target.width && target.left < box.left + box.width;
  const level = box.top < target.top + target.height && target.top < box.top + box.height;
  if (besides && near(target.top - box.top - box.height)) return "above";
  if (besides && near(box.top - target.top - target.height)) return "below";
  if (level && near(target.left - box.left - box.width)) return "left";
  if (level && near(box.left - target.left - target.width)) return "right";
  return "apart";
}

/** The values to try on one axis: the whole screen in steps; and next to each target, or aligned with it. */
function candidates(
  low: number,
  high: number,
  size: number,
  targets: readonly (readonly [number, number])[],
): number[] {
  const last = Math.max(low, high - size);
  const found = [last, (low + last) / 2];
  for (let at = low; at < last; at += STEP) found.push(at);
  for (const [start, end] of targets) {
    found.push(start - size - GAP, end + GAP, (start + end - size) / 2, start, end - size);
  }
  return [...new Set(found.map((at) => Math.min(Math.max(at, low), last)))];
}

/** The best place on the screen for a box: as near as possible to one of its targets, covering as little as possible of all
 * of them and of what should stay visible (`keep`), and then of what is better not covered (`spare`). Without a target, as
 * near as possible to the middle. */
export function place(
  size: Size,
  screen: Rect,
  targets: readonly Rect[],
  keep: readonly Rect[],
  spare: readonly Rect[] = [],
): Placed {
  const { width, height } = size;
  const centre = { left: screen.left + screen.width / 2, top: screen.top + screen.height / 2, width: 0, height: 0 };
  const goals = targets.length > 0 ? targets : [centre];
  const gap = targets.length > 0 ? GAP : 0;
  const xs = candidates(
    screen.left + EDGE,
    screen.left + screen.width - EDGE,
    width,
    targets.map((one) => [one.left, one.left + one.width]),
  );
  const ys = candidates(
    screen.top + EDGE,
    screen.top + screen.height - EDGE,
    height,
    targets.map((one) => [one.top, one.top + one.height]),
  );
  let best: Placed = { left: screen.left + EDGE, top: screen.top + EDGE, side: "apart", about: null };
  let least = Infinity;
  for (const top of ys) {
    for (const left of xs) {
      const box = { left, top, width, height };
      let covered = 0;
      for (const one of targets) covered += COVERING * overlap(box, one);
      for (const one of keep) covered += COVERING * overlap(box, one);
      for (const one of spare) covered += SPARING * overlap(box, one);
      if (covered >= least) continue;
      for (const goal of goals) {
        const middle = goal.left + (goal.width - width) / 2;
        const cost = covered + Math.abs(distance(box, goal) - gap) + Math.abs(left - middle) / 50;
        if (cost < least) [least, best] = [cost, { left, top, side: "apart", about: goal }];
      }
    }
  }
  const about = targets.length > 0 ? best.about : null;
  return { ...best, about, side: about === null ? "apart" : sideOf({ ...best, width, height }, about) };
}
