import { makeStyles } from '@griffel/react';
import { useEffect, useRef } from 'react';
import { tokens } from '../../kit/tokens.js';
import { OpenedMessage, type OpenedMessageProps } from './opened-message.js';

export interface MessageDetailRowProps extends Omit<OpenedMessageProps, 'onShown'> {
  readonly id: string;
  /** True once after it was opened, not when it is scrolled back into the document. */
  readonly takeFresh: () => boolean;
}

const useStyles = makeStyles({
  row: { position: 'relative', cursor: 'default' },
  mark: { position: 'absolute', left: 0, top: 0, bottom: 0, width: '3px', backgroundColor: tokens.brand.solid },
  first: { position: 'absolute', visibility: 'hidden' },
  cell: {
    // The detail row is as wide as the widget, even when the table is wider.
    position: 'sticky',
    left: 0,
    display: 'block',
    width: '100cqw',
    maxWidth: '100%',
    boxSizing: 'border-box',
    minHeight: '160px',
  },
});

/** The details of an open message, in the row beneath it. */
export function MessageDetailRow({ id, takeFresh, ...opened }: MessageDetailRowProps) {
  const styles = useStyles();
  const first = useRef<HTMLSpanElement>(null);
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  return (
    <div role="row" id={id} aria-level={2} className={styles.row}>
      <span className={styles.mark} aria-hidden="true" />
      <span ref={first} className={styles.first} aria-hidden="true" />
      <div role="gridcell" className={styles.cell}>
        <OpenedMessage
          {...opened}
          onShown={() => {
            if (takeFresh() && first.current) leave.current = keepInView(first.current);
          }}
        />
      </div>
    </div>
  );
}

/** px of the details */
const mostInView = 320;

const doings = ['pointerdown', 'wheel', 'keydown', 'touchmove'] as const;

/** Keeps the details in view until they are complete or the user acts, because parts of them load one after the other. */
function keepInView(first: HTMLElement): () => void {
  const end = (): void => {
    observer.disconnect();
    for (const doing of doings) window.removeEventListener(doing, end, true);
  };
  const observer = new ResizeObserver(() => {
    if (comeIntoView(first) >= mostInView) end();
  });
  if (first.parentElement) observer.observe(first.parentElement);
  for (const doing of doings) window.addEventListener(doing, end, true);
  return end;
}

/** The row itself and the beginning of its details, scrolled no further than that takes. @returns px of the details */
function comeIntoView(first: HTMLElement): number {
  const detail = first.parentElement?.getBoundingClientRect();
  const item = first.closest('[data-item]')?.getBoundingClientRect();
  if (!detail || !item) return 0;
  first.style.top = `${item.top - detail.top}px`;
  // A detail that is taller than the view would be aligned by its end, which hides its row; so its height is capped.
  const wanted = detail.top - item.top + Math.min(detail.height, mostInView);
  first.style.height = `${Math.min(wanted, roomOf(first.closest('[role=treegrid]')?.parentElement))}px`;
  first.scrollIntoView({ block: 'nearest' });
  return detail.height;
}

/** @returns px of the list that its head leaves in sight */
function roomOf(scroller: Element | null | undefined): number {
  if (!scroller) return Infinity;
  return scroller.clientHeight - (parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);
}
