/** Tips: `use:tip={text}` says what something does: on hover, on focus, by a long press, and to screen readers.
 *
 * The tip stays while the pointer is on it, Escape closes it, and it never takes the focus (WCAG 1.4.13). A long press
 * shows it without pressing what it is about. */
import type { Action } from "svelte/action";
import { place, rectOf, type Rect } from "./placement";

/** How long the pointer or the focus rests on something before its tip appears, in milliseconds. */
const REST = 450;
/** How long a finger does. */
const PRESS = 480;
/** How long the pointer may take from a thing to its tip. */
const WAY = 180;
/** How long a tip stays that a finger has opened. */
const READ = 6000;
/** How far a finger may slip, in pixels. */
const SLIP = 10;

export interface TipOptions {
  text: string;
  /** A tap or click opens it: for things that have no other use. */
  tap?: boolean;
  /** It is one of several in a `tipGroup`, which is their one tab stop. */
  part?: boolean;
}

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

/** What screen readers read the tip with: the thing itself, or the control in it. */
function control(node: HTMLElement): HTMLElement {
  return node.matches(FOCUSABLE) ? node : (node.querySelector<HTMLElement>(FOCUSABLE) ?? node);
}

/** The texts, as descriptions for screen readers: one element each, however many things it describes. */
const described = new Map<string, { element: HTMLElement; users: number }>();
let number = 0;

function describe(text: string): string {
  let found = described.get(text);
  if (found === undefined) {
    const element = document.createElement("div");
    element.id = `tip-${++number}`;
    element.hidden = true;
    element.textContent = text;
    document.body.append(element);
    found = { element, users: 0 };
    described.set(text, found);
  }
  found.users += 1;
  return found.element.id;
}

function forget(text: string): void {
  const found = described.get(text);
  if (found === undefined || --found.users > 0) return;
  found.element.remove();
  described.delete(text);
}

/** The one tip on the screen. */
let bubble: HTMLElement | null = null;
let shownFor: HTMLElement | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** What a tip does not cover: what is asked, also of those who go through their cards by keyboard, and the way on. */
const KEEP = "#prompt, .lesson-card, .primary";
/** What it does not cover if there is room elsewhere: the moves to choose from. */
const SPARE = '[data-legal="true"], [data-lit]';

function rects(selector: string, except: HTMLElement): Rect[] {
  const found = [...document.querySelectorAll(selector)].filter(
    (one) => !one.contains(except) && !except.contains(one),
  );
  return found.map(rectOf).filter(({ width }) => width > 0);
}

function made(): HTMLElement {
  if (bubble !== null) return bubble;
  bubble = document.createElement("div");
  bubble.className = "tip-bubble";
  // In the top layer, so that tips work in dialogs; read out as a description of the thing, not once more.
  bubble.popover = "manual";
  bubble.ariaHidden = "true";
  bubble.addEventListener("pointerenter", () => clearTimeout(leaving));
  bubble.addEventListener("pointerleave", () => hideSoon());
  document.body.append(bubble);
  return bubble;
}

function show(node: HTMLElement, text: string): void {
  if (!node.isConnected || node.checkVisibility?.() === false) return;
  clearTimeout(leaving);
  const box = made();
  box.textContent = text;
  if (!box.matches(":popover-open")) box.showPopover();
  shownFor = node;
  const screen = { left: 0, top: 0, width: innerWidth, height: innerHeight };
  const { left, top } = place(
    box.getBoundingClientRect(),
    screen,
    [rectOf(node)],
    rects(KEEP, node),
    rects(SPARE, node),
  );
  box.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  document.addEventListener("keydown", escape, true);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("pointerdown", touched, true);
}

function hide(): void {
  clearTimeout(leaving);
  shownFor = null;
  if (bubble?.matches(":popover-open")) bubble.hidePopover();
  document.removeEventListener("keydown", escape, true);
  document.removeEventListener("scroll", hide, { capture: true });
  document.removeEventListener("pointerdown", touched, true);
}

function hideSoon(after: number = WAY): void {
  clearTimeout(leaving);
  leaving = setTimeout(hide, after);
}

/** Escape closes the tip, and still does whatever else it does. */
function escape(event: KeyboardEvent): void {
  if (event.key === "Escape") hide();
}

function touched(event: PointerEvent): void {
  if (event.target instanceof Node && !bubble?.contains(event.target)) hide();
}

/** Of each group, how to read its parts again; of each part, its text. */
const groups = new WeakMap<Element, () => void>();
const parts = new WeakMap<Element, string>();
const PART = "data-tip-part";
const GROUP = "data-tip-group";

/** The tips in an element, as one text: what several of them say comes once, at the end. */
function together(node: HTMLElement): string {
  const lines = [...node.querySelectorAll(`[${PART}]`)].flatMap((part) => parts.get(part)?.split("\n") ?? []);
  const shared = lines.filter((line, place) => lines.indexOf(line) !== place);
  return [...new Set([...lines.filter((line) => !shared.includes(line)), ...shared])].join("\n");
}

/** One tab stop for all tips in it that are a `part`: the focus shows them together, and screen readers read them
 * there. Each part answers to the pointer by itself. */
