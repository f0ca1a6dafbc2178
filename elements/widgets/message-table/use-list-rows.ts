/** Virtual rows of a message list: the mounted rows and their positions. */
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

/** Rows kept above and below the ones in view: at most 60 are mounted at any time. */
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
  /** px of the list */
  readonly width: number;
  /** Number of messages before the first one: another one begins at its top. */
  readonly offset: number;
  readonly question: string | undefined;
  /** Id of the message that a link named: the list comes to it once. */
  readonly linked: string | undefined;
  /** A live list goes where its end is. */
  readonly live: boolean;
  readonly onNearEnd: (() => void) | undefined;
}

export interface ListRows {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  /** The row that has the focus stays while it is scrolled away, and the focus on it. @param index undefined: none has it */
  readonly onFocusIn: (index: number | undefined) => void;
}

export function useListRows(input: ListRowsInput): ListRows {
  const { scroll, body, messages, keys, shape, width, offset, onNearEnd } = input;
  const { layout, density, wrap, messageRow } = shape;
  // Keys and heights are computed in advance, because the virtualizer asks for those of all messages repeatedly.
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
    // Rows begin below the head, and as much of them is below the view.
    scrollPaddingEnd: headHeight,
  });

  // Rows of another shape have other heights than those measured.
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
 * The same question asked again brings new messages above those that are being read: the first one in view stays where it is.
 * At the top there is nothing to keep. The answer to another question begins at its top.
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

/** Scrolls to a linked message and makes it the starting point for the keyboard. */
function useLinked({ messages, linked }: ListRowsInput, virtual: Virtualizer<HTMLDivElement, Element>): void {
  const reached = useRef<string>(undefined);
  useEffect(() => {
    if (linked === undefined || linked === reached.current) return;
    const index = messages.findIndex(({ message }) => messageId(message) === linked);
    if (index < 0) return;
    reached.current = linked;
    virtual.scrollToIndex(index, { align: 'center' });
  }, [messages, linked, virtual]);
}

/** A row that is as high as it was taken for is not remembered as measured: another guess, at another width, would take its place. */
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

/** @param indices ascending @param row -1: none */
function withRow(indices: number[], row: number): number[] {
  if (row < 0 || indices.includes(row)) return indices;
  return row < (indices[0] ?? 0) ? [row, ...indices] : [...indices, row];
}
