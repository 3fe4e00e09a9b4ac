/** A hint: the best move and the runner-up. It holds until the next decision, and asking again shows it again. */
import type { Api } from "$/net/api";

export class Hint {
  /** Whether the server is thinking. */
  thinking: boolean = $state(false);
  /** All moves, the best first; empty if there is no hint. */
  private moves: readonly Api.RatedMove[] = $state.raw([]);
  /** Whether it was closed: its move stays marked. */
  private closed: boolean = $state(false);

  constructor(
    /** Whether it is the player's turn. */
    private readonly asked: () => boolean,
  ) {}

  get best(): Api.RatedMove | null {
    return this.moves[0] ?? null;
  }

  /** The second best move, if it is about as good. */
  get runnerUp(): Api.RatedMove | null {
    const second = this.moves[1];
    return second?.close === true ? second : null;
  }

  get shown(): boolean {
    return this.best !== null && !this.closed;
  }

  close(): void {
    this.closed = true;
  }

  /** The decision is another one. */
  clear(): void {
    this.moves = [];
  }

  /** Fetch the hint unless it is there; an answer that comes too late is dropped. */
  async ask(fetched: () => Promise<Api.RatedMove[]>, current: () => boolean): Promise<void> {
    this.closed = false;
    if (this.best !== null || this.thinking || !this.asked()) return;
    this.thinking = true;
    try {
      const found = await fetched();
      if (current()) this.moves = found;
    } finally {
      this.thinking = false;
    }
  }
}
