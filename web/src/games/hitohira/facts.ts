import type { GameFacts } from "../info";

export const facts: GameFacts = {
  original: { title: "ひとひら", language: "ja" },
  minutes: [20, 30],
  how: { goal: "lines", turn: "turn", score: "field" },
};
