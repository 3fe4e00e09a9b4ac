import type { GameFacts } from "../info";

export const facts: GameFacts = { japaneseTitle: "葉隠", minutes: [20, 35] };
