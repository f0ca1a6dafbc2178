/** Says how much of a pasted text has no room, because browsers cut a text to `maxLength` without a word. */
import { formatNumber } from './format.js';

const cutText = (limit: number, left: number): string =>
  `Only ${formatNumber(limit)} characters have room here, so the last ${
    left === 1 ? 'character' : `${formatNumber(left)} characters`
  } of the pasted text ${left === 1 ? 'is' : 'are'} left out. Shorten the text.`;

/**
 * Returns the error for a text that is pasted into a text control; undefined if the whole text has room.
 * @param kept number of characters that the control keeps: those that are not selected
 */
export function cutPaste(control: EventTarget, kept: number, pasted: string): string | undefined {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return undefined;
  const text = pasted.replace(/\r\n?/g, '\n');
  // An input of one line drops line breaks.
  const { length } = control instanceof HTMLInputElement ? text.replaceAll('\n', '') : text;
  const left = kept + length - control.maxLength;
  return left > 0 ? cutText(control.maxLength, left) : undefined;
}
