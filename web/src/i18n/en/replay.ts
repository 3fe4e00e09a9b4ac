/** Replays and rules pages. */
export const replay = {
  "rules.title": "Rules",
  "rules.of": "Rules of {game}",
  "rules.lead":
    "Every rule has an id. Wherever the house refuses a move or tells what happened, it names the rule, and the id leads here.",
  "rules.all": "All rules",
  "rules.no_game": "There is no game of that name here. These are the ones we have:",
  "rules.contents": "Contents",
  "rules.play": "Play this game",
  "rules.print": "Print",
  "rules.seats": "{from}–{to} players",
  "rules.about.hagakure": "Villagers, samurai and old fools fight for tricks, and five banners bend the score.",
  "rules.about.hijun": "Win exactly two tricks and you score. Win a third and you lose it all.",
  "rules.about.hiroba": "Numbered pebbles in a stone garden: no number twice in a row, a column or a garden.",
  "rules.about.hitohira": "Draw petals from a pouch, and stop in time.",
  "rules.about.sakura": "Flower cards the Hawaiian way, alone or in teams.",
  "rules.no_picture": "The picture could not be loaded.",
  "rules.other_language": "These rules are in English.",
  "rules.ruling": "A ruling: the rulebook is silent here",
  "replay.title": "Replay",
} as const;
