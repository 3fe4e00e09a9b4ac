/** Why something was refused. The server knows the rules: asked for an illegal move, it refuses with its reason. */
import { refusal, t, type UiKey } from "$/i18n/index.svelte";
import type { Answer } from "$/net/reconnectingSocket";
import type { TableState } from "./tableState.svelte";

/** A refusal, for display. */
export interface Refusal {
  text: string;
  rule: string | null;
}

type Table = Pick<TableState, "mySeat" | "seat" | "reclaim" | "shown" | "connection" | "isLegal" | "say">;

export class Refusals {
  shown: Refusal | null = $state.raw(null);
  /** Counts the requests why a move is illegal: the answer to an old one is ignored. */
  private question = 0;
  /** A request that came too late: it is repeated once with the fresh view. */
  private late: { action: number; again: boolean } | null = null;

  constructor(
    private readonly table: Table,
    private readonly move: (action: number) => Promise<Answer>,
  ) {}

  /** It has been read. */
  dismiss(): void {
    this.shown = null;
  }

  /** Drop it and pending ones: the player does something else. */
  clear(): void {
    this.shown = this.late = null;
    this.question += 1;
  }

  say(key: UiKey): void {
    this.shown = { text: t(key), rule: null };
  }

  show(no: Extract<Answer, { ok: false }>): void {
    const { reason } = no.facts;
    const text =
      no.code === "illegal" && typeof reason === "string"
        ? this.table.say({ code: reason, facts: no.facts as never, text: no.text })
        : refusal(no.code, no.text, no.facts);
    this.shown = { text, rule: no.rule };
  }

  async askWhyNot(action: number, again = false): Promise<void> {
    const { mySeat, seat, reclaim, shown, connection } = this.table;
    if (seat === null) this.say("why.spectator");
    else if (mySeat === null) this.say(reclaim.waits ? "prompt.returning" : "why.stand_in");
    else if (shown?.over) this.say("why.over");
    else if (connection !== "open") this.say("why.offline");
    else {
      const question = (this.question += 1);
      const answer = await this.move(action);
      if (answer.ok || question !== this.question) return;
      if (answer.code === "stale") this.late = { action, again };
      else this.show(answer);
    }
  }

  /** The table had moved on before the server could answer. A move that is still illegal is asked about again, once; a
   * move that has become legal must not be made by asking. */
  askAgain(): void {
    const { late } = this;
    this.late = null;
    if (late === null) return;
    if (late.again || this.table.isLegal(late.action)) this.say("why.moved_on");
    else void this.askWhyNot(late.action, true);
  }
}
