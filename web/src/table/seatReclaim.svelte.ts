/** Taking one's seat back from a stand-in bot. With a clock, a move that the bot is about to make is still the bot's,
 * and the server refuses for the moment: then the seat is requested again after that move. Every further request
 * follows a new move, so there are never more requests than moves; and the player can give up waiting. */
import type { ClockData, TableData } from "$/generated/outgoing";
import { ApiError } from "$/net/api";

/** The table as it is now, not as far as it is shown. */
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
  /** The ply at the last request. */
  private ply = 0;

  constructor(
    private readonly known: KnownTable,
    /** Sends the request. */
    private readonly ask: () => Promise<void>,
    /** Reports an error. */
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Request the seat; it may come back later. */
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
    this.update(); // The bot may have moved before the response arrived.
  }

  giveUp(): void {
    this.waits = this.wanted = false;
  }

  /** The table has changed: perhaps the bot has moved. */
  update(): void {
    if (!this.waits || this.asking) return;
    const { table, clocks, ply, over } = this.known;
    const seats = (table?.seats ?? []).filter((seat) => seat.yours && seat.stand_in);
    if (seats.length === 0 || over) this.waits = false;
    else if (ply > this.ply && seats.every(({ seat }) => (clocks[seat]?.asked_at ?? null) === null)) void this.start();
  }
}
