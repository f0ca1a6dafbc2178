/** Manages the virtual rows of a message list: the mounted rows and their positions. */
import {
  defaultRangeExtractor,
  measureElement,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { allRows, usePrinting } from '../../kit/use-printing.js';
import type { ResultMessage } from '../faces.js';
import { messageId } from './columns.js';
import { estimatedRowHeights, lineRowHeight, type RowShape } from './row-height.js';

/** Number of rows that are mounted above and below the visible rows. */
const overscan = 4;
const nearEndRows = 10;
const headHeight = 32;

export interface ListRowsInput {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly messages: readonly ResultMessage[];
  /** Keys of the messages. */
  readonly keys: readonly string[];
  readonly shape: RowShape;
  /** Width of the list in px. */
  readonly width: number;
  /** Number of messages on the previous pages; a change scrolls to the top. */
  readonly offset: number;
  readonly question: string | undefined;
  /** Id of the message that a link names; the list scrolls to it once. */
  readonly linked: string | undefined;
  /** Key of the message that a link has opened; the list scrolls to it once. */
  readonly opened: string | undefined;
  /** True for the live tail, which follows the end of the list instead of keeping its position. */
  readonly live: boolean;
  readonly onNearEnd: (() => void) | undefined;
}

export interface ListRows {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  /**
   * Keeps the row that has the focus mounted while it is scrolled away; must be called when the focus moves.
   * @param index index of the message in whose row the focus is; undefined: no row has the focus
   */
  readonly onFocusIn: (index: number | undefined) => void;
}

export function useListRows(input: ListRowsInput): ListRows {
  const { scroll, body, messages, keys, shape, width, offset, onNearEnd } = input;
  const { layout, density, wrap, messageRow } = shape;
  // Keys and heights are precomputed, because the virtualizer requests those of all messages repeatedly.
  const heights = useMemo(
    () => estimatedRowHeights(messages, { layout, density, messageRow, wrap }, width),
    [messages, layout, density, messageRow, wrap, width],
  );
  const printing = usePrinting();
  const [focusedKey, setFocusedKey] = useState<string>();
  const focusedIndex = useMemo(() => (focusedKey === undefined ? -1 : keys.indexOf(focusedKey)), [keys, focusedKey]);
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: messages.length,
    rangeExtractor: useCallback(
      (range: Range) => (printing ? allRows(range.count) : withRow(defaultRangeExtractor(range), focusedIndex)),
      [focusedIndex, printing],
    ),
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: (index) => heights[index] ?? lineRowHeight,
    measureElement: measuredHeight,
    overscan,
    // The rows begin after the header, so the end of the visible area is nearer by the height of the header.
    scrollPaddingEnd: headHeight,
  });

  // Measured heights are no longer valid when the layout of the rows changes.
  const measuredShape = useRef('');
  useLayoutEffect(() => {
    const now = `${layout} ${density} ${wrap} ${messageRow}`;
    const before = measuredShape.current;
    measuredShape.current = now;
    if (before === '' || before === now) return;
    virtual.measure();
    for (const item of body.current?.children ?? []) virtual.measureElement(item);
  }, [virtual, body, layout, density, wrap, messageRow]);
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [scroll, offset]);
  useKeptPlace(input, virtual);
  useLinked(input, virtual);
  const lastIndex = (virtual.range?.endIndex ?? 0) + overscan;
  useEffect(() => {
    if (messages.length > 0 && lastIndex >= messages.length - nearEndRows) onNearEnd?.();
  }, [lastIndex, messages.length, onNearEnd]);
  return { virtual, onFocusIn: (index) => setFocusedKey(index === undefined ? undefined : keys[index]) };
}

/**
 * Keeps the position of the first visible message when a repeated search inserts new messages above it, unless the
 * list is at the top. After another search the list starts at the top.
 */
function useKeptPlace(
  { scroll, keys, offset, question, live }: ListRowsInput,
  virtual: Virtualizer<HTMLDivElement, Element>,
): void {
  const before = useRef({ keys, offset, question, items: virtual.getVirtualItems() });
  useLayoutEffect(() => {
    const last = before.current;
    const list = scroll.current;
    const changed = keys !== last.keys;
    before.current = { keys, offset, question: changed ? question : last.question, items: virtual.getVirtualItems() };
    if (!changed || !list || live || list.scrollTop === 0 || offset !== last.offset) return;
    if (question !== last.question) {
      list.scrollTop = 0;
      return;
    }
    const first = last.items.find(({ end }) => end > list.scrollTop);
    const now = first ? virtual.measurementsCache[keys.indexOf(String(first.key))] : undefined;
    if (first && now) list.scrollTop += now.start - first.start;
  });
}

/** Scrolls once to the message that a link names or opens. */
function useLinked(
  { messages, keys, linked, opened }: ListRowsInput,
  virtual: Virtualizer<HTMLDivElement, Element>,
): void {
  const reached = useRef<string>(undefined);
  const named = linked ?? opened;
  useEffect(() => {
    if (named === undefined || named === reached.current) return;
    const index =
      linked === undefined ? keys.indexOf(named) : messages.findIndex(({ message }) => messageId(message) === linked);
    if (index < 0) return;
    reached.current = named;
    virtual.scrollToIndex(index, { align: 'center' });
  }, [messages, keys, linked, named, virtual]);
}

/**
 * Measures a row. The virtualizer does not store a height that equals its estimate, so the height is stored here;
 * otherwise a new estimate would replace it.
 */
function measuredHeight(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  virtual: Virtualizer<HTMLDivElement, Element>,
): number {
  const height = measureElement(row, entry, virtual);
  const item = virtual.measurementsCache[virtual.indexFromElement(row)];
  if (item?.size === height) virtual.itemSizeCache.set(item.key, height);
  return height;
}

/**
 * Returns the indices with an additional row.
 *
 * @param indices indices of consecutive rows in ascending order
 * @param row index of the additional row; -1: none
 */
function withRow(indices: number[], row: number): number[] {
  if (row < 0 || indices.includes(row)) return indices;
  return row < (indices[0] ?? 0) ? [row, ...indices] : [...indices, row];
}
