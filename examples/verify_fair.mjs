#!/usr/bin/env node
// Checks that nobody chose the deal of a game: `zashiki-fair/1` and `zashiki-fair/2`.
//
//   node verify_fair.mjs game.json draws.json [--seal SEAL]
//
// game.json is the record, draws.json the list of its draws with their weights. The seal is the one that the table
// showed; without it, a record that was forged as a whole cannot be told from a true one.
//
// It ends with 0 if the deal is fair, with 1 if it is not, and with 2 if it cannot be checked.
//
// Written from docs/fair-play.md alone. It uses none of Zashiki's code, and no package.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const FIRST = "zashiki-fair/1";
const SEALED = "zashiki-fair/2";
const FORMAT = "zashiki-record/1";
const SPAN = 2n ** 256n;
const USAGE = `usage: node ${basename(process.argv[1])} game.json draws.json [--seal SEAL]`;

/** It cannot be checked: something is missing, or is not what it should be. */
class Unusable extends Error {}
/** It was checked, and is wrong. */
class Unfair extends Error {}

const unusable = (where, expected, found) => {
  const text = found === undefined ? "nothing" : JSON.stringify(found);
  return new Unusable(`${where}: expected ${expected}, found ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`);
};

// Reading

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function object(value, where) {
  if (!isObject(value)) throw unusable(where, "an object", value);
  return value;
}

function list(value, where, one) {
  if (!Array.isArray(value)) throw unusable(where, "a list", value);
  return value.map((each, index) => one(each, `${where}[${index}]`));
}

function whole(value, where, least = 0) {
  if (!Number.isSafeInteger(value) || value < least) throw unusable(where, `a whole number from ${least}`, value);
  return value;
}

function text(value, where) {
  // Half of a surrogate pair cannot be written in UTF-8.
  if (typeof value !== "string" || !value.isWellFormed()) throw unusable(where, "a text", value);
  return value;
}

function hex(value, where) {
  if (typeof value === "string" && /^[0-9a-f]{64}$/.test(value)) return value;
  throw unusable(where, "64 lower-case hexadecimal digits", value);
}

function json(path) {
  let content;
  try {
    content = readFileSync(path, "utf8");
  } catch (error) {
    throw new Unusable(`${path}: cannot be read: ${error.message}`);
  }
  try {
    return object(JSON.parse(content), path);
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable(`${path}: is not JSON: ${error.message}`);
  }
}

function readRecord(path) {
  const record = json(path);
  if (record.format !== FORMAT) throw unusable("format", JSON.stringify(FORMAT), record.format);
  whole(record.seats, "seats", 1);
  text(record.game, "game");
  whole(record.version, "version");
  object(record.options, "options");
  list(record.moves, "moves", text);
  hex(record.checksum, "checksum");
  if (record.fair === null) throw new Unusable("fair: the game has no seeds: its chance was entered by hand");
  const fair = object(record.fair, "fair");
  if (fair.algorithm !== FIRST && fair.algorithm !== SEALED) {
    throw unusable("fair.algorithm", `${FIRST} or ${SEALED}`, fair.algorithm);
  }
  const sealed = fair.algorithm === SEALED;
  hex(fair.commitment, "fair.commitment");
  if (fair.server_seed === null) throw new Unusable("fair.server_seed: not revealed yet: the game is not over");
  hex(fair.server_seed, "fair.server_seed");
  list(fair.player_seeds, "fair.player_seeds", sealed ? hex : text);
  for (const field of ["seat_commitments", "attempt"]) {
    if (sealed !== field in fair) throw unusable(`fair.${field}`, sealed ? "a value" : `none in ${FIRST}`, fair[field]);
  }
  if (!sealed) return record;
  list(fair.seat_commitments, "fair.seat_commitments", hex);
  whole(fair.attempt, "fair.attempt", 1);
  for (const field of ["player_seeds", "seat_commitments"]) {
    const { length } = fair[field];
    if (length !== record.seats) throw unusable(`fair.${field}`, `${record.seats}, one for each seat`, length);
  }
  return record;
}

const readDraws = (path) =>
  list(json(path).draws, "draws", (draw, where) => {
    object(draw, where);
    whole(draw.ply, `${where}.ply`);
    text(draw.name, `${where}.name`);
    whole(draw.index, `${where}.index`);
    list(draw.weights, `${where}.weights`, (one, at) => whole(one, at));
    if (!draw.weights.some((one) => one > 0)) throw unusable(`${where}.weights`, "one above 0", draw.weights);
    return draw;
  });

// Hashing

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const bytes = (seed) => Buffer.from(seed, "hex");
const joined = (parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** JSON without spaces, with sorted keys, in printable ASCII. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[^ -~]/g, escaped);
}

