/**
 * Says in the field how much of a pasted text has no room, because browsers cut a text to `maxLength` without a word.
 */
import type { ChangeEvent, ClipboardEvent } from 'react';
import { useFieldFault } from './field.js';
import { formatNumber } from './format.js';

const cutText = (limit: number, left: number): string =>
  `Only ${formatNumber(limit)} characters have room here, so the last ${
    left === 1 ? 'character' : `${formatNumber(left)} characters`
  } of the pasted text ${left === 1 ? 'is' : 'are'} left out. Shorten the text.`;

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Returns handlers for a text control: `onPaste` shows how many characters are left out, and `onChanged` removes this
 * error with the next change.
 *
 * @param limit `maxLength` of the control; absent: a text is never cut
 */
export function usePasteLimit(limit: number | undefined) {
  const tell = useFieldFault();
  return {
    onPaste: ({ currentTarget, clipboardData }: ClipboardEvent<Control>): void => {
      if (limit === undefined) return;
      const { value, selectionStart, selectionEnd } = currentTarget;
      const text = clipboardData.getData('text').replace(/\r\n?/g, '\n');
      // An input of one line drops line breaks.
      const { length } = currentTarget instanceof HTMLInputElement ? text.replaceAll('\n', '') : text;
      const left = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0)) + length - limit;
      tell(left > 0 ? cutText(limit, left) : undefined);
    },
    onChanged: ({ nativeEvent }: ChangeEvent<Control>): void => {
      const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
      if (limit !== undefined && !isPasted) tell(undefined);
    },
  };
}
