/** What a bot is called, and who that is. */
import { levelStyle, textOr } from "$/games/info";
import type { Game } from "$/games/keys";
import { t } from "$/i18n/index.svelte";
import { character } from "./cast";

/** The name of the bot of this level on this seat. */
export function botName(level: number, seat: number): string {
  return t(character(level, seat).name);
}

/** Who a bot of this level is and how it plays this game, in words: for beside its name. */
export function aboutBot(game: Game, level: number): string {
  return t("bot.is", { kind: textOr(`bot.kind.${level}`, ""), level, style: levelStyle(game, level) });
}
