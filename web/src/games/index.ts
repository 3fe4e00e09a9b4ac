/** The games' own parts, each loaded when it is needed. */
import type { Component } from "svelte";
import type { Game } from "$/i18n/index.svelte";
import type { GameParts } from "$/table/gameContext";

export const pieces: Readonly<Record<Game, () => Promise<GameParts>>> = {
  hagakure: () => import("./hagakure/parts"),
  hijun: () => import("./hijun/parts"),
  hiroba: () => import("./hiroba/parts"),
  hitohira: () => import("./hitohira/parts"),
  sakura: () => import("./sakura/parts"),
};

type Module<Props extends Record<string, unknown>> = Promise<{ default: Component<Props> }>;

/** The cover of the box. */
export const covers: Readonly<Record<Game, () => Module<Record<string, never>>>> = {
  hagakure: () => import("./hagakure/Cover.svelte"),
  hijun: () => import("./hijun/Cover.svelte"),
  hiroba: () => import("./hiroba/Cover.svelte"),
  hitohira: () => import("./hitohira/Cover.svelte"),
  sakura: () => import("./sakura/Cover.svelte"),
};

/** The pictures of the rules pages. */
export const pictures: Readonly<Record<Game, () => Module<{ name: string }>>> = {
  hagakure: () => import("./hagakure/RulesPicture.svelte"),
  hijun: () => import("./hijun/RulesPicture.svelte"),
  hiroba: () => import("./hiroba/RulesPicture.svelte"),
  hitohira: () => import("./hitohira/RulesPicture.svelte"),
  sakura: () => import("./sakura/RulesPicture.svelte"),
};
