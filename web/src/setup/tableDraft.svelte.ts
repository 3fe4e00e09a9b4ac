/** How a table is to be set up, while it is being thought about. */
import { GAMES, type Game } from "$/games/keys";
import type { Api } from "$/net/api";
import { gameInfo } from "$/games/info";

/** Who sits down: whoever has the link, everybody, or all on this device. */
export type Access = "link" | "open" | "device";

/** Where an option of kind `table` or `tiles` is written out instead of being one of the house's words. */
export const CUSTOM = "own";

export type Value = string | number | number[][] | string[];

/** Where a value comes from that nobody has set here: from a link, or from the table as it stands. In a link there may be
 * something that cannot be read. */
export type Origin = { from: "link" | "table" } | { from: "broken"; why: { problem: string; at?: number } };

/** An option, and the values it can have with this number of seats. */
export interface OfferedOption {
  option: Api.OptionData;
  /** Null: any whole number from `low` to `high`. */
  choices: (string | number)[] | null;
}

export class TableDraft {
  game: Game = $state(GAMES[0] as Game);
  seats: number = $state(4);
  options: Record<string, Value> = $state({});
  /** By option. */
  origins: Record<string, Origin> = $state({});
  access: Access = $state("link");
  spectators: boolean = $state(true);
  clock: "none" | "move" | "days" = $state("none");
  seconds: number = $state(30);
  reserve: number = $state(120);
  days: number = $state(3);
  rated: boolean = $state(false);
  chat: boolean = $state(true);
  spectatorChat: boolean = $state(false);
  hints: boolean = $state(true);
  standIn: number = $state(3);

  constructor(game: Game) {
    this.open(game);
  }

  /** Another box: what was set for the table stays, what belongs to the game is as usual. */
  open(game: Game): void {
    this.game = game;
    this.seats = gameInfo(game).usual_seats;
    this.options = {};
    this.origins = {};
    this.dropInvalidOptions();
  }

  /** A table as it stands. */
  static fromTable(table: Api.TableData): TableDraft {
    const draft = new TableDraft(table.game as Game);
    const kept = table.settings as unknown as Required<Api.Settings> & { clock: Required<Api.Clock> };
    draft.seats = kept.seats;
    draft.options = { ...(kept.options as Record<string, Value>) };
    draft.origins = Object.fromEntries(Object.keys(draft.options).map((key) => [key, { from: "table" }]));
    draft.access = kept.one_device ? "device" : kept.access;
    draft.spectators = kept.spectators;
    draft.clock = kept.clock.kind;
    draft.seconds = kept.clock.seconds;
    draft.reserve = kept.clock.reserve;
    draft.days = kept.clock.days;
    draft.rated = kept.rated;
    draft.chat = kept.chat;
    draft.spectatorChat = kept.spectator_chat;
    draft.hints = kept.hints;
    draft.standIn = kept.stand_in;
    return draft;
  }

  get offered(): OfferedOption[] {
    return gameInfo(this.game).options.map((option) => ({
      option,
      choices: (option.choices?.[String(this.seats)] as (string | number)[] | undefined) ?? null,
    }));
  }

  /** The value of an option, as usual if nobody has said otherwise. */
  value(option: Api.OptionData): Value {
    return this.options[option.key] ?? (option.defaults[String(this.seats)] as Value);
  }

  /** Options that another number of seats does not know are as usual again. */
  dropInvalidOptions(): void {
    for (const { option, choices } of this.offered) {
      const value = this.options[option.key];
      if (value !== undefined && !Array.isArray(value) && choices !== null && !choices.includes(value)) {
        delete this.options[option.key];
      }
    }
  }

  /** The settings, in agreement with each other: what cannot be with something else is not asked for. */
  get settings(): Api.Settings {
    const device = this.access === "device";
    const rated = this.rated && !device;
    return {
      game: this.game,
      seats: this.seats,
      options: $state.snapshot(this.options),
      access: this.access === "open" ? "open" : "link",
      spectators: this.spectators,
      clock: device
        ? { kind: "none" }
        : { kind: this.clock, seconds: this.seconds, reserve: this.reserve, days: this.days },
      rated,
      chat: this.chat,
      spectator_chat: this.spectatorChat,
      hints: this.hints && !rated,
      one_device: device,
      stand_in: this.standIn,
    };
  }
}
