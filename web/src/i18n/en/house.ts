/** Home, setting up a table, accounts, settings, about. */
export const house = {
  "home.title": "The house of five games",
} as const;
