/**
 * Converts dashboards of versions before 3.2 (`dashboard/1`) to the present format.
 */
import { ChartDashboard, count, time, values, type Chart, type Place, type Series } from './chart-dashboard.js';
import { derivedUuid } from './derived-uuid.js';
import { listIn, objectIn, textIn, type PlainData } from './values.js';
import { isObject } from '../foundation/is-object.js';

const functions: Readonly<Record<string, string>> = {
  mean: 'avg',
  standard_deviation: 'stddev',
  std_deviation: 'stddev',
  cardinality: 'card',
  sum_of_squares: 'sumofsquares',
  total: 'sum',
};
const seriesOf = (name: string, field: string): Series =>
  name === 'count' || name === '' ? { type: 'count', field: null } : { type: functions[name] ?? name, field };
const renderers: Readonly<Record<string, string>> = { bar: 'bar', line: 'line', area: 'area', scatterplot: 'scatter' };

function limitOf(config: PlainData, name: string): number {
  const limit = config[name];
  return typeof limit === 'number' && limit >= 1 && limit <= 1000 ? Math.floor(limit) : 15;
}

/** Returns the charts that correspond to an old widget; an empty list if no present chart corresponds to it. */
function chartsOf(type: string, config: PlainData): Chart[] {
  const query = textIn(config, 'query');
  const field = textIn(config, 'field');
  const trend = config['trend'] === true;
  const numeric = { trend, trend_preference: config['lower_is_better'] === true ? 'LOWER' : 'HIGHER' };
  switch (type) {
    case 'SEARCH_RESULT_COUNT':
    case 'STREAM_SEARCH_RESULT_COUNT':
      return [{ visualization: 'numeric', visualizationConfig: numeric, series: count, query, trend }];
    case 'STATS_COUNT': {
      const series = seriesOf(textIn(config, 'stats_function'), field);
      return [{ visualization: 'numeric', visualizationConfig: numeric, series, query, trend }];
    }
    case 'QUICKVALUES': {
      const stacked = textIn(config, 'stacked_fields')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      const rows = (limit: number) => [values(field, limit), ...stacked.map((name) => values(name, limit))];
      const pie: Chart = { visualization: 'pie', rows: rows(limitOf(config, 'limit')), series: count, query };
      const table: Chart = {
        visualization: 'table',
        rows: rows(limitOf(config, 'data_table_limit')),
        series: count,
        query,
      };
      const wanted = [
        ...(config['show_pie_chart'] === true ? [pie] : []),
        ...(config['show_data_table'] === false ? [] : [table]),
      ];
      return wanted.length > 0 ? wanted : [table];
    }
    case 'QUICKVALUES_HISTOGRAM':
      return [
        {
          visualization: 'bar',
          visualizationConfig: { barmode: 'stack' },
          rows: [time],
          columns: [values(field, limitOf(config, 'limit'))],
          series: count,
          query,
        },
      ];
    case 'SEARCH_RESULT_CHART':
      return [{ visualization: 'bar', rows: [time], series: count, query }];
    case 'FIELD_CHART': {
      const visualization = renderers[textIn(config, 'renderer')] ?? 'bar';
      return [{ visualization, rows: [time], series: seriesOf(textIn(config, 'valuetype') || 'mean', field), query }];
    }
    case 'STACKED_CHART':
      return listIn(config, 'series').flatMap((one) => {
        if (!isObject(one)) return [];
        const series = seriesOf(textIn(one, 'statistical_function') || 'count', textIn(one, 'field'));
        return [
          {
            visualization: renderers[textIn(config, 'renderer')] ?? 'line',
            rows: [time],
            series,
            query: textIn(one, 'query'),
          },
        ];
      });
    case 'WORLD_MAP':
    case 'org.graylog.plugins.map.widget.strategy.MapWidgetStrategy':
      return [{ visualization: 'map', rows: [values(field, 1000)], series: count, query }];
    default:
      return [];
  }
}

