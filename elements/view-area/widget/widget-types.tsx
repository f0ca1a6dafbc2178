/**
 * Contains the registry of widget types: first the console's own types, then the types of plug-ins. A new type needs a
 * component that takes `ShownWidgetProps`, an entry in the list `own`, and its search in
 * `machines/view/search-types.ts`.
 */
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type { FieldType, SearchTypeResult } from '../../../api/contract/searches.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import { isMessages, type ShownResult } from '../../../machines/search-execution/results.js';
import type { Stacking } from '../../../machines/view/stacking.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { createSlot, type Registered } from '../../kit/plugins/slots.js';
import { Suspense } from '../../kit/suspense.js';
import {
  TextWidget,
  type AggregationConfig,
  type MessageOpenHandler,
  type MessageTableWidgetProps,
  type MetricLooks,
  type WidgetProps,
} from '../../widgets/index.js';
import type { ViewPageActor } from '../view-page.js';
import { AggregationView } from './aggregation-view.js';
import { MessagesView } from './messages-view.js';

const ComputedView = lazyPart(() => import('./computed-view.js'), 'ComputedView');
const PluginWidget = lazyPart(() => import('./plugin-widget.js'), 'PluginWidget');

/** Props that every widget needs, regardless of its type. */
export interface ShownWidgetProps extends WidgetProps {
  readonly page: ViewPageActor;
  readonly widget: Widget;
  readonly shown: ShownResult | undefined;
  /** The widget's results. */
  readonly results: readonly SearchTypeResult[];
  readonly looks: MetricLooks;
  /** Filtered metrics and formulas of the widget as stored; absent or empty: none. */
  readonly computed: string | undefined;
  readonly stacking: Stacking | undefined;
  readonly dashboard: boolean;
  readonly fieldTypes: readonly FieldType[] | undefined;
  readonly onEditedConfig: ((config: AggregationConfig) => void) | undefined;
  readonly streams: readonly string[];
  readonly highlightMessage: string | undefined;
  readonly layout: NonNullable<MessageTableWidgetProps['layout']>;
  readonly onOpen: MessageOpenHandler;
  readonly onTableShown: () => void;
}

export interface WidgetType {
  /** Type name in lower case. */
  readonly type: string;
  /** True if the widget type has an editor. */
  readonly editable: boolean;
  /** True if widgets of this type show results of a search. */
  readonly searched: boolean;
  readonly Shown: ComponentType<ShownWidgetProps>;
  /** Part of a plug-in that registered the type; absent: the type is the console's own. */
  readonly plugin?: Registered<'widgetTypes'>;
}

function Aggregation(props: ShownWidgetProps): ReactNode {
  const { results: _results, streams: _streams, highlightMessage: _message, layout: _layout, ...rest } = props;
  const { onOpen: _open, onTableShown: _table, computed, ...aggregation } = rest;
  if (!computed) return <AggregationView {...aggregation} />;
  return (
    <Suspense fallback={null}>
      <ComputedView {...aggregation} computed={computed} />
    </Suspense>
  );
}

function Messages(props: ShownWidgetProps): ReactNode {
  const { results, looks: _looks, computed: _computed, stacking: _stacking, onEditedConfig: _edited, ...rest } = props;
  const { dashboard, fieldTypes, highlightMessage, onTableShown, ...table } = rest;
  return (
    <>
      <MessagesView
        {...table}
        result={results.find(isMessages)}
        {...(fieldTypes && { fieldTypes })}
        detailBeside={!dashboard}
        {...(highlightMessage !== undefined && { highlightMessage })}
      />
      {props.shown && <Committed onCommitted={onTableShown} />}
    </>
  );
}

/**
 * Calls back when its sibling is on screen: while a lazy sibling is loading, React delays the effect of this
 * component.
 */
function Committed({ onCommitted }: { readonly onCommitted: () => void }) {
  const latest = useRef(onCommitted);
  useEffect(() => {
    latest.current();
  }, []);
  return null;
}

function Text(props: ShownWidgetProps): ReactNode {
  const { title, executing, errors, onRetry, actions, movable, onTitleChange, chrome, widget } = props;
  return (
    <TextWidget
      title={title}
      executing={executing}
      {...(errors && { errors })}
      {...(onRetry && { onRetry })}
      {...(actions !== undefined && { actions })}
      {...(movable !== undefined && { movable })}
      {...(onTitleChange && { onTitleChange })}
      {...(chrome && { chrome })}
      config={widget.config}
    />
  );
}

const own: readonly WidgetType[] = [
  { type: 'aggregation', editable: true, searched: true, Shown: Aggregation },
  { type: 'messages', editable: true, searched: true, Shown: Messages },
  { type: 'text', editable: true, searched: false, Shown: Text },
];

const pluginType = (part: Registered<'widgetTypes'>): WidgetType => ({
  type: part.type.toLowerCase(),
  editable: part.editor !== undefined,
  searched: part.search !== undefined,
  Shown: (props) => <PluginWidget {...props} part={part} />,
  plugin: part,
});

export const widgetTypes = createSlot('widgetTypes', own, ({ type }) => type, pluginType);
