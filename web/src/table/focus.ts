/** Focus is never lost. What had it may go away: a card that was played, a button that was pressed, a drawer that was closed.
 * Then it goes on to something sensible, and not to the top of the page. Whoever touches an empty place wants no focus. */

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

function gone(held: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === held) return held.matches(":disabled");
  return activeElement === null || activeElement === document.body;
}

/** Watch until told otherwise; `next` is asked to find a place when what had the focus has lost it. */
export function keepFocus(next: (lost: HTMLElement) => void): () => void {
  let held: HTMLElement | null = null;
  const took = (event: FocusEvent): void => {
    if (event.target instanceof HTMLElement) held = event.target;
  };
  const touched = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.closest(FOCUSABLE) === null) held = null;
  };
  const look = (): void => {
    if (held === null || !gone(held)) return;
    // A piece that was only laid elsewhere keeps it.
    if (held.isConnected && !held.matches(":disabled")) held.focus({ preventScroll: true });
    if (gone(held)) next(held);
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "inert"],
  });
  if (document.activeElement instanceof HTMLElement && document.activeElement !== document.body)
    held = document.activeElement;
  document.addEventListener("focusin", took);
  document.addEventListener("pointerdown", touched);
  return () => {
    watch.disconnect();
    document.removeEventListener("focusin", took);
    document.removeEventListener("pointerdown", touched);
  };
}
