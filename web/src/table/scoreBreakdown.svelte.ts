/** Where the points of a table came from, as the house tells it. */
import type { ScoreLine } from "$/generated/api";
import { get, ApiError } from "$/net/api";

export class ScoreBreakdown {
  lines: ScoreLine[] = $state.raw([]);
  /** Whether the last question was not answered. */
  failed: boolean = $state(false);
  /** Whether there has been an answer, or none is to be had. */
  known: boolean = $state(false);
  /** Answers may overtake each other; only the one to the last question counts. */
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
