/** Splits what happens into scenes that can be followed. */
import type { EventView, Message, View } from "$/generated/outgoing";
import type { GameParts, Step } from "./gameContext";

/** The end of a round, as the scores tell it. */
export interface RoundOver {
  /** From 1; null in games without rounds. */
  round: number | null;
  /** Everybody's total before and after it. */
  before: readonly number[];
  after: readonly number[];
  /** Whether the game is over, too. */
  over: boolean;
  /** When it ended, by the server's clock, in seconds: the same for everybody at the table. */
  at: number;
}

export interface Scene {
  view: View;
  /** The events that are told with this scene. */
  events: EventView[];
  /** Since when the seat is to move: this identifies a decision. */
  asked: number | null;
  /** What is happening, in place of the prompt; null if the prompt itself is shown. */
  caption: Message | null;
  /** How long it stays at normal speed, in milliseconds, before the next one is shown. */
  stay: number;
  /** Whether it only gives an animation its time: never waited for in single steps, and left out without animation. */
  passing: boolean;
  /** Whether more of the same update follows: in single steps it waits for a key or a touch, even if the player is asked, who may
   * answer all the same. */
  step: boolean;
  /** The tally that is shown over it and stays until it is closed. */
  tally: RoundOver | null;
}

/** The time in which a finished trick moves to its winner, in milliseconds. */
export const CLEARING = 320;

/** What an update consists of. */
export interface Told {
  before: View | null;
  after: View;
  events: EventView[];
  asked: number | null;
}

export type Timing = Pick<GameParts, "dwell" | "steps">;

interface Beat {
  events: EventView[];
  caption: EventView | null;
  stay: number;
}

/** The events by the moves that caused them: each move is a beat, which stays as long as its longest event. */
export function beats(events: readonly EventView[], dwell: (code: string) => number): Beat[] {
  const found: (Beat & { ply: number })[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const beat = last?.ply === event.ply ? last : { ply: event.ply, events: [], caption: null, stay: 0 };
    if (beat !== last) found.push(beat);
    const stay = dwell(event.code);
    beat.events.push(event);
    // Of one move, the last event that stays is the outcome: a card is played, and takes the trick.
    if (stay > 0) beat.caption = event;
    beat.stay = Math.max(beat.stay, stay);
  }
  return found.filter((beat) => beat.stay > 0);
}

/** The scenes of one update for a viewer who plays `mine` (null: who only watches). A player who has to move
 * may do so from the first scene on: nobody has to wait for animations. What is asked is written when they are over. */
export function scenesOf(told: Told, timing: Timing, mine: number | null): Scene[] {
  const { before, after, events, asked } = told;
  const steps: Step[] = (before && timing.steps?.(before.board as never, after.board as never, events)) ?? [
    { board: after.board, kind: "rest" },
  ];
  const myTurn = mine !== null && after.waiting.includes(mine);
  const turn = { waiting: myTurn ? after.waiting : [], moves: after.moves };
  // What the table does not show yet does not count yet either.
  const notYet = { ...turn, scores: before?.scores ?? after.scores, over: false, winners: [] };
  const held = steps.some((step) => step.kind === "hold");
  let untold = events;
  /** The events up to this number, each once. */
  const tell = (upTo = Infinity): EventView[] => {
    const now = untold.filter((event) => event.n <= upTo);
    untold = untold.filter((event) => event.n > upTo);
    return now;
  };
  return steps.flatMap((step): Scene[] => {
    const board = step.board as View["board"];
    const scene = { asked, tally: null, passing: false, step: false };
    if (step.kind === "clear") {
      const view = { ...(before ?? after), ...turn, board };
      return [{ ...scene, view, events: [], caption: null, stay: CLEARING, passing: true }];
    }
    const last = step.board === after.board ? after : { ...after, board };
    if (step.kind === "rest" && held) {
      return [{ ...scene, view: last, events: [], caption: null, stay: CLEARING, passing: true }];
    }
    const told = tell(step.upTo);
    const parts = beats(told, timing.dwell);
    if (step.kind === "rest") {
      if (parts.length === 0) return [{ ...scene, view: last, events: told, caption: null, stay: 0 }];
      return parts.map((part, n) => ({
        ...scene,
        view: last,
        events: n === 0 ? told : [],
        caption: part.caption,
        stay: part.stay,
      }));
    }
    const stay = Math.max(0, ...parts.map((part) => part.stay));
    const view = { ...after, ...notYet, board };
    return [{ ...scene, view, events: told, caption: parts.at(-1)?.caption ?? null, stay, step: step.kind === "move" }];
  });
}

/** The number of the round a board is in; null in games without rounds. */
export function roundOf(view: View): number | null {
  const { round } = view.board as { round?: unknown };
  return typeof round === "number" && round > 0 ? round : null;
}

/** Whether a round ends between two views. */
export function endsRound(before: View, after: View): boolean {
  if (after.over) return !before.over;
  const [old, now] = [roundOf(before), roundOf(after)];
  return old !== null && now !== null && now > old;
}
