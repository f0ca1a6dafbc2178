import { mergeClasses } from '@griffel/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useHostElement } from '../../element/host-context.js';
import type { MessageTableWidgetProps, MessagesResult } from '../faces.js';
import { formatInstant } from '../time/format-instant.js';
import { texts } from '../texts.js';
import { useSize } from '../visualizations/use-size.js';
import { gridTemplate, messageId, messageKey, smallestWidth, tableColumns } from './columns.js';
import { MessageDetailRow } from './message-detail-row.js';
import { MessageRow } from './message-row.js';
import { useTableStyles } from './message-table-styles.js';
import { estimatedRowHeights, lineRowHeight } from './row-height.js';
import { nextSort } from './sorting.js';
import { TableHead } from './table-head.js';
import { useRowFocus } from './use-row-focus.js';

export interface MessageListProps extends Pick<
  MessageTableWidgetProps,
  'title' | 'config' | 'fieldTypes' | 'onConfigChange' | 'onOpen' | 'highlightMessage' | 'streams'
> {
  readonly result: MessagesResult;
  readonly layout: 'rows' | 'line';
  /** Number of messages before the first one shown. */
  readonly offset: number;
  /** Called when the last rows come near; asks for more. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** Rows kept above and below the ones in view: at most 60 are mounted at any time. */
const overscan = 4;
const nearEndRows = 10;
const headHeight = 32;

/** The virtualised list: any number of loaded messages, only those in view are in the document. */
export function MessageList(props: MessageListProps) {
  const { result, config, fieldTypes, layout, onConfigChange, onOpen, offset, onNearEnd } = props;
  const { messages } = result;
  const styles = useTableStyles();
  const { timezone } = useHostElement();
  const idPrefix = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useSize(scroll)?.width ?? 800;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  const columns = useMemo(() => tableColumns(config, fieldTypes, layout), [config, fieldTypes, layout]);
  const messageRow = config.show_message_row && layout === 'rows';
  const template = gridTemplate(columns, messageRow);
  const oneDay = useMemo(() => isOneDay(result, timezone), [result, timezone]);

  // Of all messages the virtualizer asks for key and height again and again: both are ready.
  const keys = useMemo(() => messages.map(messageKey), [messages]);
  const heights = useMemo(
    () => estimatedRowHeights(messages, layout, messageRow, width),
    [messages, layout, messageRow, width],
  );
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: (index) => heights[index] ?? lineRowHeight,
    overscan,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();

  // Another page starts at its top.
  useEffect(() => scroll.current?.scrollTo({ top: 0 }), [offset]);
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (messages.length > 0 && lastIndex >= messages.length - nearEndRows) onNearEnd?.();
  }, [lastIndex, messages.length, onNearEnd]);

  const latest = useRef({ messages, open, onOpen });
  useEffect(() => {
    latest.current = { messages, open, onOpen };
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
  });

  return (
    <div ref={scroll} className={styles.scroll}>
      <div
        role="treegrid"
        aria-label={texts.messagesTable}
        aria-rowcount={result.total_results + 1}
        aria-colcount={columns.length + (messageRow ? 2 : 1)}
        className={styles.grid}
        style={{ minWidth: smallestWidth(columns) }}
      >
        <TableHead
          config={config}
          columns={columns}
          template={template}
          layout={layout}
          onSort={onConfigChange && ((field) => onConfigChange({ ...config, sort: nextSort(config, field) }))}
        />
        <div
          ref={body}
          role="rowgroup"
          className={styles.body}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={focus.onKeyDown}
        >
          {items.map((item) => {
            const message = messages[item.index];
            if (!message) return null;
            const opened = open.has(messageKey(message));
            const detailId = `${idPrefix}-${item.index}`;
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
                <MessageRow
                  message={message}
                  columns={columns}
                  template={template}
                  layout={layout}
                  messageRow={messageRow}
                  oneDay={oneDay}
                  index={item.index}
                  rowIndex={offset + item.index + 1}
                  open={opened}
                  linked={props.highlightMessage !== undefined && messageId(message.message) === props.highlightMessage}
                  tabStop={focus.tabStop === item.index}
                  zone={timezone}
                  detailId={detailId}
                  onToggle={toggle}
                  onFocusRow={focus.onFocusRow}
                />
                {opened && (
                  <MessageDetailRow
                    id={detailId}
                    message={message}
                    fieldTypes={fieldTypes}
                    streams={props.streams}
                    onClose={() => toggle(item.index)}
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

function isOneDay(result: MessagesResult, zone: string): boolean {
  const { from, to } = result.effective_timerange;
  return formatInstant(from, zone, 'date') === formatInstant(to, zone, 'date');
}
