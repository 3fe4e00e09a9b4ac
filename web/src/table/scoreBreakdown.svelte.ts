/** Where the points of a table came from, according to the server. */
import type { ScoreLine } from "$/generated/api";
import { get, ApiError } from "$/net/api";

export class ScoreBreakdown {
  lines: ScoreLine[] = $state.raw([]);
  /** Whether the last request failed. */
  failed: boolean = $state(false);
  /** Whether a request has succeeded or failed. */
  known: boolean = $state(false);
  /** Responses may arrive out of order; only the one to the last request counts. */
  private question = 0;

  constructor(private readonly table: string) {}

  async load(): Promise<void> {
    const question = ++this.question;
    let lines: ScoreLine[] | null = null;
    try {
      lines = await get<ScoreLine[]>(`/tables/${this.table}/scores`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    if (question !== this.question) return;
    this.failed = lines === null;
    this.known = true;
    this.lines = lines ?? this.lines;
  }
}
