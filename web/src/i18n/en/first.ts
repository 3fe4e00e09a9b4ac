/** A first visit and a first game: quick games, the way back to a table, tips, and how to play. */
export const first = {
  "quick.length": "Length",
  "quick.seats": "Players",
  "quick.players": "{n:player|players}",
  "length.short": "Short",
  "length.usual": "Full",
  "length.rounds": "{n:round|rounds}",

  "pill.turn": "Your turn: {game}",
  "pill.back": "Back to {game}",
  "pill.more": "and {n:more table|more tables}",

  "first.title": "Is this your first game of {game}?",
  "first.about": "Take a lesson of a few minutes, or just play: tips explain things as they come up.",
  "first.show": "Show me while I play",
  "first.lesson": "Take the lesson",
  "first.known": "I know this game",
  "first.goal": "The goal",
  "first.got_it": "Got it",

  "coach.tip": "Tip",
  "coach.close": "Got it",
  "coach.off": "No more tips",

  "help.title": "Help",
  "help.keys": "Keys",

  "sounds.ask": "Soft sounds?",
  "sounds.on": "Turn on",
  "sounds.off": "No, thanks",
  "lively.ask": "Animation and soft sounds?",
  "lively.both": "Both",
  "lively.animation": "Animation only",
  "lively.neither": "Neither",
  "lively.answered": "You can change this at any time:",

  "settings.tips": "Tips for newcomers",
  "settings.tips.about": "In your first games, tips explain things the first time they come up.",
} as const;
