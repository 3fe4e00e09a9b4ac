/** At the table. */
export const table = {
  "touch.chosen": "chosen",
  "touch.worth": "{percent} percent",
  "why.spectator": "You are watching: only those who sit at the table can do that.",
  "why.stand_in": "A bot is playing for you: take your seat back first.",
  "why.over": "The game is over.",
  "table.confirm": "Confirm",
  "table.take_back": "Take back",
  "table.hint": "Hint",
  "table.connecting": "Coming in …",
  "table.lost": "The connection was lost. Coming back …",
  "table.your_turn": "Your turn",
  "table.score": "{points:point|points}",
} as const;
