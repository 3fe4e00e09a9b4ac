/** A trick that is over goes to whoever won it. */
import { cubicIn } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moving } from "$/settings.svelte";
import { lastSeen } from "$/table/flip";

const DURATION = 260;

/** For `out:`: the node goes to the tricks of this seat, or to the seat itself, and gets small on the way. */
export function collect(node: HTMLElement, seat: number | null): TransitionConfig {
  const from = lastSeen(node.dataset["piece"] ?? "");
  const to = seat === null ? undefined : (lastSeen(`place:tricks-${seat}`) ?? lastSeen(`place:seat-${seat}`));
  if (from === undefined || to === undefined || to.width === 0 || !moving()) return { duration: 0 };
  const [x, y] = [to.x - from.x, to.y - from.y];
  return {
    duration: DURATION,
    easing: cubicIn,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) scale(${1 - 0.7 * u}); opacity: ${Math.min(1, 2 * t)}`,
  };
}
