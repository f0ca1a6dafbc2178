/** Renders a single dashboard widget, for a page that arranges widgets itself. */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useInsertionEffect, useMemo, useRef, type ReactNode } from 'react';
import type { TimeRange } from '../../api/contract/searches.js';
import type { Widget } from '../../api/contract/views.schema.js';
import { Forbidden, reasonOf } from '../../api/failures.js';
import type { HostFilter } from '../../machines/host-filters.js';
import { errorsOf } from '../../machines/search-execution/results.js';
import { queryIds, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { widgetTitle } from '../../machines/view/titles.js';
import { executedDraft } from '../../machines/view/widget-draft.js';
import { useDashboardMethods, useDashboardPage, useHostFilters, type DashboardPageActor } from '../dashboard/index.js';
import { ElementFailure } from '../element/element-failure.js';
import { useEnvironment } from '../element/environment.js';
import { useHostElement } from '../element/host-context.js';
import { useRangeCheck, useZonedRange } from '../element/range-words.js';
import { EmptyState } from '../kit/empty-state.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { IconButton } from '../kit/icon-button.js';
import { DiscardIcon, WarningIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import { inset } from '../kit/tokens.js';
import { useSurroundings } from '../search/index.js';
import {
  gapPx,
  rowPx,
  useFieldTypes,
  useToldRefresh,
  useView,
  useWidgetTroubles,
  UncomputedFields,
  ViewFields,
  WidgetView,
  WidgetWait,
} from '../view-area/index.js';
import { FieldInteractionsContext, type FieldInteractions } from '../widgets/index.js';
import { texts } from './texts.js';
import { useWidgetOverride } from './use-widget-override.js';

export interface LogWidgetProps {
  /** Id of the dashboard. */
  readonly viewId: string | undefined;
  readonly widgetId: string | undefined;
  /** Query of the host page, which is added to the query of the widget; empty: none. */
  readonly query: string;
  /** Time range in place of the widget's own; absent: the widget keeps its range. */
  readonly range: TimeRange | undefined;
  /** Filters of the host page, added to the query of the widget and not displayed. */
  readonly filters: readonly HostFilter[];
  /** Seconds between refreshes. */
  readonly refresh: number | undefined;
}

const useStyles = makeStyles({
  // The widget determines the height unless the page gives the element one, which the widget then fills.
  root: {
    flex: '1 1 var(--log-widget-height, var(--own-height))',
    minHeight: '120px',
    minWidth: 0,
    padding: inset(0),
    display: 'grid',
    gridTemplateRows: '1fr',
  },
  message: { padding: '16px' },
});

const Refusal = lazyPart(() => import('../kit/refusal.js'), 'Refusal');

/**
 * Makes the content a column. If the page gives the element a height, the column is as high as the element. Otherwise
 * it is as high as the widget, because a height of 100 % has no effect in an element whose height depends on its
 * content.
 */
function useOwnColumn(): void {
  const { wrapper, box } = useEnvironment();
  useInsertionEffect(() => {
    // In other elements the wrapper is as high as the content while the element scrolls. Here the wrapper keeps the
    // height of the element, so that the content can shrink again.
    wrapper.style.height = '100%';
    Object.assign(box.style, { display: 'flex', flexDirection: 'column', height: '100%', minHeight: '0' });
    return () => {
      wrapper.style.height = '';
      box.removeAttribute('style');
    };
  }, [wrapper, box]);
}

export function LogWidget(props: LogWidgetProps): ReactNode {
  const { viewId = '', widgetId = '' } = props;
  const [range, isWaiting] = useZonedRange(props.range);
  useOwnColumn();
  if (isWaiting) return <Loading />;
  return <Page key={JSON.stringify([viewId, widgetId])} {...props} range={range} viewId={viewId} widgetId={widgetId} />;
}

function Page(props: LogWidgetProps & { readonly viewId: string; readonly widgetId: string }): ReactNode {
  const { widgetId, query, range, refresh, filters } = props;
  const host = useHostElement();
  const page = useDashboardPage({ ...props, page: undefined });
  const onReset = useWidgetOverride(page, query, range);
  useRangeCheck(range);
  useHostFilters(page, filters);
  const check = useCallback(
    (opened: ViewDocument): void => {
      if (pageOf(opened, widgetId) === undefined) throw new ElementFailure('not-found', texts.missingWidget);
    },
    [widgetId],
  );
  useDashboardMethods(page, check);
  useSurroundings(page, undefined);
  useWidgetTroubles(page, { only: widgetId });
  useToldRefresh(page, refresh);
  const { view, document, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const openFailure = useSelector(view, ({ context }) => context.failure);
  const interrupted = openFailure !== undefined && openFailure !== null;
  const owner = document && pageOf(document, widgetId);
  const isAnswered = useSelector(execution, ({ context: { parts, request } }) => {
    const part = parts[widgetId];
    if (part) return part.status === 'shown' && errorsOf(part.shown, widgetId).length === 0;
    // A widget without a search, such as a text, is shown at once.
    return request !== undefined && (request.widgetMapping[widgetId] ?? []).length === 0;
  });
  const isShown = owner !== undefined && owner === queryId && isAnswered;
  const gone = document !== undefined && owner === undefined;
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  useEffect(() => {
    if (owner !== undefined && owner !== queryId) view.send({ type: 'page.selected', queryId: owner });
  }, [view, owner, queryId]);
  // Only this widget of the dashboard is executed.
  useEffect(() => {
    if (owner !== undefined && owner === queryId) execution.send({ type: 'widgets.near', widgetIds: [widgetId] });
  }, [execution, owner, queryId, widgetId]);
  useEffect(() => {
    if (isShown) latest.current.ready();
  }, [isShown]);
  useEffect(() => {
    if (gone) latest.current.fail(new ElementFailure('not-found', texts.missingWidget));
  }, [gone]);
  useEffect(() => {
    if (interrupted) latest.current.fail(openFailure);
  }, [interrupted, openFailure]);

  if (openFailure instanceof Forbidden) return <Refusal error={openFailure} />;
  if (interrupted) {
    return (
      <ErrorPanel
        title={texts.notOpened}
        errors={[reasonOf(openFailure)]}
        onRetry={() => view.send({ type: 'retry' })}
      />
    );
  }
  if (!document) return <Loading />;
  const widget = owner === undefined ? undefined : stateOf(document, owner).widgets.find(({ id }) => id === widgetId);
  if (!widget || owner === undefined) return <Problem title={texts.missingWidget} />;
  if (owner !== queryId) return <Loading />;
  return (
    <ViewFields page={page}>
      <Shown page={page} document={document} queryId={queryId} widget={widget} onReset={onReset} />
    </ViewFields>
  );
}

/** Finds the id of the dashboard page that contains the widget. */
function pageOf(document: ViewDocument, widgetId: string): string | undefined {
  return queryIds(document).find((id) => stateOf(document, id).widgets.some((widget) => widget.id === widgetId));
}

function Problem({ title }: { readonly title: string }): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.message}>
      <EmptyState icon={<WarningIcon />} title={title} />
    </div>
  );
}

