/** The server's verdict on tiles that are being drawn. The client knows no rules: it asks after every change. */
import { refusal } from "$/i18n/index.svelte";
import { tileOf } from "./encoding";
import { post, ApiError, type Api } from "$/net/api";
import type { Tile } from "./drawing.svelte";

export interface Problem extends Pick<Api.OptionProblemData, "code" | "rule" | "facts" | "text"> {
  /** The id of the tile it is about; null for the whole set. */
  tile: number | null;
}

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 250;
/** Milliseconds after which an unreachable server is asked again. */
const PATIENCE = 5000;

export class Check {
  /** From the last answer, also while the next one is pending. */
  problems: readonly Problem[] = $state.raw([]);
  /** Whether they describe the tiles as they are now. */
  known: boolean = $state(false);
  /** Whether there has been any answer yet. */
  answered: boolean = $state(false);
  /** Why the server did not answer. */
  problem: string | null = $state(null);
  private questions = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly option: string,
  ) {}

  /** Ask about these tiles; only the answer to the newest request counts. */
  ask(seats: number, tiles: readonly Tile[]): void {
    this.questions += 1;
    const pause = this.questions === 1 ? 0 : PAUSE;
    this.known = false;
    this.wait(pause, seats, tiles);
  }

  /** Ignore all further answers. */
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
      this.problem = refusal(error.code, error.message, error.facts);
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
