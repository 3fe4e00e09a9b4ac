/** The 48 cards. */
import { chrysanthemum, hawthorn, maple, oak, pampas } from "./deck-autumn";
import { cherry, pine, plum, wisteria } from "./deck-spring";
import { clover, iris, peony } from "./deck-summer";
import { joined, type Art } from "./kit";

const MONTHS = [pine, plum, cherry, wisteria, iris, peony, clover, pampas, chrysanthemum, maple, oak, hawthorn];

/** Every card by name, in deck order. */
export const DECK: ReadonlyMap<string, Art> = new Map(
  MONTHS.flatMap((month) => Object.entries(month).map(([name, art]): [string, Art] => [name, joined(art)])),
);
