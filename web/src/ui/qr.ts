import { encode } from "uqr";

/** A larger code would be too fine for a phone's camera. */
const MAX_VERSION = 10;

/** The QR code of a text as rows of dark (true) and light squares, without a border; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: "M", boostEcc: false, border: 0, maxVersion: MAX_VERSION }).data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
