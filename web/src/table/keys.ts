/** A table by keyboard: arrows go to the nearest thing that can be touched in that direction. */

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function reachable(root: ParentNode): HTMLElement[] {
  const all = root.querySelectorAll<HTMLElement>("button:not(:disabled), a[href], input, select");
  return [...all].filter((one) => one.offsetParent !== null && !one.closest("[inert]"));
}

/** The nearest of them in a direction, or nothing. What lies aside counts double. */
export function nearest(from: DOMRect, direction: readonly [number, number], all: { box: DOMRect }[]): number {
  const [dx, dy] = direction;
  let best = -1;
  let distance = Infinity;
  all.forEach(({ box }, index) => {
    const x = box.left + box.width / 2 - (from.left + from.width / 2);
    const y = box.top + box.height / 2 - (from.top + from.height / 2);
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead > 1 && aside <= 3 * ahead && ahead + 2 * aside < distance) {
      best = index;
      distance = ahead + 2 * aside;
    }
  });
  return best;
}

/** Handle a key pressed somewhere at the table; whether it was one of ours. */
export function pressed(event: KeyboardEvent, root: ParentNode): boolean {
  const direction = ARROWS[event.key];
  const focused = document.activeElement;
  if (direction === undefined || focused === null || focused.matches("input, textarea, select")) return false;
  const all = reachable(root).filter((one) => one !== focused);
  const start = root.contains(focused as Node) ? focused.getBoundingClientRect() : new DOMRect(0, 0, 1, 1);
  const found = nearest(start, direction, all.map((one) => ({ box: one.getBoundingClientRect() })));
  if (found >= 0) all[found]?.focus();
  else if (!root.contains(focused as Node)) legal(root)[0]?.focus();
  return true;
}

/** What may be touched now, in the order of the page: the digits 1 to 9 choose among these. */
export function legal(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-may="true"]')];
}
