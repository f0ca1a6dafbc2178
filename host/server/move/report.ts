/** Formats the result of moving entities as lines for a terminal. */
import type { Moved, Note } from './move.js';

/** Titles are written as JSON, because users may have put control characters into them. */
const quoted = (text: string): string => JSON.stringify(text).replace(/[\u007f-\u009f]/g, '');
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').slice(0, 500);

const formats: Readonly<Record<Note['what'], (note: Note) => string>> = {
  failed: ({ title, text }) => `${title === '' ? 'none of them' : quoted(title)} could not go: ${plain(text)}`,
  left: ({ title, text }) => `${quoted(title)} was not moved: ${plain(text)}`,
  secret: ({ title, text }) => `${quoted(title)}: enter ${quoted(text)} again, because secrets are never exported`,
  remark: ({ title, text }) => `${quoted(title)}: ${plain(text)}`,
};

export function linesOf({ kind, made, changed, same, notes }: Moved, dryRun: boolean): string[] {
  const would = dryRun ? 'would be ' : '';
  return [
    `${kind}: ${made} ${would}made, ${changed} ${would}changed, ${same} there already`,
    ...notes.map((note) => `  ${formats[note.what](note)}`),
  ];
}
