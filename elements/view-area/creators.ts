/**
 * Lists the widgets that the create panel of the sidebar and the create dialog of the grid offer (screens/search.md §5
 * "Widget creators").
 */
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
import { laterTexts } from './later-texts.js';

export interface WidgetCreator {
  /** Id of the creator; for a widget type of a plug-in: `plugin:` and the type. */
  readonly id: string;
  readonly title: string;
  /** Group of the create panel in which the creator is listed. */
  readonly kind: 'generic' | 'aggregation' | 'plugin';
  /**
   * Builds the widget with a new id, ready to be added: `view.send({ type: 'widget.added', ...creator.create(type) })`.
   * A dashboard widget that searches gets its own time range.
   */
  readonly create: (viewType?: View['type']) => NewWidget;
}

/** Default time range of a new dashboard widget (spec 2 §9). */
const dashboardRange = { type: 'relative', from: 300 } as const;

const made = (type: string, config: Record<string, unknown>, viewType: View['type'], title?: string): NewWidget => ({
  widget: { ...newWidget(type, config, randomIds), timerange: viewType === 'DASHBOARD' ? dashboardRange : null },
  ...(title !== undefined && { title }),
});

const ownCreators: readonly WidgetCreator[] = [
  {
    id: 'aggregation',
    title: laterTexts.create.aggregation,
    kind: 'generic',
    // The histogram is a starting point for editing. Its bars are stacked once the user adds a column grouping, because
    // many bars side by side cannot be compared.
    create: (viewType = 'SEARCH') => ({
      ...made('aggregation', { ...histogramConfig(), visualization_config: stackedLook }, viewType),
      edit: true,
    }),
  },
  {
    id: 'text',
    title: laterTexts.create.text,
    kind: 'generic',
    // A text widget has no search. A server that does not know the type `text` still stores its configuration
    // unchanged.
    create: () => ({ widget: newWidget('text', { text: '' }, randomIds), size: { height: 2, width: 4 }, edit: true }),
  },
  {
    id: 'message-count',
    title: laterTexts.create.messageCount,
    kind: 'aggregation',
    create: (viewType = 'SEARCH') =>
      made(
        'aggregation',
        {
          ...newAggregationConfig(),
          series: [{ function: 'count()', config: { name: laterTexts.create.messageCount } }],
          visualization: 'numeric',
        },
        viewType,
        laterTexts.create.messageCount,
      ),
  },
  {
    id: 'message-table',
    title: laterTexts.create.messageTable,
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

/** Registry of creators: the console's own creators first, then a creator for each widget type of a plug-in. */
export const widgetCreators = createSlot('widgetTypes', ownCreators, ({ id }) => id, pluginCreator);

/** Returns an entry of the command palette for each creator; choosing the entry adds the widget to the view. */
export const creatorEntries = (view: ActorRefFrom<typeof viewMachine>, type: View['type']): readonly MenuEntry[] =>
  widgetCreators.all().map(({ id, title, create }) => ({
    key: `create-${id}`,
    label: laterTexts.create.named(title),
    onSelect: () => view.send({ type: 'widget.added', ...create(type) }),
  }));
