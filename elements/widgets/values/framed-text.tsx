/** Renders a text so that each line of a stack trace stays together and wraps only when there is no more room. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { frameParts } from './stack-frames.js';
import type { TextRange } from './text-segments.js';

const useStyles = makeStyles({ frame: { wordBreak: 'break-all' } });

export interface FramedTextProps {
  readonly text: string;
  readonly ranges: readonly TextRange[] | undefined;
  /** Renders a part of the text with the ranges relative to the part, some of which may lie outside the part. */
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
