/** Widgets that the create panel of the sidebar and the create dialog of the grid offer (screens/search.md §5 "Widget creators"). */
import type { ActorRefFrom } from 'xstate';
import type { View } from '../../api/contract/views.schema.js';
import { histogramConfig, messageTableConfig, newWidget } from '../../machines/view/default-view.js';
import type { NewWidget } from '../../machines/view/document.js';
import { stackedLook } from '../../machines/view/stacking.js';
import { randomIds } from '../../machines/view/ids.js';
import { newAggregationConfig } from '../../machines/widget-editor/config.js';
import type { viewMachine } from '../../machines/view/machine.js';
import type { MenuEntry } from '../kit/menu.js';
import { createSlot, type Registered } from '../kit/plugins/slots.js';
import { texts } from './texts.js';

export interface WidgetCreator {
  /** Id of the creator; for a plug-in: `plugin:` and the type. */
  readonly id: string;
  readonly title: string;
  /** `generic` ones are to be edited; `aggregation` ones are complete. */
  readonly kind: 'generic' | 'aggregation' | 'plugin';
  /**
   * The widget, with an id, to be sent as it is: `view.send({ type: 'widget.added', ...creator.create(type) })`.
   * Each widget of a dashboard has its own time range.
   */
  readonly create: (viewType?: View['type']) => NewWidget;
}

/** The range of a new widget on a dashboard (spec 2 §9). */
const dashboardRange = { type: 'relative', from: 300 } as const;

const made = (type: string, config: Record<string, unknown>, viewType: View['type'], title?: string): NewWidget => ({
  widget: { ...newWidget(type, config, randomIds), timerange: viewType === 'DASHBOARD' ? dashboardRange : null },
  ...(title !== undefined && { title }),
});

const ownCreators: readonly WidgetCreator[] = [
  {
    id: 'aggregation',
    title: texts.create.aggregation,
    kind: 'generic',
    // A first chart to change: with a column its bars are stacked, because many bars side by side cannot be compared.
    create: (viewType = 'SEARCH') => ({
      ...made('aggregation', { ...histogramConfig(), visualization_config: stackedLook }, viewType),
      edit: true,
    }),
  },
  {
    id: 'text',
    title: texts.create.text,
    kind: 'generic',
    // A text widget needs no search; a server that does not know its type keeps the configuration unchanged.
    create: () => ({ widget: newWidget('text', { text: '' }, randomIds), size: { height: 2, width: 4 } }),
  },
  {
    id: 'message-count',
    title: texts.create.messageCount,
    kind: 'aggregation',
    create: (viewType = 'SEARCH') =>
      made(
        'aggregation',
        {
          ...newAggregationConfig(),
          series: [{ function: 'count()', config: { name: texts.create.messageCount } }],
          visualization: 'numeric',
        },
        viewType,
        texts.create.messageCount,
      ),
  },
  {
    id: 'message-table',
    title: texts.create.messageTable,
    kind: 'aggregation',
    create: (viewType = 'SEARCH') => made('messages', messageTableConfig(), viewType),
  },
];

const pluginCreator = ({ type, title, config = {}, search }: Registered<'widgetTypes'>): WidgetCreator => ({
  id: `plugin:${type}`,
  title,
  kind: 'plugin',
  create: (viewType = 'SEARCH') =>
    search ? made(type, { ...config }, viewType, title) : { widget: newWidget(type, { ...config }, randomIds), title },
});

/** The console's own, then one for each type of widgets of plug-ins. */
export const widgetCreators = createSlot('widgetTypes', ownCreators, ({ id }) => id, pluginCreator);

/** Entries of the command palette for the same actions. */
export const creatorEntries = (view: ActorRefFrom<typeof viewMachine>, type: View['type']): readonly MenuEntry[] =>
  widgetCreators.all().map(({ id, title, create }) => ({
    key: `create-${id}`,
    label: texts.create.named(title),
    onSelect: () => view.send({ type: 'widget.added', ...create(type) }),
  }));
