import type { ResultMessage } from '../faces.js';
import { messageField } from './columns.js';

/** Estimated row heights in px, used before rows are measured. */

/** Height in px of a one-line row with its divider: the minimum size of a click target (WCAG 2.5.8). */
export const lineRowHeight = 24;
const letterWidth = 7.9;
const textLineHeights = { default: 20, compact: 18 } as const;
const rowEdges = { default: 10, compact: 7 } as const;
const columnsHeight = { default: 20, compact: 18 } as const;
/** Number of lines of the message text before it fades (spec 2 §2). */
const messageLines = 4;

export interface RowShape {
  readonly layout: 'rows' | 'line';
  readonly density: 'default' | 'compact';
  readonly messageRow: boolean;
  /** True if the message text may have several lines. */
  readonly wrap: boolean;
}

/**
 * Returns estimates of the height in px of every row from the length of the message text and the width of the list;
 * good estimates keep the scroll bar steady. Only lengths are examined, because all loaded messages are estimated at
 * once.
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
