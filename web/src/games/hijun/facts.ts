import type { GameFacts } from "../info";

export const facts: GameFacts = { japaneseTitle: "ひいふう", minutes: [20, 35] };
