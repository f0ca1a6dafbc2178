import { mergeClasses } from '@griffel/react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useHostElement } from '../../element/host-context.js';
import { isPressed, shortcuts } from '../../kit/shortcuts/shortcuts.js';
import type { MessageTableWidgetProps, MessagesResult, ResultMessage, TableLook } from '../faces.js';
import { formatInstant } from '../time/format-instant.js';
import { texts } from '../texts.js';
import { useSize } from '../visualizations/use-size.js';
import {
  gridTemplate,
  leadingTracks,
  leadingWidth,
  messageId,
  messageKey,
  smallestWidth,
  tableColumns,
} from './columns.js';
import { MessageDetailRow } from './message-detail-row.js';
import { MessageRow, type RowLook } from './message-row.js';
import { useTableStyles } from './message-table-styles.js';
import { estimatedRowHeights, lineRowHeight, type RowShape } from './row-height.js';
import { nextSort, oldestFirst } from './sorting.js';
import { TableHead } from './table-head.js';
import { useColumnWindow } from './use-column-window.js';
import { useFollowEnd } from './use-follow-end.js';
import { useRowFocus } from './use-row-focus.js';

/** What in-list find looks for and where it stands. */
export interface FindState {
  readonly pattern: RegExp | undefined;
  /** Index of the message. */
  readonly current: number | undefined;
}

export type FindKey = 'open' | 'next' | 'previous' | 'close';

export interface MessageListProps extends Pick<
  MessageTableWidgetProps,
  'title' | 'config' | 'fieldTypes' | 'onConfigChange' | 'onOpen' | 'highlightMessage' | 'streams'
> {
  readonly result: MessagesResult;
  readonly shape: Omit<RowShape, 'messageRow'>;
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  /** Number of messages before the first one shown. */
  readonly offset: number;
  /** Called when the last rows come near; asks for more. */
  readonly onNearEnd?: (() => void) | undefined;
  readonly find?: FindState | undefined;
  readonly onFindKey?: ((key: FindKey, at?: number) => void) | undefined;
  /** By message key. */
  readonly selected: ReadonlyMap<string, ResultMessage>;
  readonly selecting: boolean;
  readonly onSelect: (message: ResultMessage) => void;
  /** Live tail: the view stays at the end while it is there; told whether it is. */
  readonly onFollowing?: ((following: boolean) => void) | undefined;
  /** What stands above a message, by its key. */
  readonly above?: ((key: string) => ReactNode) | undefined;
}

/** Rows kept above and below the ones in view: at most 60 are mounted at any time. */
const overscan = 4;
const nearEndRows = 10;
const headHeight = 32;

