// A view with a chart and an executed message table.
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { View } from '../../api/contract/views.js';
import type { ExecutionRequest, ShownResult } from '../../machines/search-execution/results.js';
import type { ViewDocument } from '../../machines/view/document.js';

export const fixedIds = { table: 'table', chart: 'chart' } as const;

export function documentOf(range: AbsoluteRange) {
  const view: View = {
    id: 'view',
    type: 'SEARCH',
    title: 'Payments',
    summary: '',
    description: '',
    search_id: 'edited',
    properties: [],
    requires: {},
    owner: null,
    created_at: '2026-11-20T10:00:00.000Z',
    favorite: false,
    state: {
      q: {
        widgets: [
          { id: fixedIds.chart, type: 'aggregation', config: {} },
          { id: fixedIds.table, type: 'MESSAGES', config: { fields: ['timestamp', 'source'], show_message_row: true } },
          // This widget was added after the search was executed, so the search has no search type for it.
          { id: 'new', type: 'messages', config: { fields: ['message'] } },
        ],
        widget_mapping: {},
        positions: {},
        titles: { widget: { [fixedIds.table]: 'All Messages' } },
      },
    },
  };
  const search = { id: 'edited', queries: [{ id: 'q' }] };
  const document: ViewDocument = { view, search };
  const widgetMapping = { [fixedIds.chart]: ['st-chart'], [fixedIds.table]: ['st-table'] };
  const shown: ShownResult = {
    searchId: 'executed',
    queryId: 'q',
    widgetMapping,
    conditions: {},
    errors: [],
    result: {
      query: { id: 'q' },
      execution_stats: { duration: 3, timestamp: '2026-11-20T11:00:00.000Z', effective_timerange: range },
      errors: [],
      state: 'COMPLETED',
      search_types: {
        'st-chart': { id: 'st-chart', type: 'pivot', rows: [], total: 12, effective_timerange: range },
        'st-table': { id: 'st-table', type: 'messages', messages: [], total_results: 12, effective_timerange: range },
      },
    },
  };
  const request: ExecutionRequest = { search: { ...search, id: 'executed' }, queryId: 'q', widgetMapping };
  return { document, shown, request };
}
