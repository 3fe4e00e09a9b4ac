/** Signing in, and what an account is protected with. */
export const account = {
  "confirm.title": "Is it you?",
  "confirm.about": "This changes who can use your account. Confirm with your password first.",
  "confirm.do": "Confirm",

  "tokens.scopes": "What may it do?",
  "tokens.scope.between": ", ",
  "tokens.end": "Revoke",
  "tokens.scope.read": "Read",
  "tokens.scope.read.about": "See your profile, and your tables as you see them. Always included.",
  "tokens.scope.play": "Play",
  "tokens.scope.play.about": "Take seats, make moves and chat. Others see that a program plays.",
  "tokens.scope.manage": "Manage",
  "tokens.scope.manage.about": "Change tables that you host, your preferences, and whom you mute.",
  "seat.program": "A program plays here",
  "tokens.never": "No token can change how you sign in, export your data or delete it.",
} as const;
