import type { ResultMessage } from '../faces.js';
import { messageField } from './columns.js';

/** Heights of rows before they are measured, in px. */

export const lineRowHeight = 26;
const columnsHeight = 27;
const messageLineHeight = 20;
const messageLines = 4;
const rowEdges = 6;
const letterWidth = 7.9;

/**
 * A guess for every row from the length of its text and the width it has; a near one keeps the scroll bar calm.
 * Called for all loaded messages at once, so it only looks at lengths.
 */
export function estimatedRowHeights(
  messages: readonly ResultMessage[],
  layout: 'rows' | 'line',
  messageRow: boolean,
  width: number,
): Float32Array {
  const heights = new Float32Array(messages.length);
  if (layout === 'line') return heights.fill(lineRowHeight);
  const perLine = Math.max(20, Math.floor((width - 60) / letterWidth));
  messages.forEach(({ message }, index) => {
    const text = message[messageField];
    const length = typeof text === 'string' ? text.length : 0;
    const lines = messageRow ? Math.min(messageLines, Math.max(1, Math.ceil(length / perLine))) : 0;
    heights[index] = columnsHeight + rowEdges + lines * messageLineHeight;
  });
  return heights;
}
