/** What replays are made of, as the house sends it. */
import type { EventView, Message, View } from "$/generated/outgoing";
import type { FairData, Json, RecordData } from "$/generated/api";

export type { FairData, RecordData };

/** Points with the rule that gave them. */
export interface ScoreLine {
  seat: number;
  round: number;
  rule: string;
  points: number;
  code: string;
  facts: { [key: string]: Json };
  text: string;
}

/** A table as it stood after `ply` moves, and how it came to that. */
export interface FrameData {
  ply: number;
  /** A seat, -1 for chance, null at the start. */
  mover: number | null;
  move: Message | null;
  view: View;
  events: EventView[];
}

export interface ReplayData {
  game: string;
  version: number;
  seats: number;
  options: { [key: string]: Json };
  players: string[];
  plies: number;
  eyes: number | "open" | null;
  from: number;
  frames: FrameData[];
  scores: ScoreLine[];
}

/** An outcome of chance: among outcomes of these weights it was the one at `index`, the move `name`. */
export interface DrawData {
  ply: number;
  weights: number[];
  index: number;
  name: string;
}

export interface ChanceData {
  fair: FairData | null;
  draws: DrawData[];
}
