/** Computes column widths of a message table from the content of the columns. */
import { useMemo, useState } from 'react';
import type { ResultMessage } from '../faces.js';
import { ownValue } from '../values/own-value.js';
import { shortNumber } from '../values/value-text.js';

/** Number of messages whose contents are examined, so that messages loaded by scrolling do not change the widths. */
const sampledMessages = 150;
const charPx = 7.4;
const paddingPx = 20;
/** Width in px of the tools in a column header: sort button and resize handle. */
const headToolsPx = 44;
/** Maximum width in px of a column header; longer names are shortened in the middle. */
const mostHeadPx = 200;

/** Returns the width in px that a text with this number of characters needs in a column. */
export const cellWidth = (length: number): number => Math.ceil(length * charPx + paddingPx);

/**
 * Returns the widths in px by field that header and contents need. Contents have no upper limit: lists and objects give
 * Infinity.
 */
export function contentWidths(
  messages: readonly ResultMessage[],
  fields: readonly string[],
): Readonly<Record<string, number>> {
  const sample = messages.slice(0, sampledMessages);
  return Object.fromEntries(
    fields.map((field) => {
      const longest = sample.reduce((most, { message }) => Math.max(most, lengthOf(ownValue(message, field))), 0);
      const head = Math.min(mostHeadPx, field.length * charPx + headToolsPx);
      return [field, Math.max(Math.ceil(head), cellWidth(longest))];
    }),
  );
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'bigint') return String(value).length;
  // The displayed form of a number may be shorter than the number itself.
  if (typeof value === 'number') return String(shortNumber(value)).length;
  // Lists and objects have texts of any length.
  return typeof value === 'object' && value !== null ? Infinity : 0;
}

/**
 * Returns the widths in px that the contents need. While the table is shown the widths only grow, so that refreshes do
 * not move the columns back and forth.
 */
export function useContentWidths(
  messages: readonly ResultMessage[],
  fields: readonly string[],
): Readonly<Record<string, number>> {
  const now = useMemo(() => contentWidths(messages, fields), [messages, fields]);
  const [kept, setKept] = useState(now);
  const grown = Object.entries(now).filter(([field, px]) => px > (ownValue(kept, field) ?? 0));
  const widths = grown.length === 0 ? kept : { ...kept, ...Object.fromEntries(grown) };
  if (widths !== kept) setKept(widths);
  return widths;
}
