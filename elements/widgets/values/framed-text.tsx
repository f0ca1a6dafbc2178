/** Renders stack traces with one line per frame, which wraps only when there is no more room. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { frameParts } from './stack-frames.js';
import type { TextRange } from './text-segments.js';

const useStyles = makeStyles({ frame: { wordBreak: 'break-all' } });

export interface FramedTextProps {
  readonly text: string;
  readonly ranges: readonly TextRange[] | undefined;
  /** Renders a part of the text; its ranges may be partly outside. */
  readonly children: (text: string, ranges: readonly TextRange[] | undefined) => ReactNode;
}

export function FramedText({ text, ranges, children }: FramedTextProps): ReactNode {
  const styles = useStyles();
  const parts = frameParts(text);
  if (parts.length === 1 && !parts[0]?.frame) return children(text, ranges);
  return parts.map((part) => {
    const shifted = ranges?.map((range) => ({ ...range, start: range.start - part.start }));
    const shown = children(part.text, shifted);
    return (
      <span key={part.start} className={part.frame ? styles.frame : undefined}>
        {shown}
      </span>
    );
  });
}
