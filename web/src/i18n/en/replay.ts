/** Replays and rules pages. */
export const replay = {
  "replay.title": "Replay",
} as const;
