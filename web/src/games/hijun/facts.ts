import type { GameFacts } from "../info";

export const facts: GameFacts = {
  original: { title: "ひいふう", language: "ja" },
  minutes: [20, 35],
  how: { goal: "piles", turn: "trick", score: "row" },
};
