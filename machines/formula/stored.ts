/**
 * Stores the metrics that the console computes. They are stored beside a widget's configuration, because servers refuse
 * a configuration with unknown metrics: they are JSON among the titles of the view, like other display settings
 * (`view/widget-looks.ts`). Another console shows the widget without the computed metrics.
 *
 * The editor and the visualizations use the joined configuration, whose series contain all metrics in order.
 */
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { isObject } from '../../api/is-object.js';
import { filteredOf, formulaOf, isComputed } from '../pivot/computed-metric.js';
import { operandsOf, parseFormula } from '../../api/formula/parse.js';

type Series = AggregationConfig['series'][number];
type Sort = AggregationConfig['sort'][number];

interface StoredMetric {
  /** Index of the metric among all metrics of the widget. */
  readonly at: number;
  readonly function: string;
  readonly name?: string;
}
interface Stored {
  readonly metrics: readonly StoredMetric[];
  /** Function texts of series that the configuration contains only for other consoles. */
  readonly hidden?: readonly string[];
  /** All sorts of the widget; present only if one of them is by a computed metric. */
  readonly sort?: readonly Sort[];
}

/** Maximum number of computed metrics of a widget. */
export const mostComputed = 10;
/** Maximum number of characters of a stored metric's text; a longer metric is ignored. */
const longestMetric = 2_000;
const countAll = 'count()';

export interface SplitConfig {
  /** Configuration that every server understands. */
  readonly config: AggregationConfig;
  /** Computed metrics as stored text; an empty text if there are no computed metrics. */
  readonly computed: string;
}

/** Separates the computed metrics from a joined configuration; at most `mostComputed` of them are stored. */
export function splitComputed(joined: AggregationConfig): SplitConfig {
  const { series = [], sort = [] } = joined;
  const metrics = series.flatMap((one, at): StoredMetric[] => {
    const name = one.config?.name;
    return isComputed(one.function) ? [{ at, function: one.function, ...(name && { name }) }] : [];
  });
  if (metrics.length === 0) return { config: joined, computed: '' };
  const plain = series.filter((one) => !isComputed(one.function));
  const hidden = plain.length > 0 ? [] : plainMetrics(metrics);
  const isBySeries = (one: Sort) => one.type === 'series' && isComputed(one.field);
  const stored: Stored = {
    metrics: metrics.slice(0, mostComputed),
    ...(hidden.length > 0 && { hidden }),
    ...(sort.some(isBySeries) && { sort }),
  };
  return {
    config: {
      ...joined,
      series: [...plain, ...hidden.map((text): Series => ({ function: text, config: { name: null } }))],
      sort: sort.filter((one) => !isBySeries(one)),
    },
    computed: JSON.stringify(stored),
  };
}

/**
 * Returns the metrics without filter on which the computed metrics are based, `count()` if there are none. Another
 * console shows these metrics in a widget without any other metric.
 */
function plainMetrics(metrics: readonly StoredMetric[]): readonly string[] {
  const used = metrics.flatMap(({ function: text }) => {
    const formula = parseFormula(formulaOf(text) ?? text).formula;
    return formula ? operandsOf(formula).flatMap((one) => (one.filter === '' ? one.function : [])) : [];
  });
  return used.length > 0 ? [...new Set(used)] : [countAll];
}

/** Returns the configuration with the computed metrics added. If the text cannot be read, nothing is added. */
export function joinComputed(config: AggregationConfig, computed: string | undefined): AggregationConfig {
  const stored = readStored(computed);
  if (!stored) return config;
  const hidden = new Set(stored.hidden);
  const series = (config.series ?? []).filter((one) => one.config?.name || !hidden.has(one.function));
  for (const { at, function: text, name } of stored.metrics)
    series.splice(Math.min(at, series.length), 0, { function: text, config: { name: name ?? null } });
  return { ...config, series, ...(stored.sort && { sort: [...stored.sort] }) };
}

function readStored(text: string | undefined): Stored | undefined {
  if (!text) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !Array.isArray(value['metrics'])) return undefined;
  const metrics = value['metrics']
    .flatMap((one: unknown): StoredMetric[] => {
      if (!isObject(one)) return [];
      const { at, function: metric, name } = one;
      if (typeof metric !== 'string' || metric.length > longestMetric || !isComputed(metric)) return [];
      return [
        {
          at: typeof at === 'number' && at >= 0 ? at : Infinity,
          function: metric,
          ...(typeof name === 'string' && name !== '' && { name }),
        },
      ];
    })
    .sort((left, right) => left.at - right.at)
    .slice(0, mostComputed);
  if (metrics.length === 0) return undefined;
  const { hidden, sort } = value;
  const sorts = Array.isArray(sort) ? sort.filter(isSort) : [];
  return {
    metrics,
    ...(Array.isArray(hidden) && { hidden: hidden.filter((one): one is string => typeof one === 'string') }),
    ...(sorts.length > 0 && { sort: sorts }),
  };
}

function isSort(value: unknown): value is Sort {
  return (
    isObject(value) &&
    (value['type'] === 'pivot' || value['type'] === 'series') &&
    typeof value['field'] === 'string' &&
    (value['direction'] === 'Ascending' || value['direction'] === 'Descending')
  );
}

/** Returns the metrics of a joined configuration that a formula may name, by their names. */
export const namedMetrics = ({ series }: Pick<AggregationConfig, 'series'>) =>
  new Map(
    series.flatMap(({ function: text, config }) =>
      config?.name && formulaOf(text) === undefined
        ? [[config.name, filteredOf(text) ?? { function: text, filter: '' }] as const]
        : [],
    ),
  );
