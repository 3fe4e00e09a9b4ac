import type { GameFacts } from "../info";

export const facts: GameFacts = {
  original: { title: "広場", language: "ja" },
  minutes: [15, 25],
  how: { goal: "garden", turn: "lines", score: "double" },
};
