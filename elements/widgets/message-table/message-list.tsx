import { mergeClasses } from '@griffel/react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import type { MessageTableWidgetProps, MessagesResult, ResultMessage, TableLook } from '../faces.js';
import { texts } from '../texts.js';
import { useSize } from '../visualizations/use-size.js';
import { messageId, messageKey } from './columns.js';
import { findKey, type FindKey } from './find-key.js';
import { MessageRow } from './message-row.js';
import { useTableStyles } from './message-table-styles.js';
import type { RowShape } from './row-height.js';
import { nextSort, oldestFirst } from './sorting.js';
import { TableHead } from './table-head.js';
import { useFollowEnd } from './use-follow-end.js';
import { useKeptInView } from './use-kept-in-view.js';
import { useListLook } from './use-list-look.js';
import { useListPanel } from './use-list-panel.js';
import { useListRows } from './use-list-rows.js';
import { useGoingOn, useMore } from './use-more.js';
import { useOpened } from './use-opened.js';
import { useRowFocus } from './use-row-focus.js';
import { rootOf } from '../../kit/root-of.js';

const DetailPanel = lazyPart(() => import('./detail-panel.js'), 'DetailPanel');
const DetailSheet = lazyPart(() => import('./detail-sheet.js'), 'DetailSheet');
const MessageDetailRow = lazyPart(() => import('./message-detail-row.js'), 'MessageDetailRow');

/** Pattern and current match of the find bar. */
export interface FindState {
  readonly pattern: RegExp | undefined;
  /** Index of the message with the current match. */
  readonly current: number | undefined;
}

export interface MessageListProps extends Pick<
  MessageTableWidgetProps,
  | 'title'
  | 'config'
  | 'fieldTypes'
  | 'onConfigChange'
  | 'onOpen'
  | 'detailBeside'
  | 'highlightMessage'
  | 'openMessage'
  | 'streams'
> {
  readonly result: MessagesResult;
  readonly shape: Omit<RowShape, 'messageRow'>;
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  /** Number of messages on the previous pages. */
  readonly offset: number;
  /** Key of the search; messages of a search with another key are scrolled to the top. */
  readonly question?: string | undefined;
  /** Called when the last rows are near the visible area, so that more messages are loaded. */
  readonly onNearEnd?: (() => void) | undefined;
  /** Loads more messages; undefined: there are no more messages, or this list does not load more. */
  readonly onMore?: (() => void) | undefined;
  readonly find?: FindState | undefined;
  readonly onFindKey?: ((key: FindKey, at?: number) => void) | undefined;
  /** Messages selected for comparison by message key. */
  readonly selected: ReadonlyMap<string, ResultMessage>;
  readonly selecting: boolean;
  readonly onSelect: (message: ResultMessage) => void;
  /** Called in the live tail when following new messages starts or ends; absent: the list is not a live tail. */
  readonly onFollowing?: ((following: boolean) => void) | undefined;
  /** Returns content above the message with this key. */
  readonly above?: ((key: string) => ReactNode) | undefined;
  /** Content in place of the table when there are no messages; an open panel stays. */
  readonly empty?: ReactNode;
}

