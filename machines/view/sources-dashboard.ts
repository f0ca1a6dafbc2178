/**
 * The built-in dashboard "Sources" (screens/administration.md C7), which shows message sources over time. It is used
 * until a dashboard with this title is stored.
 */
import type { AggregationConfig, Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import type { TimeRange } from '../../api/contract/searches.js';
import { histogramConfig, newWidget } from './default-view.js';
import { addWidget, queryIds, withFreshSearch, type ViewDocument } from './document.js';
import type { Ids } from './ids.js';
import { emptyDashboard, type NewDashboard } from './transfer.js';

/** Title of a stored dashboard that replaces the built-in dashboard. */
export const sourcesTitle = 'Sources';

const lastDay: TimeRange = { type: 'relative', from: 86_400 };

function bySource(visualization: 'table' | 'pie', limit: number): AggregationConfig {
  return {
    ...histogramConfig(),
    row_pivots: [{ fields: ['source'], type: 'values', config: { limit } }],
    sort: [{ type: 'series', field: 'count()', direction: 'Descending' }],
    visualization,
  };
}

const widgets: readonly {
  readonly title: string;
  readonly config: AggregationConfig;
  readonly position: WidgetPosition;
}[] = [
  {
    title: 'Messages over time',
    config: histogramConfig(),
    position: { col: 1, row: 1, width: 'Infinity', height: 2 },
  },
  { title: 'Messages by source', config: bySource('table', 100), position: { col: 1, row: 3, width: 6, height: 5 } },
  { title: 'Share of each source', config: bySource('pie', 15), position: { col: 7, row: 3, width: 6, height: 5 } },
];

export function sourcesDashboard(start: Omit<NewDashboard, 'metadata'>, ids: Ids): ViewDocument {
  const empty = emptyDashboard({ ...start, metadata: { title: sourcesTitle, summary: '', description: '' } }, ids);
  const [page = ''] = queryIds(empty);
  const filled = widgets.reduce((document, { title, config, position }) => {
    const widget: Widget = { ...newWidget('aggregation', { ...config }, ids), timerange: lastDay };
    return addWidget(document, page, { widget, title, position });
  }, empty);
  return withFreshSearch(filled, ids);
}
