/** Renders a widget of the view with its result. */
import { useContext, useMemo, type ReactNode } from 'react';
import type { AbsoluteRange, SearchTypeResult, TimeRange } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { resultsOf } from '../../../machines/search-execution/results.js';
import { stateOf } from '../../../machines/view/document.js';
import { metricLooksOf } from '../../../machines/view/metric-look.js';
import { stackingOf } from '../../../machines/view/stacking.js';
import { widgetRange } from '../../../machines/view/widget-draft.js';
import { useHostElement } from '../../element/host-context.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { usePluginsPending } from '../../kit/plugins/slots.js';
import { Suspense } from '../../kit/suspense.js';
import {
  StillWidgetsContext,
  WidgetScopeContext,
  WidgetSkeleton,
  type AggregationConfig,
  type MessageOpenHandler,
  type MetricLooks,
  type WidgetChrome,
  type WidgetProps,
} from '../../widgets/index.js';
import { RenderBoundary } from '../../widgets/frame/render-boundary.js';
import { WidgetFrame } from '../../widgets/frame/widget-frame.js';
import type { FieldTypes } from '../field-types.js';
import { useView, type ViewPageActor } from '../view-page.js';
import type { AreaLayout } from '../view-area.js';
import { widgetScope } from './widget-scope.js';
import { SharedErrorContext, useWidgetResult, withSharedMarked } from './widget-result.js';
import { widgetTypes } from './widget-types.js';

const DashboardFooter = lazyPart(() => import('./dashboard-footer.js'), 'DashboardFooter');
const UnknownWidget = lazyPart(() => import('./unknown-widget.js'), 'UnknownWidget');

export interface WidgetViewProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly title: string;
  readonly layout: AreaLayout;
  /** Frame of the widget; absent: a card in the full layout, no frame in other layouts. */
  readonly chrome?: WidgetChrome | undefined;
  /** Icons at the right end of the header. */
  readonly actions?: ReactNode;
  /** Time range that overrides the ranges of all widgets of a dashboard; null or undefined: no override. */
  readonly overridden?: TimeRange | null | undefined;
  readonly dashboard: boolean;
  /** Called in the preview of an editor when the user changes the configuration in the result itself. */
  readonly onEditedConfig?: (config: AggregationConfig) => void;
  /** Units and thresholds that an editor has not applied yet; absent: those stored in the view. */
  readonly looks?: MetricLooks | undefined;
  /** Filtered metrics and formulas that an editor has not applied yet; absent: those stored in the view. */
  readonly computed?: string | undefined;
  readonly fields: FieldTypes;
  /** Streams of the query, for links to surrounding messages. */
  readonly streams: readonly string[];
  readonly highlightMessage: string | undefined;
  readonly onOpen: MessageOpenHandler;
  readonly onTableShown: () => void;
}

/** Renders a widget, and provides the context for the menus inside the widget. */
export function WidgetView(props: WidgetViewProps): ReactNode {
  const { page, widget, dashboard, title, actions } = props;
  const chrome = chromeOf(props);
  const scope = useMemo(() => widgetScope(page, widget, dashboard), [page, widget, dashboard]);
  return (
    <WidgetScopeContext value={scope}>
      {/* A widget that fails to render gets a frame with the actions, so that it can still be edited or deleted. */}
      <RenderBoundary
        resetKey={widget}
        frame={(message) => (
          <WidgetFrame title={title} executing={false} chrome={chrome} actions={actions}>
            {message}
          </WidgetFrame>
        )}
      >
        <WidgetContent {...props} />
      </RenderBoundary>
    </WidgetScopeContext>
  );
}

const chromeOf = ({ chrome, layout }: WidgetViewProps): WidgetChrome => chrome ?? (layout === 'full' ? 'card' : 'bare');

function WidgetContent(props: WidgetViewProps): ReactNode {
  const {
    page,
    widget,
    title,
    layout,
    actions,
    overridden,
    dashboard,
    onEditedConfig,
    fields,
    streams,
    highlightMessage,
    onOpen,
    onTableShown,
  } = props;
  const { readonly: readOnly, timezone } = useHostElement();
  const still = useContext(StillWidgetsContext);
  const types = widgetTypes.use();
  const pending = usePluginsPending();
  const { view, document, queryId } = useView(page);
  const { shown, executing, queuedSeconds, errors, retry, answeredAt, staleReason, isEarlier } = useWidgetResult(
    page,
    widget.id,
  );
  // The footer states the range of the result that is shown.
  const override = isEarlier ? shown?.conditions.override?.timerange : overridden;
  const results = resultsOf(shown, widget.id);
  const titles = document && stateOf(document, queryId).titles;
  const stored = useMemo(() => metricLooksOf({ titles: titles ?? null }, widget.id), [titles, widget.id]);
  const looks = props.looks ?? stored;

  const common: WidgetProps = {
    title,
    executing,
    ...(queuedSeconds !== undefined && { queuedSeconds }),
    errors: withSharedMarked(errors, useContext(SharedErrorContext)),
    // A wall display retries automatically and has no user to press a button.
    ...(!still && { onRetry: retry }),
    chrome: chromeOf(props),
    ...(actions !== undefined && { actions }),
    ...(dashboard && {
      footer: (
        <Suspense fallback={null}>
          <DashboardFooter
            answeredAt={answeredAt}
            staleReason={staleReason}
            isEarlier={isEarlier}
            range={override ?? widgetRange(widget)}
            overridden={!!override}
            effective={effectiveRangeOf(results[0])}
            timezone={timezone}
          />
        </Suspense>
      ),
    }),
    ...(!readOnly &&
      layout === 'full' && {
        onTitleChange: (changed: string) => view.send({ type: 'widget.titled', widgetId: widget.id, title: changed }),
      }),
  };
  const type = types.find((one) => one.type === widget.type.toLowerCase());
  if (!type) return pending ? <WaitingWidget {...common} /> : <UnknownWidget {...common} widget={widget} />;
  return (
    <type.Shown
      {...common}
      page={page}
      widget={widget}
      shown={shown}
      results={results}
      looks={looks}
      computed={props.computed ?? titles?.['formulas']?.[widget.id]}
      stacking={
        titles === undefined || dashboard || layout !== 'full' || onEditedConfig
          ? undefined
          : stackingOf({ titles }, widget)
      }
      dashboard={dashboard}
      fieldTypes={fields.list}
      onEditedConfig={onEditedConfig}
      streams={streams}
      highlightMessage={highlightMessage}
      layout={layout === 'full' ? 'rows' : 'line'}
      onOpen={onOpen}
      onTableShown={onTableShown}
    />
  );
}

/**
 * Renders a placeholder of a widget of unknown type while plug-ins are loading, because a plug-in may provide the type.
 */
function WaitingWidget(frame: WidgetProps): ReactNode {
  return (
    <WidgetFrame {...frame}>
      <WidgetSkeleton shape="text" />
    </WidgetFrame>
  );
}

function effectiveRangeOf(result: SearchTypeResult | undefined): AbsoluteRange | undefined {
  return result && 'effective_timerange' in result ? result.effective_timerange : undefined;
}
