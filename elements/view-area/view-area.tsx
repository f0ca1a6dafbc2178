/** The widgets of a view with their results, and what they may change: the same on searches and dashboards. */
import { useSelector } from '@xstate/react';
import { useMemo, type ReactNode } from 'react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import type { ViewState, Widget } from '../../api/contract/views.schema.js';
import { draftOf, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { layoutOf } from '../../machines/view/grid-layout.js';
import { widgetTitle } from '../../machines/view/titles.js';
import { useHostElement } from '../element/host-context.js';
import { FieldInteractionsContext, HighlightingRulesContext } from '../widgets/index.js';
import { useFieldTypes } from './field-types.js';
import { BareList } from './grid/bare-list.js';
import { WidgetGrid } from './grid/widget-grid.js';
import { useAreaInteractions } from './interactions.js';
import { useOpenMessages } from './open-messages.js';
import { useView, type ViewPageActor } from './view-page.js';
import { WidgetView } from './widget/widget-view.js';

/** `full`: all widgets on the grid; `compact`: the first chart and message table; `messages`: the first message table. */
export type AreaLayout = 'full' | 'compact' | 'messages';

export interface ViewAreaProps {
  readonly page: ViewPageActor;
  readonly document: ViewDocument;
  readonly layout: AreaLayout;
  readonly config: SearchesConfig | undefined;
  readonly highlightMessage?: string | undefined;
  /** True once there is time for what improves the results only. */
  readonly idle: boolean;
  /** A message table with messages is on screen. */
  readonly onTableShown: () => void;
}

export function ViewArea({ page, document, layout, config, highlightMessage, idle, onTableShown }: ViewAreaProps) {
  const { readonly: readOnly } = useHostElement();
  const { view, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const hasResult = useSelector(execution, ({ context }) => context.shown !== undefined);
  const state = stateOf(document, queryId);
  const executed = useMemo(() => draftOf(document, queryId), [document, queryId]);
  const fields = useFieldTypes(executed, idle && hasResult);
  const interactions = useAreaInteractions(page, document, fields.typeOf, config);
  const onOpen = useOpenMessages(page);

  const inOrder = useMemo(() => widgetsInOrder(state), [state]);

  // Messages come first: the chart library loads once they are there.
  const chartsWait = !idle && hasMessageTable(state);
  const renderWidget = (widget: Widget): ReactNode =>
    chartsWait && widget.type.toLowerCase() === 'aggregation' ? null : (
      <WidgetView
        page={page}
        widget={widget}
        title={widgetTitle(state, widget)}
        layout={layout}
        fields={fields}
        streams={executed.streams}
        highlightMessage={highlightMessage}
        onOpen={onOpen}
        onTableShown={onTableShown}
      />
    );
  return (
    <HighlightingRulesContext value={interactions.rules}>
      <FieldInteractionsContext value={readOnly ? undefined : interactions}>
        {layout === 'full' ? (
          <WidgetGrid
            state={state}
            renderWidget={renderWidget}
            titleOf={(widget) => widgetTitle(state, widget)}
            onMove={readOnly ? undefined : (positions) => view.send({ type: 'positions.changed', positions })}
          />
        ) : (
          <BareList widgets={inOrder} withChart={layout === 'compact'} renderWidget={renderWidget} />
        )}
      </FieldInteractionsContext>
    </HighlightingRulesContext>
  );
}

export function hasMessageTable({ widgets }: Pick<ViewState, 'widgets'>): boolean {
  return widgets.some((widget) => widget.type.toLowerCase() === 'messages');
}

/** In reading order. */
function widgetsInOrder({ widgets, positions }: ViewState): readonly Widget[] {
  const byId = new Map(widgets.map((widget) => [widget.id, widget]));
  return layoutOf(widgets, positions).flatMap(({ id }) => byId.get(id) ?? []);
}