/** Largest number of charts to which one widget is converted. */
const mostCharts = 20;
const whole = (value: unknown, least: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= 1000 ? value : least;

/** Converts a position: the width of an old grid depended on its widgets; the present grid has 12 columns. */
function placeOf(position: PlainData, scale: number, rowScale: number): Place {
  return {
    col: (whole(position['col'], 1) - 1) * scale + 1,
    row: (whole(position['row'], 1) - 1) * rowScale + 1,
    width: whole(position['width'], 1) * scale,
    height: whole(position['height'], 1) * rowScale,
  };
}

const overlap = (a: Place, b: Place): boolean =>
  a.col < b.col + b.width && b.col < a.col + a.width && a.row < b.row + b.height && b.row < a.row + a.height;

/** Returns the place if it is free, otherwise the next free place below it. */
function freePlace(place: Place, taken: readonly Place[]): Place {
  let free = place;
  for (;;) {
    const hit = taken.find((one) => overlap(one, free));
    if (!hit) return free;
    free = { ...free, row: hit.row + hit.height };
  }
}

function rangeOf(config: PlainData, widget: PlainData): unknown {
  const range = isObject(config['timerange']) ? config['timerange'] : objectIn(widget, 'time_range');
  if (range['type'] === 'relative') {
    const { range: seconds } = range;
    // A range of 0 seconds means all messages, in the old format as in the present one.
    const isUsable = typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0;
    return { type: 'relative', range: isUsable ? seconds : 300 };
  }
  return typeof range['type'] === 'string' ? range : { type: 'relative', range: 300 };
}

export interface ConvertedDashboard {
  readonly data: PlainData;
  /** Descriptions and types of the widgets that have no equivalent in the present format. */
  readonly left: string[];
}

/** Converts a dashboard. @param data data of a `dashboard/1` without value references */
export function convertedDashboard(data: PlainData): ConvertedDashboard {
  let ids = 0;
  const dashboard = new ChartDashboard(() => derivedUuid(`${textIn(data, 'title')} ${(ids += 1)}`));
  const left: string[] = [];
  const widgets = listIn(data, 'widgets').filter(isObject).slice(0, 200);
  const right = Math.max(
    1,
    ...widgets.map(
      (one) => whole(objectIn(one, 'position')['col'], 1) + whole(objectIn(one, 'position')['width'], 1) - 1,
    ),
  );
  const scale = Math.max(1, Math.floor(12 / right));
  // A present widget needs at least two rows, so the rows of a dashboard with lower widgets are doubled.
  const rowScale = widgets.some((one) => whole(objectIn(one, 'position')['height'], 1) < 2) ? 2 : 1;
  const taken: Place[] = [];
  const rowOf = (one: PlainData): number => whole(objectIn(one, 'position')['row'], 1);
  for (const widget of widgets.toSorted((a, b) => rowOf(a) - rowOf(b))) {
    const config = objectIn(widget, 'configuration');
    const type = textIn(widget, 'type');
    const title = textIn(widget, 'description');
    const charts = chartsOf(type, config).slice(0, mostCharts);
    if (charts.length === 0) left.push(`${title || 'a widget'} (${type || 'no type'})`);
    const place = placeOf(objectIn(widget, 'position'), scale, rowScale);
    const stream = textIn(config, 'stream_id');
    const height = Math.max(2, Math.floor(place.height / Math.max(1, charts.length)));
    for (const [at, chart] of charts.entries()) {
      const free = freePlace({ ...place, row: place.row + at * height, height }, taken);
      taken.push(free);
      const timerange = rangeOf(config, widget);
      dashboard.add(chart, { title, place: free, timerange, streams: stream === '' ? [] : [stream] });
    }
  }
  return {
    left,
    data: dashboard.data({ title: textIn(data, 'title'), summary: '', description: textIn(data, 'description') }),
  };
}
