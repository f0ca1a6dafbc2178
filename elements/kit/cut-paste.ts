/** Says how much of a pasted text does not fit, because browsers cut a text to `maxLength` without a word. */
import { formatNumber } from './format.js';

const cutText = (limit: number, left: number): string =>
  `At most ${limit === 1 ? 'one character fits' : `${formatNumber(limit)} characters fit`} here, so the last ${
    left === 1 ? 'character' : `${formatNumber(left)} characters`
  } of the pasted text ${left === 1 ? 'is' : 'are'} left out. Shorten the text.`;

/**
 * Tells the error for a text that is pasted into a text control without enough room, and `undefined` when the whole text
 * has room or when the user changes the text.
 * @param kept number of characters that the control keeps: those that are not selected
 */
export function noteCutPaste(
  control: EventTarget,
  kept: number,
  pasted: string,
  tell: (error: string | undefined) => void,
): void {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
  const text = pasted.replace(/\r\n?/g, '\n');
  // An input of one line drops line breaks.
  const { length } = control instanceof HTMLInputElement ? text.replaceAll('\n', '') : text;
  const left = kept + length - control.maxLength;
  tell(left > 0 ? cutText(control.maxLength, left) : undefined);
  if (left <= 0) return;
  const changed = (event: Event): void => {
    if (event instanceof InputEvent && event.inputType === 'insertFromPaste') return;
    control.removeEventListener('input', changed);
    tell(undefined);
  };
  control.addEventListener('input', changed);
}
