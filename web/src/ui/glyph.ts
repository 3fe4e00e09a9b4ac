/** A letter as part of a drawing: `<use href={glyph("倍")} x="25" y="62" />`.
 *
 * The letters on a card or banner are not the label of its button, and speech input must not match them. So they are not
 * text of the button: each is drawn once and referenced. Font and colour come from the place of use. */

const SVG = "http://www.w3.org/2000/svg";
let sheet: SVGElement | null = null;

export function glyph(text: string): string {
  const id = `glyph-${Array.from(text, (letter) => letter.codePointAt(0)?.toString(16)).join("-")}`;
  if (sheet === null) {
    sheet = document.createElementNS(SVG, "svg");
    for (const [key, value] of [
      ["width", "0"],
      ["height", "0"],
      ["aria-hidden", "true"],
    ] as const)
      sheet.setAttribute(key, value);
    sheet.style.position = "absolute";
    document.body.append(sheet);
  }
  if (sheet.querySelector(`#${id}`) === null) {
    const letter = document.createElementNS(SVG, "text");
    letter.id = id;
    letter.textContent = text;
    sheet.append(letter);
  }
  return `#${id}`;
}
