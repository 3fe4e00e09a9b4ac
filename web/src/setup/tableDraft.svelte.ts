/** The settings of a table while they are being edited. */
import { GAMES, type Game } from "$/games/keys";
import type { Api } from "$/net/api";
import { gameInfo } from "$/games/info";

/** Who can join: anyone with the link, anyone at all, or people on this device. */
export type Access = "link" | "open" | "device";

/** Stands for a custom value of an option of kind `table` or `tiles`, instead of a named one. */
export const CUSTOM = "own";

export type Value = string | number | number[][] | string[];

/** Where a value comes from that was not set here: a link, or an existing table. A link may be unreadable. */
export type Origin = { from: "link" | "table" } | { from: "broken"; why: { problem: string; at?: number } };

/** An option and its possible values for this number of seats. */
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

  /** Choose another game: settings of the table stay, those of the game are reset. */
  open(game: Game): void {
    this.game = game;
    this.seats = gameInfo(game).usual_seats;
    this.options = {};
    this.origins = {};
    this.dropInvalidOptions();
  }

  /** The settings of an existing table. */
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

  /** The value of an option, or its default. */
  value(option: Api.OptionData): Value {
    return this.options[option.key] ?? (option.defaults[String(this.seats)] as Value);
  }

  /** Reset options that are not possible with this number of seats. */
  dropInvalidOptions(): void {
    for (const { option, choices } of this.offered) {
      const value = this.options[option.key];
      if (value !== undefined && !Array.isArray(value) && choices !== null && !choices.includes(value)) {
        delete this.options[option.key];
      }
    }
  }

  /** Consistent settings: what excludes each other is dropped. */
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
