import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, type CSSProperties, type ReactNode, type Ref } from 'react';
import { useMergedRef } from './use-merged-ref.js';

export interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string | number;
  /** Row height in px; with `measured`, an estimate that is used until a row is measured. */
  readonly estimateSize: number;
  /** Number of rows mounted beyond each visible edge; default 6. */
  readonly overscan?: number;
  /** True measures the height of each row, for rows of different heights. */
  readonly measured?: boolean;
  /** Index of the active row; a newly active row is scrolled into view. */
  readonly activeIndex?: number;
  /** Called when the last row is mounted, so that the caller can load more rows. */
  readonly onEndReached?: () => void;
  readonly className?: string;
  readonly role?: string;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-multiselectable'?: boolean;
  readonly tabIndex?: number;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** Renders a scrolling list that mounts only the visible rows and a few more; the rows are in order in the DOM. */
export function VirtualList<Item>(props: VirtualListProps<Item>): ReactNode {
  const { items, keyOf, estimateSize, overscan = 6, measured = false, activeIndex, onEndReached, children } = props;
  const { className, role, id, tabIndex, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const merged = useMergedRef(scroller, ref);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimateSize,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item, index);
    },
    overscan,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  const reached = last >= items.length - 1 && items.length > 0;
  // `onEndReached` is called once for each length of the list, and not whenever the caller passes a new function.
  const tell = useEffectEvent(() => onEndReached?.());
  useEffect(() => {
    if (reached) tell();
  }, [reached, items.length]);
  useEffect(() => {
    if (activeIndex !== undefined && activeIndex >= 0) virtualizer.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, virtualizer]);
  return (
    <div
      ref={merged}
      className={className}
      role={role}
      id={id}
      tabIndex={tabIndex}
      aria-label={props['aria-label']}
      aria-multiselectable={props['aria-multiselectable']}
      style={{ overflowY: 'auto' }}
    >
      <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <div
              key={row.key}
              role="presentation"
              data-index={row.index}
              ref={measured ? virtualizer.measureElement : undefined}
              style={rowStyle(row.start, measured ? undefined : row.size)}
            >
              {children(item, row.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowStyle(top: number, height: number | undefined): CSSProperties {
  return { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${top}px)`, height };
}
