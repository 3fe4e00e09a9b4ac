/** Replays and rules pages. */
export const replay = {
  "rules.title": "Rules",
  "rules.no_picture": "The picture could not be loaded.",
  "rules.other_language": "These rules are in English.",
  "rules.ruling": "A ruling: the rulebook is silent here",
  "replay.title": "Replay",
} as const;
