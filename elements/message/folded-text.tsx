import { makeStyles, mergeClasses } from '@griffel/react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { shortText } from '../kit/short-text.js';
import { formatNumber } from '../widgets/values/number-format.js';
import type { TextRange } from '../widgets/values/text-segments.js';
import { ChunkedText } from './chunked-text.js';
import { TextContent } from './text-content.js';
import { texts } from './texts.js';

export interface FoldedTextProps {
  readonly field: string;
  readonly text: string;
  readonly ranges?: readonly TextRange[] | undefined;
  /**
   * Rendering of a text that is short enough to be shown as a whole; absent: the text is rendered with links and
   * colours.
   */
  readonly children?: ReactNode;
}

/** Number of characters rendered at first, enough for eight lines of 500 characters; the rest is rendered on demand. */
const foldedLimit = 4000;
/** Maximum number of characters of a text that is rendered as a whole; longer texts are rendered in pieces. */
const wholeLimit = 60_000;
const lineHeight = 20;
const foldedLines = 8;

const useStyles = makeStyles({
  // Lines wrap, because names matter more than indentation in a stack trace.
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 2 },
  folded: { maxHeight: `${foldedLines * lineHeight}px`, overflow: 'hidden' },
  cut: { maskImage: 'linear-gradient(#000 calc(100% - 24px), transparent)' },
  button: { marginLeft: '-9px', height: '24px' },
});

/**
 * Shows at most eight lines of a text, and the button "Show all" if the text is longer. A text of many megabytes
 * renders as fast as a short text.
 */
export function FoldedText({ field, text, ranges, children }: FoldedTextProps) {
  const styles = useStyles();
  const element = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const [cut, setCut] = useState(false);
  const tooLong = text.length > foldedLimit;

  useLayoutEffect(() => {
    const own = element.current;
    if (!own || unfolded) return;
    const check = () => setCut(own.scrollHeight > own.clientHeight + 1);
    const observer = new ResizeObserver(check);
    observer.observe(own);
    return () => observer.disconnect();
  }, [unfolded, text]);

  const foldable = cut || tooLong;
  return (
    <>
      {unfolded && text.length > wholeLimit ? (
        <ChunkedText label={texts.fullValue(field)} text={text} />
      ) : (
        <div
          ref={element}
          className={mergeClasses(styles.text, !unfolded && styles.folded, !unfolded && foldable && styles.cut)}
        >
          {unfolded || !tooLong ? (
            (children ?? <TextContent text={text} ranges={ranges} />)
          ) : (
            <TextContent text={shortText(text, foldedLimit).text} ranges={ranges} />
          )}
        </div>
      )}
      {(foldable || unfolded) && (
        <Button
          size="small"
          appearance="subtle"
          className={styles.button}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? texts.showLess : tooLong ? texts.showAllSized(formatNumber(text.length)) : texts.showAll}
        </Button>
      )}
    </>
  );
}
