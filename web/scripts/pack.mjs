// Compresses the built files once, at the highest level, so that no server has to: `node pack.mjs FOLDER`.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const KINDS = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"]);
const SHORT = 1024; // not worth compressing

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Write a compressed copy of the file, unless it is hardly smaller. */
async function pack(path, ending, compress, whole) {
  const packed = await compress(whole);
  if (packed.length < whole.length * 0.9) await writeFile(path + ending, packed);
}

const folder = process.argv[2];
const found = await readdir(folder, { recursive: true, withFileTypes: true });
for (const entry of found) {
  if (!entry.isFile() || !KINDS.has(extname(entry.name))) continue;
  const path = join(entry.parentPath, entry.name);
  const whole = await readFile(path);
  if (whole.length < SHORT) continue;
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
  await pack(path, ".br", (data) => brotli(data, { params }), whole);
  await pack(path, ".gz", (data) => gzip(data, { level: 9 }), whole);
}