interface ShownProps {
  readonly page: DashboardPageActor;
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly widget: Widget;
  /** Called to undo refinements; absent while the widget is not refined. */
  readonly onReset: (() => void) | undefined;
}

function Shown({ page, document, queryId, widget, onReset }: ShownProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const state = stateOf(document, queryId);
  const override = useSelector(page, ({ context }) => context.override);
  const executed = executedDraft(widget, override?.timerange);
  const fields = useFieldTypes(executed, true);
  // Filtering must be allowed explicitly here: the other widgets of the page do not follow the filter.
  const filters = host.readonly && host.allows('filter');
  const rows = state.positions[widget.id]?.height;
  const height = (typeof rows === 'number' && Number.isFinite(rows) ? rows : 3) * (rowPx + gapPx) - gapPx;
  const interactions = useMemo(
    (): FieldInteractions => ({
      query: () => page.getSnapshot().context.override?.query?.query_string ?? '',
      typeOf: fields.typeOf,
      isLeftOut: fields.isLeftOut,
      ...(filters && {
        onQuery: (queryString) =>
          page.send({
            type: 'override.changed',
            override: {
              ...page.getSnapshot().context.override,
              query: { type: 'elasticsearch', query_string: queryString },
            },
          }),
      }),
      onValueClick: (clicked) => host.emit('log-value-click', { ...clicked, widget: widget.id }, { cancelable: true }),
    }),
    [page, host, widget.id, fields, filters],
  );
  return (
    <div className={styles.root} style={{ '--own-height': `${height}px` }}>
      <FieldInteractionsContext value={interactions}>
        <Suspense fallback={<WidgetWait widget={widget} />}>
          <WidgetView
            page={page}
            widget={widget}
            title={widgetTitle(state, widget)}
            layout="full"
            {...(host.hides('title') && { chrome: 'bare' })}
            actions={
              onReset && <IconButton size="small" quiet label={texts.reset} icon={<DiscardIcon />} onClick={onReset} />
            }
            overridden={override?.timerange}
            dashboard={true}
            fields={fields}
            streams={executed.streams}
            highlightMessage={undefined}
            onOpen={({ index, message }) =>
              host.emit('log-message-open', { index, id: String(message['_id']) }, { cancelable: true })
            }
            onTableShown={() => {}}
          />
        </Suspense>
        <UncomputedFields />
      </FieldInteractionsContext>
    </div>
  );
}
