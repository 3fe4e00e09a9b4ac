/** A set of tiles that is being drawn. */
import { squaresOf, tileOf, type Limits } from "./encoding";
import { paint, turn, type Brush } from "./paint";

export interface Tile {
  /** Stays the same when the tile is repainted or moved. */
  readonly id: number;
  readonly squares: string;
}

interface Moment {
  readonly tiles: readonly Tile[];
  readonly current: number;
}

/** How many steps can be undone. */
const MEMORY = 200;

export class Drawing {
  tiles: readonly Tile[] = $state.raw([]);
  /** The tile being edited. */
  current: number = $state(0);
  brush: Brush = $state("a");
  private past: readonly Moment[] = $state.raw([]);
  private ids = 0;

  /** `ours` are the standard tiles to start with and to go back to; `changed` is called with all tiles after each
   * change. */
  constructor(
    tiles: readonly string[],
    private readonly ours: readonly string[],
    private readonly limits: Limits,
    private readonly changed: (tiles: string[]) => void,
  ) {
    this.tiles = tiles.map((tile) => this.made(tile));
    this.current = this.tiles[0]?.id ?? 0;
  }

  /** Index of the tile being edited. */
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
  /** Whether this is the unchanged standard set. */
  get isOurs(): boolean {
    return this.written.join() === this.ours.join();
  }

  paint(at: number): void {
    this.redraw(paint(this.tile.squares, at, this.brush));
  }

  turn(): void {
    this.redraw(turn(this.tile.squares));
  }

  /** Add a tile to edit: a standard one that is missing, if there is any. */
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

  /** Back to the standard tiles. */
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
