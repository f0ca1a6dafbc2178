/** Builds the widgets that field actions create (screens/search.md §7, spec 2 §9 "Field statistics"). */
import type { FieldType } from '../../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../../api/contract/views.schema.js';
import { statisticsFor } from '../../../machines/view/field-statistics.js';
import { addToQuery } from '../../../api/language/index.js';
import { messageTableConfig } from '../../../machines/view/default-view.js';
import type { NewWidget, WidgetScope } from './interactions.js';
import { menuTexts } from './menu-texts.js';

const valuesLimit = 15;

const series = (...functions: string[]): AggregationConfig['series'] =>
  functions.map((name) => ({ config: { name: null }, function: name }));

const byTime = (field: string): WidgetPivot => ({
  fields: [field],
  type: 'time',
  config: { interval: { type: 'auto', scaling: 1 } },
});

function aggregation(config: Partial<AggregationConfig>, title?: string): NewWidget {
  const full: AggregationConfig = {
    row_pivots: [],
    column_pivots: [],
    series: [],
    sort: [],
    visualization: 'table',
    visualization_config: null,
    formatting_settings: null,
    rollup: true,
    event_annotation: false,
    ...config,
  };
  return { type: 'aggregation', config: full, ...(title !== undefined && { title }) };
}

/**
 * Returns a line chart over time: the average of the field, or the metric itself when `field` is one, such as
 * `count()`.
 */
export function chartOf(field: string): NewWidget {
  const metric = /\(.*\)$/.test(field) ? field : `avg(${field})`;
  return aggregation({ visualization: 'line', row_pivots: [byTime('timestamp')], series: series(metric) });
}

/**
 * Returns a table of the field's most frequent values. For a date field, it returns a table of the number of messages
 * over time.
 */
export function topValuesOf(field: string, type: FieldType['type'] | undefined): NewWidget {
  const group: WidgetPivot =
    type?.type === 'date' ? byTime(field) : { fields: [field], type: 'values', config: { limit: valuesLimit } };
  return aggregation({ row_pivots: [group], series: series('count()') }, menuTexts.topValues(field));
}

/**
 * Returns a message table for a value of an aggregation: it shows the messages of the widget that match all conditions.
 *
 * @param fields columns besides timestamp and source
 * @param conditions query clauses: of each bucket on the path to the value, and of the field and the filter of its
 * metric
 * @param settings settings of the aggregation widget
 */
export function documentsOf(
  fields: readonly string[],
  conditions: readonly string[],
  settings: WidgetScope['settings'],
): NewWidget {
  const own = settings.query?.query_string ?? '';
  const query = conditions.reduce(addToQuery, own);
  const shown = conditions.length > 0 ? conditions.join(' AND ') : '*';
  const columns = ['timestamp', 'source', ...fields.filter((field) => field !== 'timestamp' && field !== 'source')];
  return {
    type: 'messages',
    title: menuTexts.messagesFor(shown),
    config: { ...messageTableConfig(), fields: columns },
    scope: { ...settings, query: { ...settings.query, type: 'elasticsearch', query_string: query } },
  };
}

/** Returns a table of all statistics that the field's type allows. */
export function statisticsOf(field: string, type: FieldType['type'] | undefined): NewWidget {
  const functions = statisticsFor(field, type).map((one) => one.function);
  return aggregation({ series: series(...functions) }, menuTexts.fieldStatistics(field));
}
