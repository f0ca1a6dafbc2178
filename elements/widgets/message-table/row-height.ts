/** Heights of rows before they are measured, in px. */

export const lineRowHeight = 26;
const columnsHeight = 27;
const messageLineHeight = 20;
const messageLines = 4;
const rowEdges = 6;

/** A guess from the length of the text and the width it has; a near one keeps the scroll bar calm. */
export function estimatedRowHeight(text: string | undefined, width: number): number {
  if (text === undefined) return columnsHeight + rowEdges;
  const perLine = Math.max(20, Math.floor((width - 60) / 7.9));
  const lines = Math.min(messageLines, Math.max(1, Math.ceil(Math.min(text.length, 1000) / perLine)));
  return columnsHeight + rowEdges + lines * messageLineHeight;
}
