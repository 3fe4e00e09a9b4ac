/** Shrinks the text in a box of fixed height until it fits, so that nothing around it moves. The style takes the size
 * from `--fit`; what doesn't fit at the smallest size can be scrolled. */

const SIZES = [1, 0.92, 0.85, 0.78] as const;

export function fitText(box: HTMLElement): { destroy(): void } {
  const fit = (): void => {
    for (const size of SIZES) {
      box.style.setProperty("--fit", String(size));
      if (box.scrollHeight <= box.clientHeight) return;
    }
  };
  const resized = new ResizeObserver(fit);
  const changed = new MutationObserver(fit);
  resized.observe(box);
  changed.observe(box, { childList: true, characterData: true, subtree: true });
  return {
    destroy() {
      resized.disconnect();
      changed.disconnect();
    },
  };
}
