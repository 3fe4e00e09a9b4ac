/** How many tables wait for me, before the title of the page and on the icon of the installed house. */

let count = 0;
let watch: MutationObserver | null = null;
const MARK = /^\(\d+\) /;

function mark(): void {
  const title = document.title.replace(MARK, "");
  const wanted = count === 0 ? title : `(${count}) ${title}`;
  if (document.title !== wanted) document.title = wanted;
}

/** Show this number; 0: nothing. Pages go on to set their titles as if there were no badge. */
export function badge(now: number): void {
  count = now;
  if (watch === null) {
    watch = new MutationObserver(mark);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
  }
  mark();
  // Where the house is not installed there is no icon; that it cannot be marked is no problem.
  const marked = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  marked?.catch(() => undefined);
}
