import { makeStyles } from '@griffel/react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useSize } from '../use-size.js';

/** Share of the box that the text fills; `tolerance` is the deviation above which it is resized (spec 2 §9). */
const targetShare = 0.8;
const tolerance = 0.05;
/** Minimum font size in px; `largest` is the maximum. */
const smallest = 16;
const largest = 160;

const useStyles = makeStyles({
  box: {
    position: 'relative',
    flexGrow: 1,
    minHeight: 0,
    width: '100%',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    overflow: 'hidden',
  },
  text: { whiteSpace: 'nowrap', fontWeight: 600, lineHeight: 1.15, fontVariantNumeric: 'tabular-nums' },
});

export interface FittedTextProps {
  readonly children: ReactNode;
  readonly text: string;
  /** Content below the text, whose size does not change. */
  readonly below?: ReactNode;
}

/** Renders a single line of text, as large as the box allows. */
export function FittedText({ children, text, below }: FittedTextProps) {
  const styles = useStyles();
  const box = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLSpanElement>(null);
  const size = useSize(box);
  useLayoutEffect(() => {
    const element = own.current;
    const around = box.current;
    if (!element || !around || !size) return;
    const before = Number.parseFloat(getComputedStyle(element).fontSize);
    const { width, height } = element.getBoundingClientRect();
    if (!(width > 0) || !(height > 0)) return;
    // Box and text are both measured with `getBoundingClientRect`: on a wall display it returns enlarged sizes, whereas
    // a ResizeObserver (`size`) reports sizes that are not enlarged.
    const area = around.getBoundingClientRect();
    const room = area.height - (element.nextElementSibling?.getBoundingClientRect().height ?? 0);
    const scale = Math.min((area.width * targetShare) / width, (room * targetShare) / height);
    if (Math.abs(scale - 1) <= tolerance) return;
    element.style.fontSize = `${Math.min(largest, Math.max(smallest, before * scale))}px`;
  }, [size, text]);
  return (
    <div ref={box} className={styles.box}>
      <span ref={own} className={styles.text}>
        {children}
      </span>
      {below}
    </div>
  );
}
