/** Draws every card once, on a canvas of exactly the size at which it is shown. A moving card is then a finished
 * picture: redrawing its hundreds of curves in every frame would be too slow. */
import type { Attachment } from "svelte/attachments";
import { DECK } from "./deck";
import { BACK, draw, HEIGHT, PAPER, paint, WIDTH, type Art } from "./kit";

const CORNER = 7;

/** A rounded rectangle, `inset` from the edge of a card. */
function rounded(inset: number, r: number): string {
  const [left, right, top, foot] = [inset, WIDTH - inset, inset, HEIGHT - inset];
  const [k, l] = [0.45 * r, r];
  return (
    `M${left + l} ${top} L${right - l} ${top} C${right - k} ${top} ${right} ${top + k} ${right} ${top + l} ` +
    `L${right} ${foot - l} C${right} ${foot - k} ${right - k} ${foot} ${right - l} ${foot} ` +
    `L${left + l} ${foot} C${left + k} ${foot} ${left} ${foot - k} ${left} ${foot - l} ` +
    `L${left} ${top + l} C${left} ${top + k} ${left + k} ${top} ${left + l} ${top} Z`
  );
}
/** The outline of a card, which clips its drawing. */
export const OUTLINE = rounded(0, CORNER);

/** A whole card: the paper, the drawing and the rim. */
export function sheet(name: string): Art {
  return [paint(OUTLINE, PAPER), ...(DECK.get(name) ?? []), draw(rounded(1.75, CORNER - 1.75), BACK, 3.5)];
}

type Stroke = readonly [path: Path2D, fill: string | undefined, line: string | undefined, width: number];
const plates = new Map<string, readonly Stroke[]>();

function plate(name: string): readonly Stroke[] {
  const made =
    plates.get(name) ??
    sheet(name).map(({ d, fill, line, width }) => [new Path2D(d), fill, line, width ?? 1.6] as const);
  plates.set(name, made);
  return made;
}

/** Finished cards by name and size: the same card is often shown again, and copying it costs almost nothing. */
const prints = new Map<string, HTMLCanvasElement>();
/** The size of the cache: the whole deck in about eight sizes. */
const KEPT = 400;

function print(name: string, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  // In main memory: dozens of small canvases gain nothing from the GPU.
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (brush === null) return canvas;
  brush.setTransform(width / WIDTH, 0, 0, height / HEIGHT, 0, 0);
  brush.lineCap = brush.lineJoin = "round";
  brush.clip(new Path2D(OUTLINE));
  for (const [path, fill, line, thick] of plate(name)) {
    if (fill !== undefined) {
      brush.fillStyle = fill;
      brush.fill(path);
    }
    if (line !== undefined) {
      [brush.strokeStyle, brush.lineWidth] = [line, thick];
      brush.stroke(path);
    }
  }
  return canvas;
}

/** Cards still to be drawn while the browser is idle, in every size in use: a card that is captured or flipped is then
 * ready before it moves. */
const stock: (readonly [name: string, width: number, height: number])[] = [];
const sizes = new Set<string>();
/** Milliseconds of idle time that one more card needs. */
const ROOM = 5;

function stockUp(width: number, height: number): void {
  const size = `${width} ${height}`;
  if (sizes.has(size) || !("requestIdleCallback" in globalThis)) return;
  sizes.add(size);
  if (stock.length === 0) requestIdleCallback(fill);
  for (const name of DECK.keys()) stock.push([name, width, height]);
}

function fill(idle: IdleDeadline): void {
  while (stock.length > 0 && prints.size < KEPT && idle.timeRemaining() > ROOM) {
    const [name, width, height] = stock.shift() ?? ["", 0, 0];
    const label = `${name} ${width} ${height}`;
    if (!prints.has(label)) prints.set(label, print(name, width, height));
  }
  if (prints.size >= KEPT) stock.length = 0;
  if (stock.length > 0) requestIdleCallback(fill);
}

interface Order {
  canvas: HTMLCanvasElement;
  width: number;
  height: number;
}
const key = ({ canvas, width, height }: Order): string => `${canvas.dataset["print"] ?? ""} ${width} ${height}`;

function deliver(order: Order): void {
  const { canvas, width, height } = order;
  const name = key(order);
  const made = prints.get(name) ?? print(canvas.dataset["print"] ?? "", width, height);
  // The cache evicts the least recently used card first.
  prints.delete(name);
  prints.set(name, made);
  for (const oldest of prints.keys()) {
    if (prints.size <= KEPT) break;
    prints.delete(oldest);
  }
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(made, 0, 0);
}

/** A card narrower than this, in CSS pixels, can wait a few frames so that the table is playable sooner. */
const ASIDE = 44;
/** Milliseconds per frame spent on the cards that can wait. */
const SHARE = 6;
const waiting = new Map<HTMLCanvasElement, Order>();

function workOff(): void {
  const end = performance.now() + SHARE;
  for (const order of waiting.values()) {
    if (performance.now() > end) {
      later();
      return;
    }
    waiting.delete(order.canvas);
    if (order.canvas.isConnected) deliver(order);
  }
}

function later(): void {
  requestAnimationFrame(() => setTimeout(workOff));
}

function take(order: Order): void {
  if (order.width < 1 || order.height < 1) return;
  stockUp(order.width, order.height);
  if (order.width >= ASIDE * devicePixelRatio || prints.has(key(order))) {
    waiting.delete(order.canvas);
    deliver(order);
    return;
  }
  if (waiting.size === 0) later();
  waiting.set(order.canvas, order);
}

// Not every browser reports sizes in device pixels.
const BOX: ResizeObserverBoxOptions =
  "ResizeObserverEntry" in globalThis && "devicePixelContentBoxSize" in ResizeObserverEntry.prototype
    ? "device-pixel-content-box"
    : "content-box";
let press: ResizeObserver | undefined;

function pressed(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, devicePixelContentBoxSize, contentRect } of entries) {
    const [dots] = BOX === "content-box" ? [] : devicePixelContentBoxSize;
    take({
      canvas: target as HTMLCanvasElement,
      width: Math.max(dots?.inlineSize ?? 0, Math.round(contentRect.width * devicePixelRatio)),
      height: Math.max(dots?.blockSize ?? 0, Math.round(contentRect.height * devicePixelRatio)),
    });
  }
}

/** Draw the card on this canvas, and redraw it whenever its size changes; before it is shown, unless it is small. */
export function printed(name: string): Attachment<HTMLCanvasElement> {
  return (canvas) => {
    canvas.dataset["print"] = name;
    const mine = (press ??= new ResizeObserver(pressed));
    mine.observe(canvas, { box: BOX });
    return () => mine.unobserve(canvas);
  };
}
