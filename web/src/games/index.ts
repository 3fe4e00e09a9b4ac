/** The games' own parts, each loaded when it is needed. */
import type { Component } from "svelte";
import type { Game } from "$/i18n/index.svelte";
import type { Pieces } from "$/table/sight";

export const pieces: Readonly<Record<Game, () => Promise<Pieces>>> = {
  hagakure: () => import("./hagakure/pieces"),
  hijun: () => import("./hijun/pieces"),
  hiroba: () => import("./hiroba/pieces"),
  hitohira: () => import("./hitohira/pieces"),
  sakura: () => import("./sakura/pieces"),
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
  hagakure: () => import("./hagakure/Picture.svelte"),
  hijun: () => import("./hijun/Picture.svelte"),
  hiroba: () => import("./hiroba/Picture.svelte"),
  hitohira: () => import("./hitohira/Picture.svelte"),
  sakura: () => import("./sakura/Picture.svelte"),
};
