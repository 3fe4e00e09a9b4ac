/** A trick that is over goes to whoever won it. */
import { cubicIn } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moving } from "$/settings.svelte";

const DURATION = 260;

/** For `out:`: the node goes to the tricks of this seat, or to the seat itself, and gets small on the way. */
export function collect(node: HTMLElement, seat: number | null): TransitionConfig {
  const goal =
    seat === null
      ? null
      : (document.querySelector(`[data-place="tricks-${seat}"]`) ??
        document.querySelector(`[data-place="seat-${seat}"]`));
  if (goal === null || !moving()) return { duration: 0 };
  const from = node.getBoundingClientRect();
  const to = goal.getBoundingClientRect();
  const x = to.left + to.width / 2 - (from.left + from.width / 2);
  const y = to.top + to.height / 2 - (from.top + from.height / 2);
  return {
    duration: DURATION,
    easing: cubicIn,
    css: (t, u) => `transform: translate(${u * x}px, ${u * y}px) scale(${1 - 0.7 * u}); opacity: ${Math.min(1, 2 * t)}`,
  };
}
