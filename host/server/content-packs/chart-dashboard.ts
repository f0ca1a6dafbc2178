/** Builds dashboards of aggregations in the present format of views: widgets, their searches, and their positions. */
import type { PlainData } from './values.js';

export interface Place {
  readonly col: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

export interface Series {
  /** Function of the series as searches name it, such as `count` or `sum`. */
  readonly type: string;
  readonly field: string | null;
}

/** Describes one widget of a packaged dashboard, before it has ids. */
export interface Chart {
  readonly visualization: string;
  readonly visualizationConfig?: object;
  readonly rows?: readonly object[];
  readonly columns?: readonly object[];
  readonly series: Series;
  readonly query: string;
  /** True: the chart shows the change from the preceding time range. */
  readonly trend?: boolean;
}

const nameOf = ({ type, field }: Series): string => `${type}(${field ?? ''})`;

export const time = { fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } };
export const values = (field: string, limit: number) => ({ fields: [field], type: 'values', config: { limit } });
export const count: Series = { type: 'count', field: null };

const grouped = (group: object): object => {
  const { fields, type, config } = group as {
    fields: string[];
    type: string;
    config: { limit?: number; interval?: object };
  };
  return type === 'time' ? { type, fields, interval: config.interval } : { type, fields, limit: config.limit };
};

export interface ChartFacts {
  readonly title: string;
  readonly place: Place;
  readonly timerange: unknown;
  /** Ids of streams; an empty list means all streams. */
  readonly streams: readonly string[];
}

/** Builds a dashboard, to which charts are added one by one. */
export class ChartDashboard {
  readonly #newId: () => string;
  readonly #parts = {
    widgets: [] as object[],
    searchTypes: [] as object[],
    mapping: {} as Record<string, string[]>,
    positions: {} as Record<string, Place>,
    titles: {} as Record<string, string>,
  };

  /** @param newId returns a new id at each call, and the same sequence of ids for the same dashboard */
  constructor(newId: () => string) {
    this.#newId = newId;
  }

  add(chart: Chart, facts: ChartFacts): void {
    const id = this.#newId();
    const main = this.#newId();
    const { rows = [], columns = [], series, trend = false } = chart;
    const query = { type: 'elasticsearch', query_string: chart.query };
    const sort =
      rows.length > 0 && rows[0] !== time ? [{ type: 'series', field: nameOf(series), direction: 'Descending' }] : [];
    const common = { query, streams: facts.streams, filter: null, filters: [] };
    const pivot = (name: string, own: string, timerange: unknown): object => ({
      ...common,
      id: own,
      name,
      type: 'pivot',
      timerange,
      series: [{ type: series.type, id: nameOf(series), field: series.field }],
      rollup: rows.length === 0 || columns.length === 0,
      row_groups: rows.map(grouped),
      column_groups: columns.map(grouped),
      sort,
    });
    const before = this.#newId();
    this.#parts.searchTypes.push(pivot('chart', main, facts.timerange));
    if (trend)
      this.#parts.searchTypes.push(
        pivot('trend', before, { type: 'offset', source: 'search_type', id: main, offset: '1i' }),
      );
    this.#parts.mapping[id] = trend ? [main, before] : [main];
    this.#parts.positions[id] = facts.place;
    if (facts.title !== '') this.#parts.titles[id] = facts.title;
    this.#parts.widgets.push({
      ...common,
      id,
      type: 'aggregation',
      timerange: facts.timerange,
      config: {
        row_pivots: rows,
        column_pivots: columns,
        series: [{ config: { name: null }, function: nameOf(series) }],
        sort,
        visualization: chart.visualization,
        visualization_config: chart.visualizationConfig ?? null,
        formatting_settings: null,
        rollup: rows.length === 0 || columns.length === 0,
        event_annotation: false,
        row_limit: null,
        column_limit: null,
      },
    });
  }

  data(about: { readonly title: string; readonly summary: string; readonly description: string }): PlainData {
    const query = this.#newId();
    const { widgets, searchTypes, mapping, positions, titles } = this.#parts;
    return {
      type: 'DASHBOARD',
      ...about,
      search: {
        queries: [
          {
            id: query,
            timerange: { type: 'relative', range: 300 },
            query: { type: 'elasticsearch', query_string: '' },
            filter: null,
            filters: [],
            search_types: searchTypes,
          },
        ],
        parameters: [],
        requires: {},
      },
      state: {
        [query]: {
          selected_fields: null,
          static_message_list_id: null,
          titles: { widget: titles },
          widgets,
          widget_mapping: mapping,
          positions,
          formatting: { highlighting: [] },
          display_mode_settings: { positions: {} },
        },
      },
      properties: [],
      requires: {},
    };
  }
}
