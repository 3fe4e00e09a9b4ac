/** The table by keyboard: arrows go to the nearest button in that direction. */

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The buttons of the table itself: the drawer and the bar have their own keys. */
function reachable(root: ParentNode): HTMLElement[] {
  const all = root.querySelectorAll<HTMLElement>("button:not(:disabled), a[href]");
  return [...all].filter((one) => one.offsetParent !== null && !one.closest("[inert]"));
}

/** The nearest box in a direction, or -1. Sideways distance counts double. */
export function nearest(from: Box, direction: readonly [number, number], all: readonly Box[]): number {
  const [dx, dy] = direction;
  let best = -1;
  let distance = Infinity;
  all.forEach((box, index) => {
    const x = box.left + box.width / 2 - (from.left + from.width / 2);
    const y = box.top + box.height / 2 - (from.top + from.height / 2);
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 1 && aside <= 2 * ahead && ahead + 2 * aside < distance) {
      best = index;
      distance = ahead + 2 * aside;
    }
  });
  return best;
}

/** Handle an arrow key; true if it was one. */
export function handleArrow(event: KeyboardEvent, root: HTMLElement): boolean {
  const direction = ARROWS[event.key];
  if (direction === undefined) return false;
  const focused = document.activeElement;
  if (focused === null || !root.contains(focused) || focused === root || !focused.matches("button, a")) {
    // Around the table are the page and what has the focus after a link was followed: its main part.
    if (focused !== null && !root.contains(focused) && !focused.contains(root)) return false;
    (legalButtons(root)[0] ?? reachable(root)[0])?.focus();
    return true;
  }
  const all = reachable(root).filter((one) => one !== focused);
  const found = nearest(
    focused.getBoundingClientRect(),
    direction,
    all.map((one) => one.getBoundingClientRect()),
  );
  all[found]?.focus();
  return true;
}

/** The legal moves in document order: the digits 1 to 9 go to these. */
export function legalButtons(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-legal="true"]')].filter((one) => one.offsetParent !== null);
}

/** Legal moves without a button on the page: neither a piece, nor covered by a part of the game that leads to them in
 * several steps (`data-covers`: "all", or their numbers). */
export function movesWithoutButton(root: ParentNode, actions: readonly number[]): number[] {
  const covered = new Set<number>();
  for (const one of root.querySelectorAll<HTMLElement>("[data-action]")) {
    if (one.closest("#prompt") === null) covered.add(Number(one.dataset["action"]));
  }
  for (const one of root.querySelectorAll<HTMLElement>("[data-covers]")) {
    const covers = one.dataset["covers"] ?? "";
    if (covers === "all") return [];
    for (const word of covers.split(/[\s,]+/)) if (word !== "") covered.add(Number(word));
  }
  return actions.filter((action) => !covered.has(action));
}

/** Whether keys pressed there are text input. */
export function isTextInput(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}
