/** The search and the view of a saved search, as the console of a reference server sends them. */
const foreignQuery = 'b7d1c1de-7d3e-4a4e-9f4e-1d6f4f6a0001';
export const foreignSearch = {
  id: '65e1a0c2d4b5f60718293a4b',
  queries: [
    {
      id: foreignQuery,
      query: { type: 'elasticsearch', query_string: 'source:web*' },
      timerange: { type: 'relative', from: 300 },
      filter: { type: 'or', filters: [{ type: 'stream', id: '000000000000000000000001' }] },
      filters: [],
      search_types: [
        {
          id: 'st-chart',
          name: 'chart',
          type: 'pivot',
          rollup: true,
          row_groups: [{ type: 'time', fields: ['timestamp'], interval: { type: 'auto', scaling: 1 } }],
          column_groups: [],
          series: [{ id: 'count()', type: 'count' }],
          sort: [],
          streams: [],
          filters: [],
        },
        {
          id: 'st-msg',
          type: 'messages',
          limit: 150,
          offset: 0,
          decorators: [],
          sort: [{ field: 'timestamp', order: 'DESC' }],
          streams: [],
          filters: [],
        },
      ],
    },
  ],
  parameters: [],
};
const foreignWidget = { filter: null, filters: [], timerange: null, query: null, streams: [] };
export const foreignView = {
  id: '65e1a300d4b5f60718293a4e',
  type: 'SEARCH',
  title: 'Web errors',
  search_id: foreignSearch.id,
  properties: [],
  state: {
    [foreignQuery]: {
      selected_fields: null,
      static_message_list_id: null,
      titles: { widget: { w1: 'Message Count', w2: 'All Messages' } },
      widgets: [
        {
          id: 'w1',
          type: 'aggregation',
          ...foreignWidget,
          config: {
            row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }],
            column_pivots: [],
            series: [{ config: { name: null }, function: 'count()' }],
            sort: [],
            visualization: 'bar',
            visualization_config: null,
            formatting_settings: null,
            rollup: true,
            event_annotation: false,
          },
        },
        {
          id: 'w2',
          type: 'messages',
          ...foreignWidget,
          config: {
            fields: ['timestamp', 'source'],
            show_message_row: true,
            show_summary: true,
            decorators: [],
            sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }],
          },
        },
      ],
      widget_mapping: { w1: ['st-chart'], w2: ['st-msg'] },
      positions: {
        w1: { col: 1, row: 1, height: 2, width: 'Infinity' },
        w2: { col: 1, row: 3, height: 6, width: 'Infinity' },
      },
      formatting: {
        highlighting: [
          { field: 'level', value: '3', condition: 'equal', color: { type: 'static', color: '#ff7f7f' } },
          {
            field: 'took_ms',
            value: '0',
            condition: 'greater',
            color: { type: 'gradient', gradient: 'Viridis', lower: 0, upper: 500 },
          },
        ],
      },
      display_mode_settings: { positions: {} },
    },
  },
};

const unset = new Set([
  ...['selected_fields', 'static_message_list_id', 'display_mode_settings', 'filter', 'timerange', 'query'],
  ...['visualization_config', 'formatting_settings'],
]);
/**
 * The body that the reference console sends. The reference console omits unset members, but this console expects them
 * when it opens the view.
 */
export const sentForeignView = JSON.parse(
  JSON.stringify(foreignView, (name, value: unknown) => (unset.has(name) ? undefined : value)),
) as object;
