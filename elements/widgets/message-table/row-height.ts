import type { ResultMessage } from '../faces.js';
import { messageField } from './columns.js';

/** Heights of rows before they are measured, in px. */

/** Row of one line with its divider: the least height of something that is pressed (WCAG 2.5.8). */
export const lineRowHeight = 24;
const letterWidth = 7.9;
const textLineHeights = { default: 20, compact: 18 } as const;
const rowEdges = { default: 10, compact: 7 } as const;
const columnsHeight = { default: 20, compact: 18 } as const;
/** Lines of the message text before it fades (spec 2 §2). */
const messageLines = 4;

export interface RowShape {
  readonly layout: 'rows' | 'line';
  readonly density: 'default' | 'compact';
  readonly messageRow: boolean;
  /** False: the text has one line. */
  readonly wrap: boolean;
}

/**
 * A guess for every row from the length of its text and the width it has; a near one keeps the scroll bar calm.
 * Called for all loaded messages at once, so it only examines lengths.
 */
export function estimatedRowHeights(
  messages: readonly ResultMessage[],
  { layout, density, messageRow, wrap }: RowShape,
  width: number,
): Float32Array {
  const heights = new Float32Array(messages.length);
  if (layout === 'line') return heights.fill(lineRowHeight);
  const base = columnsHeight[density] + rowEdges[density];
  const most = wrap ? messageLines : 1;
  const perLine = Math.max(20, Math.floor((width - 60) / letterWidth));
  messages.forEach(({ message }, index) => {
    const text = message[messageField];
    const length = typeof text === 'string' ? text.length : 0;
    const lines = messageRow ? Math.min(most, Math.max(1, Math.ceil(length / perLine))) : 0;
    heights[index] = base + lines * textLineHeights[density];
  });
  return heights;
}
