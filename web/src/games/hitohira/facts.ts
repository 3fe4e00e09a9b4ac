import type { GameFacts } from "../info";

export const facts: GameFacts = { japaneseTitle: "ひとひら", minutes: [20, 30] };
