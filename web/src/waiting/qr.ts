/** QR codes for addresses: ISO/IEC 18004, bytes, error correction level M, versions 1 to 10 (up to 213 bytes). */

/** Per version, from 1: correction codewords of a block, and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Where the middles of alignment patterns are, in both directions. */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Null: nothing was put there yet. */
type Grid = (boolean | null)[][];

/** The code of a text as rows of dark (true) and light squares; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = CORRECTION.findIndex((_, index) => room(index + 1) >= bytes.length) + 1;
  if (version === 0) return null;
  const bits = spread(version, words(version, bytes));
  const frame = patterns(version);
  const drawn = MASKS.map((mask, number) => filled(frame, bits, mask, number));
  const [best] = drawn.map((code) => ({ code, worth: penalty(code) })).sort((a, b) => a.worth - b.worth);
  return best?.code ?? null;
}

/** All codewords of a version. */
function size(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2;
    modules -= (25 * count - 10) * count - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

function dataSize(version: number): number {
  return size(version) - at(CORRECTION, version - 1) * at(BLOCKS, version - 1);
}

/** The bytes of a text that fit: four bits say what it is, then its length. */
function room(version: number): number {
  return Math.floor((8 * dataSize(version) - 4 - lengthBits(version)) / 8);
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

/** The data codewords: the text, and filling up to the end. */
function words(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const write = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  write(0b0100, 4);
  write(bytes.length, lengthBits(version));
  for (const byte of bytes) write(byte, 8);
  const all = 8 * dataSize(version);
  write(0, Math.min(4, all - bits.length));
  write(0, -bits.length & 7);
  for (let filler = 0xec; bits.length < all; filler ^= 0xec ^ 0x11) write(filler, 8);
  const word = (n: number): number => bits.slice(8 * n, 8 * n + 8).reduce((sum, bit) => 2 * sum + bit, 0);
  return Array.from({ length: all / 8 }, (_, n) => word(n));
}

/** The bits as they are drawn: blocks with their correction, taken in turn. */
function spread(version: number, data: number[]): number[] {
  const count = at(BLOCKS, version - 1);
  const correction = at(CORRECTION, version - 1);
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const divisor = polynomial(correction);
  const blocks: number[][] = [];
  for (let block = 0, start = 0; block < count; block++) {
    const length = short + (block < count - longer ? 0 : 1);
    blocks.push(data.slice(start, start + length));
    start += length;
  }
  const checks = blocks.map((block) => remainder(block, divisor));
  const found: number[] = [];
  for (let n = 0; n <= short; n++) for (const block of blocks) if (n < block.length) found.push(at(block, n));
  for (let n = 0; n < correction; n++) for (const check of checks) found.push(at(check, n));
  return found.flatMap((word) => Array.from({ length: 8 }, (_, bit) => (word >> (7 - bit)) & 1));
}

/** Multiplication in the field of 256 elements. */
function times(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((y >> bit) & 1) * x;
  }
  return product;
}

/** The Reed-Solomon divisor of a degree. */
function polynomial(degree: number): number[] {
  const found = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let n = 0; n < degree; n++) {
    for (let k = 0; k < degree; k++) found[k] = times(at(found, k), root) ^ (found[k + 1] ?? 0);
    root = times(root, 2);
  }
  return found;
}

function remainder(data: number[], divisor: number[]): number[] {
  const found = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ at(found, 0);
    found.shift();
    found.push(0);
    divisor.forEach((value, n) => (found[n] = at(found, n) ^ times(value, factor)));
  }
  return found;
}

/** What every code of a version has: finders, timing, alignment, the version itself. */
function patterns(version: number): Grid {
  const side = 4 * version + 17;
  const grid: Grid = Array.from({ length: side }, () => Array<boolean | null>(side).fill(null));
  const put = (x: number, y: number, dark: boolean): void => {
    if (x >= 0 && y >= 0 && x < side && y < side) at(grid, y)[x] = dark;
  };
  for (let n = 0; n < side; n++) {
    put(6, n, n % 2 === 0);
    put(n, 6, n % 2 === 0);
  }
  const finders = [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const;
  for (const [x, y] of finders) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        put(x + dx, y + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const middles = at(ALIGNED, version - 1);
  const last = middles.length - 1;
  middles.forEach((x, i) =>
    middles.forEach((y, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return; // a finder is there
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) put(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }),
  );
  if (version >= 7) {
    const bits = (version << 12) | checked(version, 12, 0x1f25);
    for (let n = 0; n < 18; n++) {
      const [a, b] = [side - 11 + (n % 3), Math.floor(n / 3)];
      put(a, b, ((bits >> n) & 1) === 1);
      put(b, a, ((bits >> n) & 1) === 1);
    }
  }
  return grid;
}

/** The check bits of a short value. */
function checked(value: number, count: number, generator: number): number {
  let rest = value;
  for (let n = 0; n < count; n++) rest = (rest << 1) ^ ((rest >> (count - 1)) * generator);
  return rest;
}

/** A whole code: how it is masked, and its bits in columns of two, up and down, from the right. */
function filled(frame: Grid, bits: number[], mask: (x: number, y: number) => boolean, number: number): boolean[][] {
  const grid = frame.map((row) => [...row]);
  const side = grid.length;
  format(grid, number);
  let next = 0;
  for (let right = side - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5; // the timing pattern has a column of its own
    for (let step = 0; step < side; step++) {
      for (const x of [right, right - 1]) {
        const upward = ((right + 1) & 2) === 0;
        const y = upward ? side - 1 - step : step;
        const row = at(grid, y);
        if (row[x] !== null) continue;
        row[x] = ((bits[next] ?? 0) === 1) !== mask(x, y);
        next += 1;
      }
    }
  }
  return grid as boolean[][];
}

/** Level M and the mask, twice; and the one square that is always dark. */
function format(grid: Grid, mask: number): void {
  const side = grid.length;
  const bits = ((mask << 10) | checked(mask, 10, 0x537)) ^ 0x5412;
  const put = (x: number, y: number, n: number): void => {
    at(grid, y)[x] = ((bits >> n) & 1) === 1;
  };
  for (let n = 0; n <= 5; n++) put(8, n, n);
  put(8, 7, 6);
  put(8, 8, 7);
  put(7, 8, 8);
  for (let n = 9; n < 15; n++) put(14 - n, 8, n);
  for (let n = 0; n < 8; n++) put(side - 1 - n, 8, n);
  for (let n = 8; n < 15; n++) put(8, side - 15 + n, n);
  at(grid, side - 8)[8] = true;
}

/** How hard a code is to read: long runs, blocks, what looks like a finder, much more of one shade. */
function penalty(grid: boolean[][]): number {
  const side = grid.length;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => at(row, x)))];
  let found = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/(.)\1{4,}/g) ?? []) found += run.length - 2;
    found += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  let dark = 0;
  grid.forEach((row, y) =>
    row.forEach((one, x) => {
      dark += Number(one);
      if (x > 0 && y > 0 && one === row[x - 1] && one === grid[y - 1]?.[x] && one === grid[y - 1]?.[x - 1]) found += 3;
    }),
  );
  return found + 10 * Math.floor(Math.abs((20 * dark) / (side * side) - 10));
}

function at<Item>(list: readonly Item[], index: number): Item {
  const found = list[index];
  if (found === undefined) throw new RangeError(`${index} of ${list.length}`);
  return found;
}
