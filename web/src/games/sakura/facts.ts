import type { GameFacts } from "../info";

export const facts: GameFacts = {
  original: { title: "桜", language: "ja" },
  minutes: [40, 60],
  how: { goal: "sets", turn: "turn", score: "score" },
};
