import { makeStyles } from '@griffel/react';
import { Fragment, useState, type ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { tokens } from '../kit/tokens.js';
import type { TextRange } from '../widgets/values/text-segments.js';
import type { TracePart } from './folded-frames.js';
import { TextContent } from './text-content.js';
import { texts } from './texts.js';

export interface StackTraceProps {
  readonly parts: readonly TracePart[];
  readonly ranges?: readonly TextRange[] | undefined;
}

const useStyles = makeStyles({
  // Copied text includes only the trace, not the labels of folds.
  fold: { display: 'block', height: '24px', color: tokens.text.link, userSelect: 'none' },
});

/**
 * Renders a stack trace with folded library frames; one click unfolds all of them, the next folds them again. Folded
 * frames remain available to copying and to screen readers.
 */
export function StackTrace({ parts, ranges }: StackTraceProps): ReactNode {
  const styles = useStyles();
  /** Start of the part whose button unfolded the frames; that button keeps its place and focus in the longer trace. */
  const [chosen, setChosen] = useState<number>();
  // Another stack trace rendered in the same place stays unfolded only if it has a fold at the same position.
  const unfoldedAt = parts.some(({ start, frames }) => frames !== undefined && start === chosen) ? chosen : undefined;
  return parts.map(({ text, start, frames }) => {
    const folded = frames !== undefined && unfoldedAt === undefined;
    return (
      <Fragment key={start}>
        {folded && (
          <span className="lc-unseen" style={{ whiteSpace: 'pre' }}>
            {text}
          </span>
        )}
        {frames !== undefined && (folded || unfoldedAt === start) && (
          <Button
            size="small"
            appearance="subtle"
            className={styles.fold}
            aria-expanded={!folded}
            onClick={() => setChosen(folded ? start : undefined)}
          >
            {folded ? texts.moreFrames(frames) : texts.foldFrames}
          </Button>
        )}
        {!folded && (
          <TextContent text={text} ranges={ranges?.map((range) => ({ ...range, start: range.start - start }))} />
        )}
      </Fragment>
    );
  });
}
