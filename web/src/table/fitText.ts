/** Text in a box of a fixed height: what would not fit is written smaller, so that nothing around it has to move. The
 * style takes the size from `--fit`; what does not fit in the smallest can be scrolled. */

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
