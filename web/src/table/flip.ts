/** Pieces that move: whatever has the same `data-piece` before and after a change glides from its old place to its new one.
 * What was not there before comes from the place (`data-place`) that its `data-from` names. Only transforms are animated,
 * so nothing else on the page moves. */
import { moving } from "$/settings.svelte";

const DURATION = 260;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

type Spots = Map<string, DOMRect>;

/** Where everything is now. */
export function spots(root: ParentNode): Spots {
  const found: Spots = new Map();
  for (const one of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    found.set(one.dataset["piece"] ?? "", one.getBoundingClientRect());
  }
  for (const one of root.querySelectorAll<HTMLElement>("[data-place]")) {
    found.set(`place:${one.dataset["place"] ?? ""}`, one.getBoundingClientRect());
  }
  return found;
}

/** Let everything glide from where it was. */
export function glide(root: ParentNode, before: Spots): void {
  if (!moving()) return;
  const found: [HTMLElement, DOMRect, DOMRect][] = [];
  for (const one of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const old = before.get(one.dataset["piece"] ?? "") ?? before.get(`place:${one.dataset["from"] ?? ""}`);
    if (old !== undefined && old.width > 0) found.push([one, old, one.getBoundingClientRect()]);
  }
  for (const [one, old, now] of found) {
    const x = old.left + old.width / 2 - (now.left + now.width / 2);
    const y = old.top + old.height / 2 - (now.top + now.height / 2);
    if ((Math.abs(x) < 1 && Math.abs(y) < 1) || now.width === 0) continue;
    const scale = Math.max(0.3, Math.min(3, old.width / now.width));
    for (const running of one.getAnimations()) if (running.id === "glide") running.cancel();
    const animation = one.animate(
      [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: DURATION, easing: EASE },
    );
    animation.id = "glide";
  }
}