/** Renders a virtual list of any number of loaded messages; only the rows in and near the visible area are mounted. */
export function MessageList(props: MessageListProps) {
  const { result, config, fieldTypes, shape, look, onConfigChange, offset, onNearEnd, find } = props;
  const { layout, density, wrap } = shape;
  const { messages } = result;
  const live = props.onFollowing !== undefined;
  const styles = useTableStyles();
  const idPrefix = useId();
  const panelId = `${idPrefix}-panel`;
  const split = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const width = useSize(scroll)?.width ?? 800;
  const room = useSize(split)?.width ?? 0;

  const messageRow = config.show_message_row && layout === 'rows';
  const rowShape = { layout, density, wrap, messageRow };
  const { columns, leading, rowLook, measures } = useListLook({
    ...{ scroll, result, config, fieldTypes, look, offset },
    shape: rowShape,
    selecting: props.selecting,
    pattern: find?.pattern,
  });
  const keys = useMemo(() => messages.map(messageKey), [messages]);
  const opened = useOpened({
    ...{ messages, keys, room, offset },
    onOpen: props.onOpen,
    mayBeBeside: props.detailBeside === true,
    requested: live ? undefined : props.openMessage,
  });
  const { panel } = opened;
  const { virtual, onFocusIn } = useListRows({
    ...{ scroll, body, messages, keys, width, offset, onNearEnd, live },
    question: props.question,
    linked: props.highlightMessage,
    opened: opened.requestedKey,
    shape: rowShape,
  });
  const items = virtual.getVirtualItems();
  const found = find?.current;
  useFollowEnd({ scroll, height: virtual.getTotalSize(), busy: opened.any, onFollowing: props.onFollowing });

  const latest = useRef({ messages, onSelect: props.onSelect });
  useEffect(() => {
    latest.current = { messages, onSelect: props.onSelect };
  });
  const select = useCallback((index: number) => {
    const { messages, onSelect } = latest.current;
    const message = messages[index];
    if (message) onSelect(message);
  }, []);

  const scrollTo = useKeptInView({ virtual, body, live });
  const count = messages.length;
  const more = useMore(keys, props.onMore);
  const focus = useRowFocus({
    count,
    onMore: more.ask,
    mounted: items.map((item) => item.index),
    body,
    scroll,
    scrollTo,
    isOpen: (index) => opened.isOpen(keys[index] ?? ''),
    onToggle: opened.toggle,
    onSelect: select,
    onStep: (from, to) => opened.filters.take(keys[from] ?? '', keys[to] ?? ''),
    panelOpen: panel !== undefined,
  });
  const { shownIndex, close, stepBy } = useListPanel({
    ...{ opened, focus, virtual, scrollTo, width, count },
    onMore: more.ask,
  });
  useGoingOn(more, keys, (from) => {
    const { activeElement } = rootOf(body.current) ?? document;
    // The focus stays where it is if the user has moved it out of the list.
    if (!panel && !body.current?.contains(activeElement)) return;
    const step = panel ? from === shownIndex && stepBy(1) : focus.stepFrom(from, 1);
    if (step) step();
  });
  const detailOf = (key: string, message: ResultMessage, index: number) => ({
    message,
    fieldTypes,
    streams: props.streams,
    compared: props.selected.has(key),
    onCompare: () => props.onSelect(message),
    onPlace:
      opened.onPlace &&
      (() => {
        opened.onPlace?.(key);
        if (index >= 0) focus.moveTo(index);
      }),
    fieldFilter: opened.filters.of(key),
    onFieldFilter: (text: string) => opened.filters.set(key, text),
  });
  const goTo = useEffectEvent((index: number) => {
    // The row with the focus may be unmounted by scrolling, so the focus moves to the row of the match.
    focus.follow(index);
    virtual.scrollToIndex(index, { align: 'center' });
  });
  // The list scrolls once for each match that becomes the current match.
  useEffect(() => {
    if (found !== undefined) goTo(found);
  }, [found]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inTable = event.currentTarget.contains(event.target as Node);
    if (panel && event.key === 'Escape' && inTable && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    const key = findKey(event, find !== undefined);
    if (key === undefined) focus.onKeyDown(event);
    const requested = key ?? (event.key === 'Escape' && find && !event.defaultPrevented ? 'close' : undefined);
    if (requested === undefined || !props.onFindKey) return;
    event.preventDefault();
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    props.onFindKey(requested, row ? Number(row.dataset['row']) : undefined);
  };

  const ofPanel = panel && {
    ...detailOf(panel.key, panel.message, shownIndex),
    onClose: close,
    onPrevious: stepBy(-1),
    onNext: stepBy(1),
  };

  return (
    <div ref={split} className={styles.split}>
      <div
        ref={scroll}
        data-printed=""
        className={mergeClasses(styles.scroll, panel && !opened.isSheet && styles.besidePanel)}
      >
        {messages.length === 0 ? (
          props.empty
        ) : (
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
              data-printed-rows=""
              style={{ height: virtual.getTotalSize() }}
              onKeyDown={onKeyDown}
              onFocus={({ target }) => {
                const index = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
                onFocusIn(index === undefined ? undefined : Number(index));
              }}
              onBlur={({ currentTarget }) => {
                // When the whole window loses the focus, the row is still the active element and must stay mounted.
                const { activeElement } = rootOf(currentTarget) ?? document;
                if (!currentTarget.contains(activeElement)) onFocusIn(undefined);
              }}
            >
              {items.map((item) => {
                const message = messages[item.index];
                if (!message) return null;
                const key = messageKey(message);
                const isOpen = opened.isOpen(key);
                const isShown = panel?.key === key;
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
                    className={mergeClasses(styles.item, isOpen && !isShown && styles.opened)}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    {props.above?.(key)}
                    <MessageRow
                      message={message}
                      look={rowLook}
                      index={item.index}
                      rowNumber={offset + item.index + 1}
                      open={isOpen}
                      shown={isShown}
                      linked={linked}
                      selected={props.selected.has(key)}
                      found={found === item.index}
                      tabStop={focus.tabStop === item.index}
                      detailId={isShown ? panelId : detailId}
                      onToggle={opened.toggle}
                      onSelect={select}
                      onFocusRow={focus.onFocusRow}
                    />
                    {isOpen && !isShown && (
                      <Part>
                        <MessageDetailRow
                          {...detailOf(key, message, item.index)}
                          id={detailId}
                          takeFresh={() => opened.takeFresh(key)}
                          onPrevious={focus.stepFrom(item.index, -1)}
                          onNext={focus.stepFrom(item.index, 1)}
                        />
                      </Part>
                    )}
                  </div>
                );
              })}
            </div>
          </div>
        )}
      </div>
      {panel && ofPanel && (
        <Part>
          {opened.isSheet ? (
            <DetailSheet {...ofPanel} />
          ) : (
            <DetailPanel
              {...ofPanel}
              id={panelId}
              messageKey={panel.key}
              gone={shownIndex < 0}
              width={opened.panelWidth}
              room={room}
              onWidth={opened.onPanelWidth}
            />
          )}
        </Part>
      )}
    </div>
  );
}

function withWidth(
  widths: TableLook['widths'],
  field: string,
  px: number | undefined,
): Readonly<Record<string, number>> | undefined {
  const { [field]: _before, ...others } = widths ?? {};
  return px === undefined ? others : { ...others, [field]: px };
}
