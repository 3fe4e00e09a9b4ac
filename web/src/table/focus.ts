/** Never lose the focus. A focused element may disappear: a played card, a pressed button, a closed drawer. Then the
 * focus moves to something sensible instead of the top of the page. Tapping an empty place drops it on purpose. */

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

function gone(held: HTMLElement): boolean {
  const { activeElement } = document;
  if (activeElement === held) return held.matches(":disabled");
  return activeElement === null || activeElement === document.body;
}

/** Watch the focus; `next` is called to move it when the focused element is gone. Returns a function to stop. */
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
    // A piece that was only moved in the document keeps it.
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
