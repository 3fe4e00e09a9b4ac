/** Hashes for fair play. They also work where the browser withholds Web Crypto: at home, over plain http. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const SEED = /^[0-9a-f]{64}$/;

/** Whether it is 32 bytes in hexadecimal: a seed, a commitment or a seal. */
export const isHex = (text: unknown): text is string => typeof text === "string" && SEED.test(text);

function raw(text: string): Uint8Array {
  if (!isHex(text)) throw new RangeError("a seed is 64 hexadecimal digits");
  return hexToBytes(text);
}

/** A new seed: 32 bytes that nobody else knows. */
export function newSeed(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The commitment to a seed: the SHA-256 of its bytes. */
export function commitmentOf(seed: string): string {
  return bytesToHex(sha256(raw(seed)));
}

/** The SHA-256 of a text. */
export function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The SHA-256 of texts: for each its length in bytes, a colon, the text, a comma. */
export function hashOfTexts(texts: readonly string[]): string {
  const pieces = texts.flatMap((one) => {
    const text = utf8ToBytes(one);
    return [utf8ToBytes(`${text.length}:`), text, utf8ToBytes(",")];
  });
  return bytesToHex(sha256(concatBytes(...pieces)));
}

/** The SHA-256 of the bytes of seeds, one after the other. */
export function hashOfSeeds(seeds: readonly string[]): string {
  return bytesToHex(sha256(concatBytes(...seeds.map(raw))));
}

/** The HMAC-SHA-256 of a text, as a number. */
export function keyedNumber(seed: string): (text: string) => bigint {
  const key = raw(seed);
  return (text) => BigInt(`0x${bytesToHex(hmac(sha256, key, utf8ToBytes(text)))}`);
}
