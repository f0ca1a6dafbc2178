import { makeStyles } from '@griffel/react';
import { useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import type { ChosenPatternOrder } from '../../../machines/view/pattern-orders.js';
import { Tabs } from '../../kit/tabs.js';
import { SearchIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { FailedPart, Part } from '../../kit/part.js';
import { Suspense } from '../../kit/suspense.js';
import { loadsWithinMs, useTypedAhead } from '../../kit/typed-ahead.js';
import { TableColumnsContext, type TableColumns } from '../actions/interactions.js';
import type { MessagesResult, MessageTableWidgetProps, ResultMessage, TableLook } from '../faces.js';
import { WidgetBody } from '../frame/widget-body.js';
import { StillWidgetsContext, WidgetFrame } from '../frame/widget-frame.js';
import { texts } from '../texts.js';
import { messageKey } from './columns.js';
import type { FindRequest } from './find-bar.js';
import type { FindKey } from './find-key.js';
import { MessageList, type FindState, type MessageListProps } from './message-list.js';
import { narrow } from './message-table-styles.js';
import { Pager } from './pager.js';
import type { RowShape } from './row-height.js';
import { nextSort, oldestFirst, sortInEffect } from './sorting.js';
import { SortButton } from './table-head.js';
import { TableTools } from './table-tools.js';

const FindBar = lazyPart(() => import('./find-bar.js'), 'FindBar');
const EmptyState = lazyPart(() => import('../../kit/empty-state.js'), 'EmptyState');
const LiveMessages = lazyPart(() => import('./live-messages.js'), 'LiveMessages');
const PatternsPanel = lazyPart(() => import('../patterns/patterns-panel.js'), 'PatternsPanel');
const SelectionBar = lazyPart(() => import('./selection-bar.js'), 'SelectionBar');

export const defaultPageSize = 150;

const useStyles = makeStyles({
  aside: { display: 'inline-flex', alignItems: 'center', gap: '8px' },
  // The height is limited, because on small screens the middle of a high card would be outside the window.
  none: { height: '100%', maxHeight: '240px' },
  // Narrow widgets have no tabs, because the title needs the room; the menu opens the patterns.
  tabs: { [narrow]: { display: 'none' } },
  // Narrow widgets hide the table's header, so the widget's header has the sort control.
  sort: { display: 'none', alignItems: 'center', fontWeight: 400, [narrow]: { display: 'inline-flex' } },
});

/** State of the open find bar: the latest request of the user, the pattern and the current match. */
interface OpenFind extends FindState {
  readonly request: FindRequest;
}

const messageTabs = [
  { key: 'messages', label: texts.messagesTable },
  { key: 'patterns', label: texts.patternsTab },
] as const;

const noMessages: readonly ResultMessage[] = [];
const noneFound: Omit<OpenFind, 'request'> = { pattern: undefined, current: undefined };

/** Renders the message table of search pages and dashboards (spec 2 §2, screens/search.md §8). */
export function MessageTableWidget(props: MessageTableWidgetProps) {
  const styles = useStyles();
  const still = useContext(StillWidgetsContext);
  const { config, onConfigChange, pageSize = defaultPageSize, tail } = props;
  const [look, onLook] = useLook(props);
  const [find, setFind] = useState<OpenFind>();
  const typed = useTypedAhead();
  const [tailed, setTailed] = useState<{ readonly running: boolean; readonly question: string | undefined }>();
  // Messages that a stopped live tail has collected stay until another search is executed.
  const live = tailed !== undefined && (tailed.running || tailed.question === props.question);
  const runs = live && tailed.running;
  const setRuns = (running: boolean) => setTailed({ running, question: props.question });
  const [ownTab, setOwnTab] = useState<'messages' | 'patterns'>('messages');
  const [tab, setTab] = props.onTab ? [props.tab ?? 'messages', props.onTab] : [ownTab, setOwnTab];
  const [ownOrder, setOwnOrder] = useState<ChosenPatternOrder>();
  const [order, setOrder] = props.onPatternOrder ? [props.patternOrder, props.onPatternOrder] : [ownOrder, setOwnOrder];
  const [selecting, setSelecting] = useState(false);
  const [selected, setSelected] = useState<ReadonlyMap<string, ResultMessage>>(new Map());
  // Messages of the live tail, which the find bar searches in place of the search results.
  const [listed, setListed] = useState<readonly ResultMessage[]>();

  const patterns = tab === 'patterns' ? props.patterns : undefined;
  const isLive = !patterns && live && tail !== undefined;
  const sort = sortInEffect(isLive ? { ...config, sort: oldestFirst } : config);
  const shape = shapeOf(look, props.layout);
  // When a page fails, for example beyond the result window, the pager must stay to offer a way back.
  const failed = (props.errors?.length ?? 0) > 0 && (props.page ?? 1) > 1 && !props.executing;
  const columns = useMemo((): TableColumns | undefined => {
    if (!onConfigChange) return undefined;
    return {
      fields: config.fields,
      onAdd: (field) => onConfigChange({ ...config, fields: [...config.fields, field] }),
      onRemove: (field) => onConfigChange({ ...config, fields: config.fields.filter((one) => one !== field) }),
    };
  }, [config, onConfigChange]);
  const onSelect = useCallback((message: ResultMessage) => {
    setSelecting(true);
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(messageKey(message))) next.set(messageKey(message), message);
      return next;
    });
  }, []);
  const onSelecting = (on: boolean) => {
    setSelecting(on);
    if (!on) setSelected(new Map());
  };
  const onFindKey = (key: FindKey, at?: number) => {
    if (key === 'close') typed.end();
    else if (!find) typed.begin(loadsWithinMs);
    setFind((before) => (key === 'close' ? undefined : { ...noneFound, ...before, request: { key, at } }));
  };
  const onFound = useCallback((found: FindState) => setFind((before) => before && { ...before, ...found }), []);

  const list: ListProps = {
    ...listPropsOf(props),
    shape,
    look,
    onLook,
    find,
    onFindKey,
    selected,
    selecting,
    onSelect,
  };
  const tools = !patterns && (
    <TableTools
      look={look}
      effective={shape}
      onLook={onLook}
      endless={props.onLookChange && props.onPage ? props.mode === 'endless' : undefined}
      onFind={() => onFindKey('open')}
      selecting={selecting}
      onSelecting={onSelecting}
      live={isLive && runs}
      onLive={tail && setRuns}
      onPatterns={props.patterns && (() => setTab('patterns'))}
    />
  );
  // Until the find bar is loaded, and if it cannot be loaded, the controls that it replaces stay.
  const withFindBar = (replaced: ReactNode): ReactNode =>
    find ? (
      <ErrorBoundary
        fallback={(error, reset) => (
          <>
            {replaced}
            <FailedPart error={error} onRetry={reset} />
          </>
        )}
      >
        <Suspense fallback={replaced}>
          <FindBar
            messages={(isLive ? listed : undefined) ?? props.result?.messages ?? noMessages}
            config={config}
            fieldTypes={props.fieldTypes}
            request={find.request}
            typed={typed}
            onFound={onFound}
            onClose={() => onFindKey('close')}
          />
        </Suspense>
      </ErrorBoundary>
    ) : (
      replaced
    );
  const bare = props.chrome === 'bare';
  const selectionBar = selecting && (
    <Part>
      <SelectionBar
        messages={[...selected.values()]}
        fieldTypes={props.fieldTypes}
        onRemove={onSelect}
        onClear={() => onSelecting(false)}
      />
    </Part>
  );
  const pager = { ...pagerOf(props, pageSize), tools: bare && withFindBar(tools) };
  const loaded = props.result?.messages.length ?? 0;
  // A list with one line per message has its pager in the header, so that the foot has room for another message.
  const hasPagerInHead = shape.layout === 'line' && !bare && !still && !patterns && !isLive && !failed && loaded > 0;
  return (
    <TableColumnsContext value={columns}>
      <WidgetFrame
        {...props}
        asideInUse={find !== undefined}
        actions={
          <>
            {tools}
            {props.actions}
          </>
        }
        aside={withFindBar(
          <span className={styles.aside}>
            {hasPagerInHead && !find && <Pager {...pager} place="head" loaded={loaded} duration={props.duration} />}
            {props.patterns && (
              <span className={patterns ? undefined : styles.tabs}>
                <Tabs kind="segments" label={texts.messagesTable} tabs={messageTabs} active={tab} onChange={setTab} />
              </span>
            )}
            {!patterns && (
              <span className={styles.sort}>
                {sort.field}
                <SortButton
                  field={sort.field}
                  direction={sort.direction}
                  onSort={
                    isLive
                      ? undefined
                      : onConfigChange && ((field) => onConfigChange({ ...config, sort: nextSort(config, field) }))
                  }
                />
              </span>
            )}
          </span>,
        )}
      >
        {patterns ? (
          <Part fallback={<Loading />}>
            <PatternsPanel source={patterns} chosen={order} onChoose={setOrder} />
          </Part>
        ) : isLive ? (
          <Part>
            <LiveMessages
              list={list}
              source={tail}
              tools={bare && withFindBar(tools)}
              selectionBar={selectionBar}
              onListed={setListed}
              stopped={!runs}
              onRuns={setRuns}
              onLeave={() => setTailed(undefined)}
            />
          </Part>
        ) : (
          <>
            <WidgetBody {...props} errors={errorsInPlace(props)} skeleton="messages" pageSize={pageSize}>
              {(result) => (
                <Messages table={props} list={list} result={result} pageSize={pageSize}>
                  {selectionBar || (
                    <Pager
                      {...pager}
                      place={hasPagerInHead && !find ? 'foot' : undefined}
                      loaded={result.messages.length}
                      duration={props.duration}
                    />
                  )}
                </Messages>
              )}
            </WidgetBody>
            {failed && <Pager {...pager} loaded={0} />}
          </>
        )}
      </WidgetFrame>
    </TableColumnsContext>
  );
}

