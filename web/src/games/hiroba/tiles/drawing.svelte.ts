/** A set of tiles while somebody draws it. */
import { squaresOf, tileOf, type Limits } from "./encoding";
import { paint, turn, type Brush } from "./paint";

export interface Tile {
  /** Stays the same whatever is painted on it and wherever it comes to lie. */
  readonly id: number;
  readonly squares: string;
}

interface Moment {
  readonly tiles: readonly Tile[];
  readonly current: number;
}

/** So many steps can be taken back. */
const MEMORY = 200;

export class Drawing {
  tiles: readonly Tile[] = $state.raw([]);
  /** The tile that is drawn large. */
  current: number = $state(0);
  brush: Brush = $state("a");
  private past: readonly Moment[] = $state.raw([]);
  private ids = 0;

  /** `ours` are the tiles to begin with and to go back to; whenever something changes, `changed` is told all tiles. */
  constructor(
    tiles: readonly string[],
    private readonly ours: readonly string[],
    private readonly limits: Limits,
    private readonly changed: (tiles: string[]) => void,
  ) {
    this.tiles = tiles.map((tile) => this.made(tile));
    this.current = this.tiles[0]?.id ?? 0;
  }

  /** Where the current tile lies, counted from 0. */
  get at(): number {
    return Math.max(
      0,
      this.tiles.findIndex(({ id }) => id === this.current),
    );
  }
  get tile(): Tile {
    return this.tiles[this.at] as Tile;
  }
  get canAdd(): boolean {
    return this.tiles.length < this.limits.high;
  }
  get canRemove(): boolean {
    return this.tiles.length > this.limits.low;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  /** Whether this is our own set as it was. */
  get isOurs(): boolean {
    return this.written.join() === this.ours.join();
  }

  paint(at: number): void {
    this.redraw(paint(this.tile.squares, at, this.brush));
  }

  turn(): void {
    this.redraw(turn(this.tile.squares));
  }

  /** One more tile, to be drawn over: one of ours that is not there yet, if there is any. */
  add(): void {
    if (!this.canAdd) return;
    const written = this.written;
    const next = this.ours.find((tile) => !written.includes(tile)) ?? this.ours[0];
    if (next === undefined) return;
    const tile = this.made(next);
    this.become([...this.tiles, tile], tile.id);
  }

  remove(): void {
    if (!this.canRemove) return;
    const at = this.at;
    const rest = this.tiles.filter((_, other) => other !== at);
    this.become(rest, rest[Math.min(at, rest.length - 1)]?.id ?? 0);
  }

  /** All tiles are ours again. */
  reset(): void {
    const at = this.at;
    const tiles = this.ours.map((tile) => this.made(tile));
    this.become(tiles, tiles[Math.min(at, tiles.length - 1)]?.id ?? 0);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (last === undefined) return;
    this.past = this.past.slice(0, -1);
    [this.tiles, this.current] = [last.tiles, last.current];
    this.changed(this.written);
  }

  private get written(): string[] {
    return this.tiles.map(({ squares }) => tileOf(squares));
  }

  private made(tile: string): Tile {
    this.ids += 1;
    return { id: this.ids, squares: squaresOf(tile) };
  }

  private redraw(squares: string): void {
    const { id, squares: before } = this.tile;
    if (squares === before) return;
    this.become(
      this.tiles.map((tile) => (tile.id === id ? { id, squares } : tile)),
      id,
    );
  }

  private become(tiles: readonly Tile[], current: number): void {
    this.past = [...this.past, { tiles: this.tiles, current: this.current }].slice(-MEMORY);
    [this.tiles, this.current] = [tiles, current];
    this.changed(this.written);
  }
}
