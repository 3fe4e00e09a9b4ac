/** The deck in the page: every card is drawn once, and shown wherever it lies by a reference to that drawing. */
import { DECK } from "./deck";
import { BACK, HEIGHT, PAPER, WIDTH, type Art } from "./kit";

const SVG = "http://www.w3.org/2000/svg";
const NAMES: readonly string[] = [...DECK.keys()];

/** The number of a card in the deck: four for each month. */
function index(name: string): number {
  return NAMES.indexOf(name);
}

/** The month of a card, from 1. */
export function monthOf(name: string): number {
  return Math.floor(index(name) / 4) + 1;
}

/** What refers to the drawing of a card. */
export function symbol(name: string): string {
  return `#hana-${index(name)}`;
}

function element(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function drawn(art: Art, id: string): SVGElement {
  const symbol = element("symbol", { id, viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
  symbol.append(element("rect", { width: WIDTH, height: HEIGHT, fill: PAPER }));
  for (const { d, fill, line, width } of art) {
    const strokes = line === undefined ? {} : { stroke: line, "stroke-width": width ?? 1.6 };
    symbol.append(element("path", { d, fill: fill ?? "none", ...strokes }));
  }
  const edge = { x: 1.75, y: 1.75, width: WIDTH - 3.5, height: HEIGHT - 3.5, rx: 4.5 };
  symbol.append(element("rect", { ...edge, fill: "none", stroke: BACK, "stroke-width": 3.5 }));
  return symbol;
}

let there = false;

/** Put the drawings into the page, once. */
export function unfold(): void {
  if (there) return;
  there = true;
  // Without size rather than not displayed: what is not displayed cannot be referred to in every browser.
  const sheet = element("svg", { width: 0, height: 0, "aria-hidden": "true", class: "hana-sheet" });
  sheet.setAttribute("stroke-linecap", "round");
  sheet.setAttribute("stroke-linejoin", "round");
  sheet.style.position = "absolute";
  for (const [name, art] of DECK) sheet.append(drawn(art, symbol(name).slice(1)));
  document.body.append(sheet);
}
