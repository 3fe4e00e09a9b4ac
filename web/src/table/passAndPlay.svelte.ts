/** Pass and play: several people, one device. Whoever is asked next takes it; until then no hand is to be seen. */
import { moving } from "$/settings.svelte";
import type { TableState } from "./tableState.svelte";

/** How long one may look at what one's own move has done before the curtain falls. */
const LINGER = 1400;

export class PassAndPlay {
  /** Who is to take the device; null: it is with the right person. */
  to: number | null = $state(null);
  /** Why it could not be taken. */
  problem: string | null = $state(null);
  /** Who has said that they hold it. */
  private holder: number | null = null;

  constructor(private readonly of: () => TableState) {
    this.to = this.next();
    $effect(() => {
      const next = this.next();
      if (next === null || this.to !== null) {
        this.to = next;
        return;
      }
      // With other eyes than the holder's there is nothing to linger for: that hand is not theirs to see.
      if (this.holder !== this.of().seat || !moving()) {
        this.to = next;
        return;
      }
      const timer = setTimeout(() => (this.to = next), LINGER);
      return () => clearTimeout(timer);
    });
  }

  /** The one who was asked has it now. */
  async take(): Promise<void> {
    const tableState = this.of();
    const seat = this.to;
    if (seat === null) return;
    this.problem = null;
    if (tableState.seat !== seat && !(await tableState.viewAs(seat))) {
      this.problem = tableState.rejection?.text ?? null;
      return;
    }
    this.holder = seat;
    this.to = this.next();
  }

  /** To whom the device should go, if not to whom it is with. */
  private next(): number | null {
    const tableState = this.of();
    const { shown, seat, table } = tableState;
    if (shown === null || shown.over || table?.settings["one_device"] !== true) return null;
    const people = tableState.mySeats.filter((one) => !table.seats[one]?.stand_in);
    if (people.length < 2 || tableState.busy || tableState.sending) return this.to;
    const asked = people.filter((one) => shown.waiting.includes(one));
    if (this.holder === seat && seat !== null && (asked.length === 0 || asked.includes(seat))) return null;
    // Whoever has just held it is done; where nobody has held it yet, it begins with the one whose eyes these are.
    const after = asked.find((one) => (this.holder === null ? one >= (seat ?? 0) : one > (seat ?? -1)));
    return after ?? asked[0] ?? seat ?? people[0] ?? null;
  }
}
