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
  "passkeys.title": "Passkeys",
  "passkeys.about":
    "Sign in with your fingerprint, face, PIN or a security key instead of your password. A passkey works on this site only, so nobody can steal it with a copy of the site.",
  "passkeys.label": "Name of the passkey",
  "passkeys.add": "Add a passkey",
  "passkeys.remove": "Remove",
  "passkeys.created": "since {from}",
  "passkeys.used": "last used {at}",
  "passkeys.sign_in": "Sign in with a passkey",
  "passkeys.none": "This browser has no passkeys, or this address cannot use them (https is needed).",
  "passkeys.cancelled": "Nothing was changed: the browser was not asked to the end.",
  "seat.program": "A program plays here",
  "tokens.never": "No token can change how you sign in, export your data or delete it.",
} as const;