export const tipGroup: Action<HTMLElement> = (node) => {
  let text = "";
  let resting: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    const before = text;
    text = together(node);
    if (text === before) return;
    if (text === "") node.removeAttribute("aria-describedby");
    else node.setAttribute("aria-describedby", describe(text));
    if (before !== "") forget(before);
    if (text === "") node.removeAttribute("tabindex");
    else node.tabIndex = 0;
    if (shownFor === node) show(node, text);
  };
  const focus = (event: FocusEvent): void => {
    clearTimeout(resting);
    if (event.target !== node || !node.matches(":focus-visible")) return;
    resting = setTimeout(() => show(node, text), REST);
  };
  const blur = (): void => {
    clearTimeout(resting);
    if (shownFor === node) hide();
  };
  node.setAttribute(GROUP, "");
  node.addEventListener("focusin", focus);
  node.addEventListener("focusout", blur);
  // All parts that change together are read once.
  let asked = false;
  groups.set(node, () => {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      if (node.isConnected) read();
    });
  });
  read();
  return {
    destroy: () => {
      blur();
      if (text !== "") forget(text);
    },
  };
};

/** For each element with a tip: attaches the description again, after its control was replaced or renamed. */
const attachments = new WeakMap<Node, () => void>();
let watch: MutationObserver | undefined;

function attachAgain(changes: readonly MutationRecord[]): void {
  const changed = new Set<() => void>();
  for (const { target } of changes) {
    for (let node: Node | null = target; node !== null; node = node.parentNode) {
      const attach = attachments.get(node);
      if (attach !== undefined) changed.add(attach);
    }
  }
  for (const attach of changed) attach();
}

/** Shows a tip; without a text there is none. */
export const tip: Action<HTMLElement, string | TipOptions | null | undefined> = (node, given) => {
  let text = "";
  let tap = false;
  const part = typeof given === "object" && given?.part === true;
  let group: Element | null = null;
  let id: string | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let pressed: { x: number; y: number } | null = null;
  /** A long press has shown the tip: the click that follows is not meant. */
  let swallow = false;
  /** Whether the pointer has moved on it since it came. */
  let over = false;

  const read = (now: string | TipOptions | null | undefined): void => {
    const before = text;
    text = (typeof now === "object" ? now?.text : now) ?? "";
    tap = typeof now === "object" && now?.tap === true;
    if (text === before) return;
    id = text === "" ? null : describe(text);
    if (before !== "") forget(before);
    attach();
    if (part) {
      parts.set(node, text);
      if (text === "") node.removeAttribute(PART);
      else node.setAttribute(PART, "");
      // A group is made after what is in it.
      queueMicrotask(() => {
        group = node.closest(`[${GROUP}]`) ?? group;
        if (group !== null) groups.get(group)?.();
      });
    }
    if (shownFor !== node) return;
    if (text === "") hide();
    else show(node, text);
  };
  /** What the name says already is not read out twice. */
  const attach = (): void => {
    const there = control(node);
    if (id === null || (there.ariaLabel ?? there.textContent).includes(text)) there.removeAttribute("aria-describedby");
    else there.setAttribute("aria-describedby", id);
  };
  const after = (delay: number, then?: () => void): void => {
    clearTimeout(resting);
    if (text === "") return;
    resting = setTimeout(() => {
      show(node, text);
      then?.();
    }, delay);
  };

  const leave = (event: PointerEvent): void => {
    clearTimeout(resting);
    pressed = null;
    over = false;
    if (shownFor === node && event.pointerType !== "touch") hideSoon();
  };
  const focus = (): void => {
    if (node.matches(":focus-visible") || node.querySelector(":focus-visible") !== null) after(REST);
  };
  const blur = (): void => {
    clearTimeout(resting);
    if (shownFor === node) hide();
  };
  const down = (event: PointerEvent): void => {
    swallow = false;
    clearTimeout(resting);
    if (event.pointerType !== "touch") return;
    pressed = { x: event.clientX, y: event.clientY };
    after(PRESS, () => {
      swallow = pressed !== null;
      hideSoon(READ);
    });
  };
  const move = (event: PointerEvent): void => {
    // A pointer that rests while a page is built under it asks for nothing: it has to move.
    if (event.pointerType !== "touch" && !over) {
      over = true;
      after(REST);
    }
    if (pressed === null || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP) return;
    pressed = null;
    clearTimeout(resting);
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") return;
    pressed = null;
    if (!swallow) clearTimeout(resting);
  };
  const click = (event: MouseEvent): void => {
    if (swallow) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (tap && text !== "") {
      show(node, text);
      if (event.detail > 0) hideSoon(READ);
    }
    swallow = false;
  };
  const menu = (event: Event): void => {
    if (pressed !== null || swallow) event.preventDefault();
  };

  node.addEventListener("pointerleave", leave);
  node.addEventListener("focusin", focus);
  node.addEventListener("focusout", blur);
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, true);
  node.addEventListener("contextmenu", menu);
  node.style.setProperty("-webkit-touch-callout", "none");
  // Whoever uses the keyboard gets there, too.
  if (!part && control(node) === node && !node.matches(FOCUSABLE)) node.tabIndex = 0;
  read(given);
  attachments.set(node, attach);
  watch ??= new MutationObserver(attachAgain);
  watch.observe(node, { attributes: true, attributeFilter: ["aria-label"], childList: true, subtree: true });

  return {
    update: read,
    destroy: () => {
      clearTimeout(resting);
      attachments.delete(node);
      if (shownFor === node) hide();
      if (text !== "") forget(text);
      node.removeAttribute(PART);
      if (group !== null) groups.get(group)?.();
    },
  };
};
