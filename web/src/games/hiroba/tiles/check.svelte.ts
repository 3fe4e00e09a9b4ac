/** What the house says about tiles that are being drawn. The client knows no rule: it asks after every change. */
import { refusal } from "$/i18n/index.svelte";
import { tileOf } from "./encoding";
import { post, ApiError, type Api } from "$/net/api";
import type { Tile } from "./drawing.svelte";

export interface Problem extends Pick<Api.OptionProblemData, "code" | "rule" | "facts" | "text"> {
  /** The tile that it is about, by its id; null if it is about the whole set. */
  tile: number | null;
}

/** Milliseconds without a change after which the house is asked. */
const PAUSE = 250;
/** Milliseconds after which it is asked again if it could not be reached. */
const PATIENCE = 5000;

export class Check {
  /** Those of the last answer, also while the next one is on its way. */
  problems: readonly Problem[] = $state.raw([]);
  /** Whether they are those of the tiles as they are now. */
  known: boolean = $state(false);
  /** Whether there was any answer so far. */
  answered: boolean = $state(false);
  /** Why the house did not answer. */
  problem: string | null = $state(null);
  private questions = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly option: string,
  ) {}

  /** Ask about these tiles; only the answer to the newest question counts. */
  ask(seats: number, tiles: readonly Tile[]): void {
    this.questions += 1;
    const pause = this.questions === 1 ? 0 : PAUSE;
    this.known = false;
    this.wait(pause, seats, tiles);
  }

  /** Nobody wants to know any more. */
  stop(): void {
    this.questions += 1;
    clearTimeout(this.timer);
  }

  private wait(pause: number, seats: number, tiles: readonly Tile[]): void {
    const question = this.questions;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.put(question, seats, tiles), pause);
  }

  private async put(question: number, seats: number, tiles: readonly Tile[]): Promise<void> {
    const options = { [this.option]: tiles.map(({ squares }) => tileOf(squares)) };
    let answer: Api.OptionsData;
    try {
      answer = await post<Api.OptionsData>(`/games/${this.game}/options`, { seats, options });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (question !== this.questions) return;
      this.problem = refusal(error.code, error.message);
      this.wait(PATIENCE, seats, tiles);
      return;
    }
    if (question !== this.questions) return;
    this.problem = null;
    this.known = this.answered = true;
    this.problems = answer.problems
      .filter(({ option }) => option === this.option)
      .map(({ at, code, rule, facts, text }) => ({
        tile: at === null ? null : (tiles[at]?.id ?? null),
        code,
        rule,
        facts,
        text,
      }));
  }
}
