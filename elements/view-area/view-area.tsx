/** Renders the widgets of a view with their results and actions, shared by searches and dashboards. */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import type { AggregationConfig, ViewState, Widget } from '../../api/contract/views.schema.js';
import { chartLookOf } from '../../machines/view/chart-look.js';
import { draftOf, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { layoutOf } from '../../machines/view/grid-layout.js';
import type { MetricLooks } from '../../machines/view/metric-look.js';
import { widgetTitle } from '../../machines/view/titles.js';
import type { WidgetModeAddress } from '../../machines/widget-mode.js';
import { isGuest, useConnection, useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';
import { Suspense } from '../kit/suspense.js';
import { FieldInteractionsContext, HighlightingRulesContext, preloadMarks } from '../widgets/index.js';
import { LateAlertMarks } from './alert-marks.js';
import { AreaDialogs, type AreaDialog } from './area-dialogs.js';
import { EditorFailed } from './editor-failed.js';
import { useFieldTypes, type FieldTypes } from './field-types.js';
import { rememberFold } from './fold-memory.js';
import { BareList } from './grid/bare-list.js';
import { useRoom } from './grid/use-room-to-fold.js';
import { WidgetGrid } from './grid/widget-grid.js';
import { WidgetWait } from './grid/widget-wait.js';
import { lookingOnly, useAreaInteractions } from './interactions.js';
import { useFigures } from './use-figures.js';
import { useNearWidgets } from './near-widgets.js';
import { useOpenMessages } from './open-messages.js';
import { SharedErrors } from './shared-errors.js';
import { useWidgetCommands } from './use-widget-commands.js';
import { useWidgetMode } from './use-widget-mode.js';
import { useReturnToWidget } from './use-return-to-widget.js';
import { useView, type ViewPageActor } from './view-page.js';
import { DashboardWidget } from './widget/dashboard-widget.js';
import { WhenNear } from './widget/when-near.js';
import { WidgetActions } from './widget/widget-actions.js';
import { WidgetView } from './widget/widget-view.js';

/**
 * `full`: all widgets on the grid; `compact`: the first message table and the first other widget; `messages`: the first
 * message table.
 */
export type AreaLayout = 'full' | 'compact' | 'messages';

export interface ViewAreaProps {
  readonly page: ViewPageActor;
  readonly document: ViewDocument;
  readonly layout: AreaLayout;
  readonly config: SearchesConfig | undefined;
  readonly highlightMessage?: string | undefined;
  /** True once the main results are shown and optional requests may start. */
  readonly idle: boolean;
  /** True marks alerts on the time axes of the charts; true by default. */
  readonly marksAlerts?: boolean | undefined;
  /** Called when a message table with its messages is on screen. */
  readonly onTableShown: () => void;
  /** Focus and edit mode from the address; absent: the area keeps the mode in its own state. */
  readonly mode?: WidgetModeAddress | undefined;
  readonly onMode?: ((mode: WidgetModeAddress) => void) | undefined;
  /**
   * Query row of the edited dashboard widget (range, streams, query), and a function that applies its unsubmitted
   * changes.
   */
  readonly widgetQuery?: { readonly row: (widget: Widget) => ReactNode; readonly apply: () => void } | undefined;
  /** Content of a page without widgets; absent: a hint. */
  readonly empty?: ReactNode;
  /** Returns true if the surrounding console has a page for the route; links to routes without a page are hidden. */
  readonly hasRoute?: ((route: string) => boolean) | undefined;
  /** Compares the messages that match the query clause with the rest. Absent: comparison is not available. */
  readonly onCompare?: ((clause: string) => void) | undefined;
}

const useStyles = makeStyles({
  /**
   * A widget that fills the area has the measured height (`--lc-alone`), or most of the window's height without one.
   */
  alone: { minWidth: 0, height: 'var(--lc-alone, calc(100dvh - 220px))', minHeight: '420px' },
});

const NoWidgets = lazyPart(() => import('./no-widgets.js'), 'NoWidgets');
const WidgetEditor = lazyPart(() => import('./editor/widget-editor.js'), 'WidgetEditor');

/**
 * Renders a widget; returns null while its content is deferred. `onConfigChange` receives configuration changes that
 * the user makes in the result itself. `looks` contains units and thresholds, and `computed` contains formulas, that
 * the user has not applied yet.
 */
export type RenderWidget = (
  widget: Widget,
  onConfigChange?: (config: AggregationConfig) => void,
  looks?: MetricLooks,
  computed?: string,
) => ReactNode;

const noRoutes = (): boolean => false;

export function ViewArea(props: ViewAreaProps) {
  const { page, document, layout, config, highlightMessage, idle, onTableShown, hasRoute = noRoutes } = props;
  const styles = useStyles();
  const { readonly: readOnly, allows } = useHostElement();
  const { server } = useConnection();
  const username = useUsername();
  // A guest searches, but has no account in which an arrangement of widgets could be saved.
  const isFixed = readOnly || isGuest(username);
  const { view, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const hasResult = useSelector(execution, ({ context }) => context.shown !== undefined);
  const override = useSelector(page, ({ context }) => context.override);
  const state = stateOf(document, queryId);
  const executed = useMemo(() => draftOf(document, queryId), [document, queryId]);
  const dashboard = document.view.type === 'DASHBOARD';
  const fields = useFieldTypes(executed, idle && hasResult && !dashboard);
  const { mode, widgetId, editing: isEdited } = useWidgetMode(page, state.widgets, props.mode, props.onMode);
  const [dialog, setDialog] = useState<AreaDialog>();
  const onLeaveFocus = useCallback(() => mode.send({ type: 'widget.unfocused' }), [mode]);
  const { onCompare } = props;
  const interactions = useAreaInteractions(page, document, fields, config, { onLeaveFocus, hasRoute, onCompare });
  const anyRules = (interactions.rules?.length ?? 0) > 0;
  useEffect(() => {
    if (anyRules) preloadMarks();
  }, [anyRules]);
  const commands = useWidgetCommands({ page, document, mode, hasRoute, onDialog: setDialog });
  const looking = useMemo(() => lookingOnly(page, interactions, allows('filter')), [page, interactions, allows]);
  const onOpen = useOpenMessages(page);
  const inOrder = useMemo(() => widgetsInOrder(state), [state]);
  // On a read-only page, a widget opened for editing is shown in focus mode.
  const edited = isEdited && !readOnly;
  const alone = layout === 'full' ? state.widgets.find(({ id }) => id === widgetId) : undefined;
  const aloneRef = useRef<HTMLDivElement>(null);
  const { room } = useRoom(aloneRef, alone !== undefined && !edited);
  const near = useNearWidgets(page, state.widgets, dashboard, alone === undefined);
  useReturnToWidget(near.root, alone?.id, edited);

  // Messages have priority: on a page with a message table, charts wait until the messages have been rendered.
  const chartsWait = !idle && hasMessageTable(state);
  const renderWidget: RenderWidget = (widget, editing, looks, computed) => {
    if (chartsWait && widget.type.toLowerCase() === 'aggregation') return null;
    const title = widgetTitle(state, widget);
    const shown = (known: FieldTypes, streams: readonly string[]): ReactNode => (
      <WidgetView
        page={page}
        widget={widget}
        title={title}
        layout={layout}
        actions={
          layout === 'full' &&
          !(edited && widget === alone) && (
            <WidgetActions
              widget={widget}
              title={title}
              positions={state.positions}
              focused={widget === alone}
              commands={commands}
            />
          )
        }
        {...(editing && { onEditedConfig: editing })}
        looks={looks}
        computed={computed}
        dashboard={dashboard}
        overridden={override?.timerange}
        fields={known}
        streams={streams}
        highlightMessage={highlightMessage}
        onOpen={onOpen}
        onTableShown={onTableShown}
      />
    );
    if (!dashboard) return shown(fields, executed.streams);
    const own = (
      <DashboardWidget
        widget={widget}
        overridden={override?.timerange}
        enabled={idle && hasResult}
        interactions={readOnly ? looking : interactions}
        render={(known) => shown(known, widget.streams ?? [])}
      />
    );
    if (widget === alone) return own;
    return <WhenNear seen={near.seen} widget={widget} title={title} render={() => own} />;
  };
  const [ownFolds, setOwnFolds] = useState<Readonly<Record<string, boolean>>>({});
  const fold = {
    of: (widgetId: string): boolean => ownFolds[widgetId] ?? chartLookOf(state, widgetId).folded,
    // Read-only users cannot change the view, so their folding lasts only while the area is mounted.
    onFold: (widgetId: string, folded: boolean): void => {
      if (readOnly) return setOwnFolds({ ...ownFolds, [widgetId]: folded });
      view.send({ type: 'widget.arranged', widgetId, look: { folded: folded || undefined } });
      if (view.getSnapshot().context.stored === undefined) rememberFold(server, username, folded);
    },
  };
  // Showing figures must not make a dashboard unsaved, and read-only users cannot change the view.
  const figures = useFigures(
    state,
    dashboard || readOnly
      ? undefined
      : (widgetId, count) => view.send({ type: 'widget.arranged', widgetId, look: { figures: count } }),
  );
  const content = (): ReactNode => {
    if (inOrder.length === 0 && props.empty !== undefined) return props.empty;
    if (inOrder.length === 0) {
      return (
        <Part>
          <NoWidgets dashboard={document.view.type === 'DASHBOARD'} />
        </Part>
      );
    }
    if (layout !== 'full') {
      return <BareList widgets={inOrder} withChart={layout === 'compact'} renderWidget={renderWidget} />;
    }
    if (alone && edited) {
      return (
        <ErrorBoundary
          fallback={(error, reset) => (
            <EditorFailed error={error} onRetry={reset} onCancel={() => mode.send({ type: 'edit.cancelled' })} />
          )}
        >
          <Suspense fallback={<WidgetWait widget={alone} />}>
            <WidgetEditor
              key={alone.id}
              page={page}
              document={document}
              widget={alone}
              title={widgetTitle(state, alone)}
              head={props.widgetQuery?.row(alone)}
              renderWidget={(widget, onConfigChange, looks, computed) => (
                <ErrorBoundary>
                  <Suspense fallback={<WidgetWait widget={widget} />}>
                    {renderWidget(widget, onConfigChange, looks, computed)}
                  </Suspense>
                </ErrorBoundary>
              )}
              onApplied={() => {
                props.widgetQuery?.apply();
                mode.send({ type: 'edit.applied' });
              }}
              onCancelled={() => mode.send({ type: 'edit.cancelled' })}
            />
          </Suspense>
        </ErrorBoundary>
      );
    }
    if (alone) {
      return (
        <div
          ref={aloneRef}
          className={styles.alone}
          style={room === undefined ? undefined : { '--lc-alone': `${room}px` }}
          data-widget={alone.id}
        >
          <ErrorBoundary>
            <Suspense fallback={<WidgetWait widget={alone} />}>
              {renderWidget(alone) ?? <WidgetWait widget={alone} />}
            </Suspense>
          </ErrorBoundary>
        </div>
      );
    }
    return (
      <WidgetGrid
        state={state}
        renderWidget={renderWidget}
        {...(!dashboard && { fold })}
        figures={figures}
        titleOf={(widget) => widgetTitle(state, widget)}
        onMove={isFixed ? undefined : (positions) => view.send({ type: 'positions.changed', positions })}
        onCreate={isFixed ? undefined : (position) => setDialog({ kind: 'create', position })}
      />
    );
  };
  return (
    <HighlightingRulesContext value={interactions.rules}>
      <FieldInteractionsContext value={!readOnly ? interactions : allows('filter') ? looking : undefined}>
        <div ref={near.root}>
          <SharedErrors page={page} layout={layout} enabled={alone === undefined && layout !== 'messages'}>
            <CleanUpBoundary>{content()}</CleanUpBoundary>
          </SharedErrors>
          {idle && hasResult && props.marksAlerts !== false && <LateAlertMarks />}
        </div>
        <AreaDialogs
          page={page}
          document={document}
          dialog={dialog}
          hasRoute={hasRoute}
          onClose={() => setDialog(undefined)}
        />
      </FieldInteractionsContext>
    </HighlightingRulesContext>
  );
}

export function hasMessageTable({ widgets }: Pick<ViewState, 'widgets'>): boolean {
  return widgets.some((widget) => widget.type.toLowerCase() === 'messages');
}

/** Returns the widgets in reading order, that is, by their positions on the grid. */
function widgetsInOrder({ widgets, positions }: ViewState): readonly Widget[] {
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  return layoutOf(widgets, positions).flatMap(({ id }) => byId.get(id) ?? []);
}