/** The virtualised list: any number of loaded messages, only those in view are in the document. */
export function MessageList(props: MessageListProps) {
  const { result, config, fieldTypes, shape, look, onConfigChange, onOpen, offset, onNearEnd, find } = props;
  const { layout, density, wrap } = shape;
  const { messages } = result;
  const live = props.onFollowing !== undefined;
  const styles = useTableStyles();
  const { timezone } = useHostElement();
  const idPrefix = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useSize(scroll)?.width ?? 800;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const oneDay = useMemo(() => isOneDay(result, timezone), [result, timezone]);
  const columns = useMemo(
    () => tableColumns(config, fieldTypes, { layout, oneDay }, look.widths),
    [config, fieldTypes, layout, oneDay, look.widths],
  );
  const messageRow = config.show_message_row && layout === 'rows';
  const digits = look.numbers ? String(offset + messages.length).length : 0;
  const leading = useMemo(() => ({ checks: props.selecting, digits }), [props.selecting, digits]);
  const tracks = gridTemplate(columns, leading, messageRow);
  const columnWindow = useColumnWindow(scroll, columns, leading);
  const pattern = find?.pattern;
  const rowLook = useMemo(
    (): RowLook => ({
      ...{ columns, leading, columnWindow, layout, density, wrap, messageRow, oneDay },
      zone: timezone,
      find: pattern,
    }),
    [columns, leading, columnWindow, layout, density, wrap, messageRow, oneDay, timezone, pattern],
  );

  // Of all messages the virtualizer asks for key and height again and again: both are ready.
  const keys = useMemo(() => messages.map(messageKey), [messages]);
  const heights = useMemo(
    () => estimatedRowHeights(messages, { layout, density, messageRow, wrap }, width),
    [messages, layout, density, messageRow, wrap, width],
  );
  // Its row stays while it is scrolled away, and the focus on it.
  const [focusedKey, setFocusedKey] = useState<string>();
  const focusedIndex = useMemo(() => (focusedKey === undefined ? -1 : keys.indexOf(focusedKey)), [keys, focusedKey]);
  const virtual = useVirtualizer({
    count: messages.length,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), focusedIndex), [focusedIndex]),
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: (index) => heights[index] ?? lineRowHeight,
    overscan,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();

  // Rows of another shape have other heights than those measured.
  const measuredShape = useRef('');
  useLayoutEffect(() => {
    const now = `${layout} ${density} ${wrap} ${messageRow}`;
    const before = measuredShape.current;
    measuredShape.current = now;
    if (before === '' || before === now) return;
    virtual.measure();
    for (const item of body.current?.children ?? []) virtual.measureElement(item);
  }, [virtual, layout, density, wrap, messageRow]);
  // Another page starts at its top.
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [offset]);
  const lastIndex = (virtual.range?.endIndex ?? 0) + overscan;
  useEffect(() => {
    if (messages.length > 0 && lastIndex >= messages.length - nearEndRows) onNearEnd?.();
  }, [lastIndex, messages.length, onNearEnd]);
  const found = find?.current;
  useFollowEnd({ scroll, height: virtual.getTotalSize(), busy: open.size > 0, onFollowing: props.onFollowing });

  const latest = useRef({ messages, open, onOpen, onSelect: props.onSelect });
  useEffect(() => {
    latest.current = { messages, open, onOpen, onSelect: props.onSelect };
  });
  const toggle = useCallback((index: number) => {
    const { messages, open, onOpen } = latest.current;
    const message = messages[index];
    if (!message) return;
    const key = messageKey(message);
    const opening = !open.has(key);
    if (onOpen?.(message, opening) === false && opening) return;
    setOpen((before) => {
      const next = new Set(before);
      if (opening) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const select = useCallback((index: number) => {
    const { messages, onSelect } = latest.current;
    const message = messages[index];
    if (message) onSelect(message);
  }, []);

  const isOpen = (index: number) => {
    const message = messages[index];
    return message !== undefined && open.has(messageKey(message));
  };
  const focus = useRowFocus({
    count: messages.length,
    mounted: items.map((item) => item.index),
    body,
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    isOpen,
    onToggle: toggle,
    onSelect: select,
  });
  useEffect(() => {
    if (found === undefined) return;
    // The row that has the focus may scroll away, and the focus with it.
    focus.follow(found);
    virtual.scrollToIndex(found, { align: 'center' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- where find goes, once
  }, [virtual, found]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = findKey(event, find !== undefined);
    if (key === undefined) focus.onKeyDown(event);
    const asked = key ?? (event.key === 'Escape' && find && !event.defaultPrevented ? 'close' : undefined);
    if (asked === undefined || !props.onFindKey) return;
    event.preventDefault();
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    props.onFindKey(asked, row ? Number(row.dataset['row']) : undefined);
  };

  const measures = {
    '--lc-tracks': tracks,
    '--lc-least-width': `${smallestWidth(columns, leading)}px`,
    '--lc-lead': `${leadingWidth(leading)}px`,
    '--lc-first-track': leadingTracks(leading) + 1,
  } as CSSProperties;

  return (
    <div ref={scroll} className={styles.scroll}>
      <div
        ref={grid}
        role="treegrid"
        aria-label={texts.messagesTable}
        aria-rowcount={result.total_results + 1}
        aria-colcount={columns.length + (messageRow ? 2 : 1)}
        aria-multiselectable={props.selecting || undefined}
        className={styles.grid}
        style={measures}
      >
        <TableHead
          {...{ columns, leading, messageRow, density, grid }}
          config={live ? { ...config, sort: oldestFirst } : config}
          onSort={
            live
              ? undefined
              : onConfigChange && ((field) => onConfigChange({ ...config, sort: nextSort(config, field) }))
          }
          onFields={onConfigChange && ((fields) => onConfigChange({ ...config, fields }))}
          onResize={(field, px) => props.onLook({ ...look, widths: withWidth(look.widths, field, px) })}
        />
        <div
          ref={body}
          role="rowgroup"
          className={styles.body}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const index = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
            setFocusedKey(index === undefined ? undefined : keys[Number(index)]);
          }}
          onBlur={({ currentTarget }) => {
            // A window in the background keeps its focus.
            const { activeElement } = currentTarget.getRootNode() as Document | ShadowRoot;
            if (!currentTarget.contains(activeElement)) setFocusedKey(undefined);
          }}
        >
          {items.map((item) => {
            const message = messages[item.index];
            if (!message) return null;
            const key = messageKey(message);
            const opened = open.has(key);
            const detailId = `${idPrefix}-${item.index}`;
            const linked =
              props.highlightMessage !== undefined && messageId(message.message) === props.highlightMessage;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                role="presentation"
                data-index={item.index}
                data-item={item.index}
                className={mergeClasses(styles.item, opened && styles.opened)}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {props.above?.(key)}
                <MessageRow
                  message={message}
                  look={rowLook}
                  index={item.index}
                  rowNumber={offset + item.index + 1}
                  open={opened}
                  linked={linked}
                  selected={props.selected.has(key)}
                  found={found === item.index}
                  tabStop={focus.tabStop === item.index}
                  detailId={detailId}
                  onToggle={toggle}
                  onSelect={select}
                  onFocusRow={focus.onFocusRow}
                />
                {opened && (
                  <MessageDetailRow
                    id={detailId}
                    message={message}
                    fieldTypes={fieldTypes}
                    streams={props.streams}
                    compared={props.selected.has(key)}
                    onCompare={() => props.onSelect(message)}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** @param indices ascending @param row -1: none */
function withRow(indices: number[], row: number): number[] {
  if (row < 0 || indices.includes(row)) return indices;
  return row < (indices[0] ?? 0) ? [row, ...indices] : [...indices, row];
}

function withWidth(
  widths: TableLook['widths'],
  field: string,
  px: number | undefined,
): Readonly<Record<string, number>> | undefined {
  const { [field]: _before, ...others } = widths ?? {};
  return px === undefined ? others : { ...others, [field]: px };
}

/** The keys of the browser's own find open it: what is not mounted the browser cannot find. `n` and `N` step. */
function findKey(event: KeyboardEvent<HTMLElement>, open: boolean): FindKey | undefined {
  const target = event.target as HTMLElement;
  if (!target.closest('[data-row]') || target.matches('input, textarea')) return undefined;
  if (isPressed(shortcuts.find, event)) return 'open';
  if (!open || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'n') return 'next';
  return event.key === 'N' ? 'previous' : undefined;
}

function isOneDay(result: MessagesResult, zone: string): boolean {
  const { from, to } = result.effective_timerange;
  return formatInstant(from, zone, 'date') === formatInstant(to, zone, 'date');
}
