import type { GameFacts } from "../info";

export const facts: GameFacts = { japaneseTitle: "桜", minutes: [40, 60] };
