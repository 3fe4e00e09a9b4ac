import type { GameFacts } from "../info";

export const facts: GameFacts = {
  original: { title: "葉隠", language: "ja" },
  minutes: [20, 35],
  how: { goal: "kinds", turn: "trick-villager", score: "score-double" },
};