const sealedText = ({ game, version, options, fair }) =>
  [SEALED, game, version, canonical(options), fair.attempt, fair.commitment, ...fair.seat_commitments].join("\n");

function playersHash({ algorithm, player_seeds: seeds }) {
  if (algorithm === SEALED) return sha256(joined(seeds.map(bytes)));
  return sha256(joined(seeds.map((seed) => `${Buffer.byteLength(seed)}:${seed},`)));
}

/** The index that a draw gives among outcomes with these weights. */
function drawn(fair, players, number, weights) {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const limit = SPAN - (SPAN % total);
  let value = limit;
  for (let attempt = 0; value >= limit; attempt++) {
    const message = `${fair.algorithm}|${players}|${number}|${attempt}`;
    value = BigInt(`0x${createHmac("sha256", bytes(fair.server_seed)).update(message).digest("hex")}`);
  }
  let point = value % total;
  return weights.findIndex((weight) => (point -= BigInt(weight)) < 0n);
}

// Checking

function checkSum(record) {
  const { checksum, ...rest } = record;
  if (sha256(canonical(rest)) !== checksum) throw new Unfair("checksum: something in the record was changed");
}

function checkSeeds({ fair }) {
  if (sha256(bytes(fair.server_seed)) !== fair.commitment) {
    throw new Unfair("fair.server_seed: does not hash to the server's commitment");
  }
  if (fair.algorithm !== SEALED) return;
  fair.player_seeds.forEach((seed, seat) => {
    if (sha256(bytes(seed)) !== fair.seat_commitments[seat]) {
      throw new Unfair(`fair.player_seeds[${seat}]: does not hash to the commitment of seat ${seat}`);
    }
  });
}

/** The seal of the record; `Unfair` if it is not the one that was shown, of which the first digits are enough. */
function checkSeal(record, shown) {
  if (record.fair.algorithm !== SEALED) {
    if (shown !== null) throw new Unfair(`--seal: a game of ${FIRST} has none`);
    return null;
  }
  const seal = sha256(sealedText(record));
  if (shown !== null && !seal.startsWith(shown)) throw new Unfair(`--seal: the seal of this record is ${seal}`);
  return seal;
}

/** The draws must be those of the record, in order, none missing and none added; and each follows from the seeds. */
function checkDraws({ fair, moves }, draws) {
  const chance = moves.map((move, ply) => ({ ply, move })).filter(({ move }) => move.startsWith("* "));
  const players = playersHash(fair);
  draws.forEach(({ ply, name, index, weights }, number) => {
    const { ply: there, move } = chance[number] ?? {};
    if (there !== ply || move !== `* ${name}`) {
      throw new Unfair(`draws[${number}]: "* ${name}" is not draw ${number} of the record (moves[${ply}])`);
    }
    const expected = drawn(fair, players, number, weights);
    if (expected !== index) {
      throw new Unfair(`moves[${ply}]: draw ${number} is outcome ${index}, the seeds give outcome ${expected}`);
    }
  });
  if (chance.length > draws.length) {
    throw new Unfair(`moves[${chance[draws.length].ply}]: "${chance[draws.length].move}" is not among the draws`);
  }
}

// The command

function options(words) {
  const files = [];
  let seal = null;
  for (let at = 0; at < words.length; at++) {
    const [name, value] = words[at].split("=", 2);
    if (name !== "--seal") {
      if (name.startsWith("-")) throw new Unusable(`${words[at]}: no such option\n${USAGE}`);
      files.push(words[at]);
      continue;
    }
    seal = (value ?? words[++at] ?? "").replace(/[\s…]/g, "").toLowerCase();
    if (!/^[0-9a-f]{16,64}$/.test(seal)) throw new Unusable("--seal: takes 64 digits, or at least the first 16");
  }
  if (files.length !== 2) throw new Unusable(USAGE);
  return { files, seal };
}

function main(words) {
  const { files, seal: shown } = options(words);
  const record = readRecord(files[0]);
  const draws = readDraws(files[1]);
  checkSum(record);
  checkSeeds(record);
  const seal = checkSeal(record, shown);
  checkDraws(record, draws);
  console.log(`algorithm  ${record.fair.algorithm}`);
  console.log(`seal       ${seal ?? "none: nobody was committed to a seed"}`);
  if (seal !== null) {
    console.log(`           ${shown === null ? "compare it with the one that you saw" : "as you saw it"}`);
    console.log(`attempt    ${record.fair.attempt}`);
  }
  console.log(`draws      ${draws.length} checked`);
  console.log("verdict    fair");
}

try {
  main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Unusable || error instanceof Unfair)) throw error;
  console.error(error instanceof Unfair ? `NOT FAIR: ${error.message}` : error.message);
  process.exitCode = error instanceof Unfair ? 1 : 2;
}
