/** One widget of the view with its result. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AbsoluteRange, SearchError, SearchTypeResult, TimeRange } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { errorsOf, isMessages, resultsOf, searchTypesOf } from '../../../machines/search-execution/results.js';
import { defaultRange } from '../../../machines/time-range/ranges.js';
import { useHostElement } from '../../element/host-context.js';
import {
  AggregationWidget,
  type AggregationConfig,
  type MessageOpenHandler,
  type WidgetProps,
} from '../../widgets/index.js';
import type { FieldTypes } from '../field-types.js';
import { texts } from '../texts.js';
import { totalOf, useView, type ViewPageActor } from '../view-page.js';
import type { AreaLayout } from '../view-area.js';
import { MessagesView } from './messages-view.js';
import { RangeFooter } from './range-footer.js';
import { UnknownWidget } from './unknown-widget.js';

export interface WidgetViewProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly title: string;
  readonly layout: AreaLayout;
  /** Icons at the right end of the header. */
  readonly actions?: ReactNode;
  /** Range over all widgets of a dashboard. */
  readonly overridden?: TimeRange | null | undefined;
  readonly dashboard: boolean;
  readonly fields: FieldTypes;
  /** Of the query, for links to surrounding messages. */
  readonly streams: readonly string[];
  readonly highlightMessage: string | undefined;
  readonly onOpen: MessageOpenHandler;
  readonly onTableShown: () => void;
}

export function WidgetView(props: WidgetViewProps): ReactNode {
  const {
    page,
    widget,
    title,
    layout,
    actions,
    overridden,
    dashboard,
    fields,
    streams,
    highlightMessage,
    onOpen,
    onTableShown,
  } = props;
  const { readonly: readOnly, timezone } = useHostElement();
  const { view } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const executing = useSelector(
    execution,
    (state) =>
      state.matches({ run: 'idle' }) ||
      // What repeats by itself does not dim what is being read.
      (state.matches({ run: 'running' }) && !(state.context.request?.background && state.context.shown)),
  );
  const shown = useSelector(execution, ({ context }) => context.shown);
  const results = resultsOf(shown, widget.id);

  const common: WidgetProps = {
    title,
    executing,
    errors: errorsOfWidget(shown, widget.id),
    onRetry: () => page.send({ type: 'searchAgain' }),
    chrome: layout === 'full' ? 'card' : 'bare',
    ...(actions !== undefined && { actions }),
    ...(dashboard && {
      footer: (
        <RangeFooter
          range={overridden ?? widget.timerange ?? defaultRange}
          overridden={!!overridden}
          effective={effectiveRangeOf(results[0])}
          timezone={timezone}
        />
      ),
    }),
    ...(!readOnly &&
      layout === 'full' && {
        onTitleChange: (changed: string) => view.send({ type: 'widget.titled', widgetId: widget.id, title: changed }),
      }),
  };
  switch (widget.type.toLowerCase()) {
    case 'aggregation': {
      const [chartId = ''] = searchTypesOf(shown, widget.id);
      const pivots = results.filter((result) => result.type === 'pivot');
      const pivot = pivots.find(({ id }) => id === chartId);
      const total = totalOf(page);
      return (
        <AggregationWidget
          {...common}
          config={widget.config as unknown as AggregationConfig}
          result={pivot}
          trend={pivots.find(({ id }) => id !== chartId)}
          events={results.find((result) => result.type === 'events')?.events}
          {...(fields.list && { fieldTypes: fields.list })}
          {...(pivot && { effectiveRange: pivot.effective_timerange })}
          {...(total !== undefined && { total })}
          {...(!readOnly && {
            onRange: (timeRange) => page.send({ type: 'range.zoomed', timeRange }),
            onConfigChange: (changed) =>
              view.send({ type: 'widget.updated', widget: { ...widget, config: { ...changed } } }),
          })}
        />
      );
    }
    case 'messages':
      return (
        <>
          <MessagesView
            {...common}
            page={page}
            widget={widget}
            result={results.find(isMessages)}
            {...(fields.list && { fieldTypes: fields.list })}
            onOpen={onOpen}
            {...(highlightMessage !== undefined && { highlightMessage })}
            streams={streams}
            layout={layout === 'full' ? 'rows' : 'line'}
          />
          {shown && <Committed onCommitted={onTableShown} />}
        </>
      );
  }
  return <UnknownWidget {...common} widget={widget} />;
}

function effectiveRangeOf(result: SearchTypeResult | undefined): AbsoluteRange | undefined {
  return result && 'effective_timerange' in result ? result.effective_timerange : undefined;
}

/** A search type that was asked for but neither answered nor explained is an error of its own. */
function errorsOfWidget(shown: Parameters<typeof errorsOf>[0], widgetId: string): readonly SearchError[] {
  const errors = errorsOf(shown, widgetId);
  const lost = shown?.result !== undefined && errors.length === 0 && resultsOf(shown, widgetId).length === 0;
  return lost ? [{ type: 'search_type', description: texts.notRequested(widgetId) }] : errors;
}

/** Tells when what stands beside it is on screen: a lazy widget holds this effect back until it is loaded. */
function Committed({ onCommitted }: { readonly onCommitted: () => void }) {
  const latest = useRef(onCommitted);
  useEffect(() => latest.current(), []);
  return null;
}
