import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { isHostName } from './host-name.js';

/**
 * Smallest number of characters of a text that is shortened in the middle; shorter texts, and host names of any length,
 * are shortened at the end.
 */
export const leastMiddleLength = 20;
/** Number of characters at the end that are kept, because that is where long names differ. */
const endLength = 10;
/** Smallest width of the first part, in em: room for a few letters and an ellipsis. */
const startRoom = 2.5;

const useStyles = makeStyles({
  whole: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  box: { position: 'relative', display: 'flex', minWidth: 0, whiteSpace: 'pre' },
  // The invisible full text lies above the two visible parts, so that the user selects the full text.
  text: { position: 'absolute', inset: 0, overflow: 'hidden', opacity: 0 },
  part: { userSelect: 'none' },
  // The first part keeps room for a few letters and an ellipsis; in a narrower place the second part is cut instead.
  // Otherwise the second part must not shrink at all: a small fraction of a pixel would already cut its last letters.
  start: { minWidth: `${startRoom}em`, overflow: 'hidden', textOverflow: 'ellipsis' },
  end: { maxWidth: `calc(100% - ${startRoom}em)`, flexShrink: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
});

export interface MiddleTextProps {
  readonly text: string;
  /** True shortens the text at its end instead of the middle; by default, host names are shortened at their end. */
  readonly atEnd?: boolean | undefined;
}

/**
 * Renders a single-line text that is shortened in the middle when it does not fit. Copying, screen readers and
 * find-in-page use a copy of the full text, because two adjacent parts would count as two lines.
 */
export function MiddleText({ text, atEnd = isHostName(text) }: MiddleTextProps): ReactNode {
  const styles = useStyles();
  if (text.length < leastMiddleLength || atEnd) return <span className={styles.whole}>{text}</span>;
  const code = text.charCodeAt(text.length - endLength);
  // The text must not be divided inside a surrogate pair.
  const at = text.length - endLength + (code >= 0xdc00 && code <= 0xdfff ? 1 : 0);
  return (
    <span className={styles.box}>
      <span className={styles.text}>{text}</span>
      <span aria-hidden="true" className={mergeClasses(styles.part, styles.start)}>
        {text.slice(0, at)}
      </span>
      <span aria-hidden="true" className={mergeClasses(styles.part, styles.end)}>
        {text.slice(at)}
      </span>
    </span>
  );
}
