import { makeStyles } from '@griffel/react';
import { useEffect, useRef } from 'react';
import { tokens } from '../../kit/tokens.js';
import { OpenedMessage, type OpenedMessageProps } from './opened-message.js';

export interface MessageDetailRowProps extends Omit<OpenedMessageProps, 'onShown'> {
  readonly id: string;
  /** Returns true once after opening, and not when the row is mounted again by scrolling. */
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

/** Renders the details of an open message, in a row that follows the row of the message. */
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

/** Maximum height in px of the details that are scrolled into view. */
const mostInView = 320;

const doings = ['pointerdown', 'wheel', 'keydown', 'touchmove'] as const;

/**
 * Scrolls the details into view again while their parts are being loaded, until `mostInView` px are shown or the user
 * acts. Returns a function that ends the scrolling.
 */
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

/**
 * Scrolls the row of a message and the beginning of its details into view, no further than needed.
 *
 * @param first invisible element at the start of the details, which is sized to cover the part to scroll into view
 * @returns height of the details in px
 */
function comeIntoView(first: HTMLElement): number {
  const detail = first.parentElement?.getBoundingClientRect();
  const item = first.closest('[data-item]')?.getBoundingClientRect();
  if (!detail || !item) return 0;
  first.style.top = `${item.top - detail.top}px`;
  // A part taller than the list would be aligned at its end, which would hide the row, so its height is limited.
  const wanted = detail.top - item.top + Math.min(detail.height, mostInView);
  first.style.height = `${Math.min(wanted, roomOf(first.closest('[role=treegrid]')?.parentElement))}px`;
  first.scrollIntoView({ block: 'nearest' });
  return detail.height;
}

/** Returns the visible height in px of the list without its sticky header. */
function roomOf(scroller: Element | null | undefined): number {
  if (!scroller) return Infinity;
  return scroller.clientHeight - (parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);
}
