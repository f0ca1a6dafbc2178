/** Shortens texts on canvases in the middle, as the component `MiddleText` does in the DOM. */

import type { PivotField } from '../../../machines/pivot/keys.js';
import { isHostField, isHostName } from '../../kit/host-name.js';

/** Number of characters that are kept at the end, where long names differ. */
const endLetters = 10;
/** Returns true for the name of the values that a chart leaves out, such as `Other (23 more)`. */
const isRestName = (text: string): boolean => /^Other \([\d,]+ more\)$/.test(text);
/** Maximum number of characters that any label can show. */
const mostLetters = 200;

/**
 * Returns how many characters at the end of a shortened name stay: 0 if the names are the values of a single field of
 * host names. Undefined: `cutText` decides for each name.
 */
export const endOfNames = ([one, other]: readonly PivotField[]): number | undefined =>
  one && !other && isHostField(one.field) ? 0 : undefined;

/**
 * Returns the text, or, if it does not fit, the longest shortened text that fits, with `…` in its middle.
 * @param fits returns true if a text fits
 * @param end maximum number of characters that are kept at the end; 0 cuts the end
 */
export function cutText(
  text: string,
  fits: (text: string) => boolean,
  end = isHostName(text) || isRestName(text) ? 0 : endLetters,
): string {
  const isLong = text.length > 2 * mostLetters;
  if (!isLong && fits(text)) return text;
  // The text is split into code points, so that surrogate pairs are not cut.
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

/** Returns a function that shortens texts in a CSS font to a width in px. */
export function cutToWidth(font: string): (text: string, width: number, end?: number) => string {
  return (text, width, end) => {
    measuring ??= document.createElement('canvas').getContext('2d');
    const context = measuring;
    if (!context) return text;
    context.font = font;
    return cutText(text, (part) => context.measureText(part).width <= width, end);
  };
}
