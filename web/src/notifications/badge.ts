/** The number of tables that wait for me, in the page's title and on the icon of the installed app. */

let count = 0;
let watch: MutationObserver | null = null;
const MARK = /^\(\d+\) /;

function mark(): void {
  const title = document.title.replace(MARK, "");
  const wanted = count === 0 ? title : `(${count}) ${title}`;
  if (document.title !== wanted) document.title = wanted;
}

/** Show this number; 0 removes it. Pages set their titles as if there were no badge. */
export function badge(now: number): void {
  count = now;
  if (watch === null) {
    watch = new MutationObserver(mark);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
  }
  mark();
  // Without an installed app there is no icon; failing to mark it doesn't matter.
  const marked = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count);
  marked?.catch(() => undefined);
}
