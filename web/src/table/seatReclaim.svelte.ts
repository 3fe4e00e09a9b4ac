/** Taking one's seat back from the bot that stood in. Where there is a clock, a move that the bot is about to make is the
 * bot's, and the house asks for patience: then the seat is asked for once more when that move has come. Every question but
 * the first has a move before it that is new, so there are never more of them than moves; and whoever would rather not wait
 * gives up. */
import type { ClockData, TableData } from "$/generated/outgoing";
import { ApiError } from "$/net/api";

/** What is known of the table, as it is now and not as far as it is shown. */
export interface KnownTable {
  readonly table: TableData | null;
  readonly clocks: ClockData[];
  readonly ply: number;
  readonly over: boolean;
}

export class SeatReclaim {
  /** Whether the seat comes back after the bot's move. */
  waits: boolean = $state(false);
  private asking = false;
  /** Whether it is still wanted. */
  private wanted = false;
  /** The ply for which the seat was asked for last. */
  private ply = 0;

  constructor(
    private readonly known: KnownTable,
    /** Asks the house. */
    private readonly ask: () => Promise<void>,
    /** Says why it was not possible at all. */
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Ask for it; it may come back later. */
  async start(): Promise<void> {
    this.wanted = true;
    if (this.asking) return;
    this.asking = true;
    this.ply = this.known.ply;
    try {
      await this.ask();
      this.waits = false;
    } catch (error) {
      const patience = error instanceof ApiError && error.code === "stand-in";
      this.waits = patience && this.wanted;
      if (!patience) this.failed(error);
    } finally {
      this.asking = false;
    }
    this.update(); // The bot may have moved before the house's answer was here.
  }

  giveUp(): void {
    this.waits = this.wanted = false;
  }

  /** There is news of the table: perhaps the bot has made its move. */
  update(): void {
    if (!this.waits || this.asking) return;
    const { table, clocks, ply, over } = this.known;
    const seats = (table?.seats ?? []).filter((seat) => seat.yours && seat.stand_in);
    if (seats.length === 0 || over) this.waits = false;
    else if (ply > this.ply && seats.every(({ seat }) => (clocks[seat]?.asked_at ?? null) === null)) void this.start();
  }
}
