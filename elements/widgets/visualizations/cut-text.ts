/** Texts on canvases that lose their middle where there is no room, as `MiddleText` does elsewhere. */

import { isHostName } from '../../kit/host-name.js';

/** Letters that remain at the end of a cut name, because long names differ there. */
const endLetters = 10;
/** No label has room for more characters. */
const mostLetters = 200;

/**
 * The longest of the text with `…` in place of its middle that fits.
 * @param end letters of the end that stay at most; 0: the end is cut
 */
export function cutText(
  text: string,
  fits: (text: string) => boolean,
  end = isHostName(text) ? 0 : endLetters,
): string {
  const isLong = text.length > 2 * mostLetters;
  if (!isLong && fits(text)) return text;
  // Whole letters, not halves of surrogate pairs.
  const letters = [...(isLong ? text.slice(0, mostLetters) + text.slice(-mostLetters) : text)];
  const keeping = (count: number) => {
    const behind = Math.min(end, count >> 1);
    return `${letters.slice(0, count - behind).join('')}…${letters.slice(letters.length - behind).join('')}`;
  };
  let [most, many] = [0, Math.min(letters.length, mostLetters)];
  while (many - most > 1) {
    const middle = (most + many) >> 1;
    if (fits(keeping(middle))) most = middle;
    else many = middle;
  }
  return keeping(most);
}

let measuring: CanvasRenderingContext2D | null | undefined;

/** Cuts to a width in px, as drawn in a font of CSS. */
export function cutToWidth(font: string): (text: string, width: number) => string {
  return (text, width) => {
    measuring ??= document.createElement('canvas').getContext('2d');
    const context = measuring;
    if (!context) return text;
    context.font = font;
    return cutText(text, (part) => context.measureText(part).width <= width);
  };
}