/** Properties of the message list that are independent of the listed messages. */
export type ListProps = Omit<
  MessageListProps,
  'result' | 'offset' | 'question' | 'onNearEnd' | 'onMore' | 'onFollowing' | 'above' | 'empty'
>;

function listPropsOf({
  title,
  config,
  fieldTypes,
  onConfigChange,
  onOpen,
  detailBeside,
  highlightMessage,
  openMessage,
  streams,
}: MessageTableWidgetProps) {
  return {
    title,
    config,
    ...(fieldTypes && { fieldTypes }),
    ...(onConfigChange && { onConfigChange }),
    ...(onOpen && { onOpen }),
    ...(detailBeside && { detailBeside }),
    ...(highlightMessage !== undefined && { highlightMessage }),
    ...(openMessage && { openMessage }),
    ...(streams && { streams }),
  };
}

function useLook({ look, onLookChange }: MessageTableWidgetProps): [TableLook, (look: TableLook) => void] {
  const [own, setOwn] = useState<TableLook>(look ?? {});
  return onLookChange ? [look ?? {}, onLookChange] : [own, setOwn];
}

/**
 * Returns the layout of the rows. Compact rows without wrapping have a single line with the message text as the last
 * column.
 */
function shapeOf(look: TableLook, layout: MessageTableWidgetProps['layout'] = 'rows'): Omit<RowShape, 'messageRow'> {
  const density = look.density ?? (layout === 'line' ? 'compact' : 'default');
  const wrap = look.wrap ?? layout === 'rows';
  return { density, wrap, layout: density === 'compact' && !wrap ? 'line' : 'rows' };
}

