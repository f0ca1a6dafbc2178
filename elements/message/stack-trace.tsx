import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
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
  // What is selected and copied is the trace, not what is said about it.
  more: { display: 'block', height: '24px', color: tokens.text.link, userSelect: 'none' },
  less: { marginLeft: '-9px', userSelect: 'none' },
});

/** A stack trace without the frames of libraries; one click shows them all. Folded ones are there for who copies or listens. */
export function StackTrace({ parts, ranges }: StackTraceProps): ReactNode {
  const styles = useStyles();
  const [all, setAll] = useState(false);
  return (
    <>
      {parts.map(({ text, start, frames }) =>
        frames !== undefined && !all ? (
          <span key={start}>
            <span className="lc-unseen" style={{ whiteSpace: 'pre' }}>
              {text}
            </span>
            <Button size="small" appearance="subtle" className={styles.more} onClick={() => setAll(true)}>
              {texts.moreFrames(frames)}
            </Button>
          </span>
        ) : (
          <TextContent
            key={start}
            text={text}
            ranges={ranges?.map((range) => ({ ...range, start: range.start - start }))}
          />
        ),
      )}
      {all && (
        <Button size="small" appearance="subtle" className={styles.less} onClick={() => setAll(false)}>
          {texts.foldFrames}
        </Button>
      )}
    </>
  );
}
