import type { GameFacts } from "../info";

export const facts: GameFacts = { japaneseTitle: "広場", minutes: [15, 25] };
