/** A letter as a part of a drawing: `<use href={glyph("倍")} x="25" y="62" />`.
 *
 * What is written on a card or a banner is not what its button is called, and nobody says it aloud to choose it. So it is
 * no text of the button: like the lines around it, it is drawn once and shown by a reference. Fonts and colours come from
 * where it is shown. */

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