/**
 * Returns the errors that are shown in place of the table: errors of the search or of a page. In endless mode the
 * loaded messages stay when the next messages fail to load.
 */
function errorsInPlace({ mode, result, errors, pageErrors }: MessageTableWidgetProps) {
  if (errors && errors.length > 0) return errors;
  return mode === 'endless' && result ? [] : pageErrors;
}

interface MessagesProps {
  readonly table: MessageTableWidgetProps;
  readonly list: ListProps;
  readonly result: MessagesResult;
  readonly pageSize: number;
  /** Content after the list, such as the pager. */
  readonly children: ReactNode;
}

function Messages({ table, list, result, pageSize, children }: MessagesProps) {
  const styles = useStyles();
  const { onPage, page = 1, mode = 'pages', pageLoading = false, pageErrors = [] } = table;
  const loaded = result.messages.length;
  const more = mode === 'endless' && loaded < result.total_results;
  const unrequested = more && !pageLoading && pageErrors.length === 0;
  const onNext = useCallback(() => onPage?.(page + 1), [onPage, page]);
  // A page that is already loading is not requested again.
  const onMore = useCallback(() => pageLoading || onNext(), [pageLoading, onNext]);
  return (
    <>
      <MessageList
        {...list}
        result={result}
        offset={mode === 'pages' ? (page - 1) * pageSize : 0}
        question={table.question}
        onNearEnd={unrequested ? onNext : undefined}
        onMore={more && onPage ? onMore : undefined}
        empty={
          <Part>
            <div className={styles.none}>
              <EmptyState icon={<SearchIcon />} title={texts.noMessages} action={table.emptyAction} />
            </div>
          </Part>
        }
      />
      {loaded > 0 && children}
    </>
  );
}

function pagerOf(props: MessageTableWidgetProps, pageSize: number) {
  const { page = 1, mode = 'pages', pageLoading = false, onPage, result, pageErrors = [] } = props;
  const total = result?.total_results ?? page * pageSize;
  return { page, mode, loading: pageLoading, onPage, pageSize, total, errors: mode === 'endless' ? pageErrors : [] };
}
