/** Pass and play: several people, one device. The next player takes it; until then all hands are hidden. */
import { animationsOn } from "$/settings.svelte";
import type { TableState } from "./tableState.svelte";

/** How long players see the effect of their own move, in milliseconds. */
const LINGER = 1400;

export class PassAndPlay {
  /** Who should take the device; null if the right person has it. */
  to: number | null = $state(null);
  /** Why it could not be handed over. */
  problem: string | null = $state(null);
  /** Who confirmed to have it. */
  private holder: number | null = null;

  constructor(private readonly of: () => TableState) {
    this.to = this.next();
    $effect(() => {
      const next = this.next();
      if (next === null || this.to !== null) {
        this.to = next;
        return;
      }
      // If the view is not the holder's, there is nothing to linger for: they must not see that hand.
      if (this.holder !== this.of().seat || !animationsOn()) {
        this.to = next;
        return;
      }
      const timer = setTimeout(() => (this.to = next), LINGER);
      return () => clearTimeout(timer);
    });
  }

  /** The next player has taken the device. */
  async take(): Promise<void> {
    const tableState = this.of();
    const seat = this.to;
    if (seat === null) return;
    this.problem = null;
    if (tableState.seat !== seat && !(await tableState.viewAs(seat))) {
      this.problem = tableState.refusals.shown?.text ?? null;
      return;
    }
    this.holder = seat;
    this.to = this.next();
  }

  /** Who should get the device, if not its holder. */
  private next(): number | null {
    const tableState = this.of();
    const { shown, seat, table } = tableState;
    if (shown === null || shown.over || table?.settings["one_device"] !== true) return null;
    const people = tableState.mySeats.filter((one) => !table.seats[one]?.stand_in);
    if (people.length < 2 || tableState.busy || tableState.sending) return this.to;
    const asked = people.filter((one) => shown.waiting.includes(one));
    if (this.holder === seat && seat !== null && (asked.length === 0 || asked.includes(seat))) return null;
    // The holder is done; before anybody has held it, start with the seat that is shown.
    const after = asked.find((one) => (this.holder === null ? one >= (seat ?? 0) : one > (seat ?? -1)));
    return after ?? asked[0] ?? seat ?? people[0] ?? null;
  }
}
