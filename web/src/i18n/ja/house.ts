import type { house as english } from "../en/house";

export const house: { [Key in keyof typeof english]: string } = {
  "home.title": "五つの遊びの家",
};
