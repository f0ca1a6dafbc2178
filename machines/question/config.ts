/** Converts a question to a widget configuration and to the search that answers it. The functions are pure. */
import { parseSeries } from '../../api/formula/series-text.js';
import type { AbsoluteRange, PivotResult, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget, WidgetPivot } from '../../api/contract/views.schema.js';
import { boundParameters, type Bindings } from '../parameters.js';
import { queryOf, type ViewDocument } from '../view/document.js';
import type { ExecutionRequest } from '../search-execution/results.js';
import type { Ids } from '../view/ids.js';
import { questionTitle, type QuestionMark } from '../view/titles.js';
import { deriveSearchTypes } from '../view/search-types.js';
import type { Question } from './parse.js';

export type AnswerForm = 'bars' | 'time' | 'table';
export const answerForms = ['bars', 'time', 'table'] as const;

/**
 * Number of groups in bars and tables unless the question contains another number. A group is a value of one field, or
 * a combination of values of several fields. `linesLimit` is the number of lines over time.
 */
const valuesLimit = 15;
const linesLimit = 8;

/** Returns the form in which a question is answered unless the user chooses another form. */
export const formOf = ({ overTime, groups }: Question): AnswerForm =>
  overTime ? 'time' : groups.length > 0 ? 'bars' : 'table';

/** Tells whether the title of an answer states the number of groups: only if the question does. */
export const questionMark = ({ top }: Question): QuestionMark => (top === undefined ? 'all' : 'top');

export const answerTitle = (question: Question, form: AnswerForm): string =>
  questionTitle(answerConfig(question, form), questionMark(question) === 'top');

const byTime: WidgetPivot = {
  fields: ['timestamp'],
  type: 'time',
  config: { interval: { type: 'auto', scaling: 1 } },
};
const byValues = (fields: readonly string[], limit: number): WidgetPivot[] =>
  fields.length === 0 ? [] : [{ fields: [...fields], type: 'values', config: { limit, skip_empty_values: true } }];

/**
 * Sorts by the first metric that is not `latest`, because servers cannot sort by `latest`. The largest values come
 * first.
 */
function sortOf(metrics: readonly string[]): AggregationConfig['sort'] {
  const first = metrics.find((metric) => parseSeries(metric).type !== 'latest');
  return first === undefined ? [] : [{ type: 'series', field: first, direction: 'Descending' }];
}

export function answerConfig({ metrics, groups, top }: Question, form: AnswerForm): AggregationConfig {
  const over = form === 'time';
  const chart = over ? 'line' : 'bar';
  return {
    row_pivots: over ? [byTime] : byValues(groups, top ?? valuesLimit),
    column_pivots: over ? byValues(groups, top ?? linesLimit) : [],
    series: metrics.map((metric) => ({ config: { name: null }, function: metric })),
    // A sort would order the time buckets by their values instead of by time.
    sort: groups.length > 0 && !over ? sortOf(metrics) : [],
    visualization: form === 'table' ? (groups.length === 0 && metrics.length === 1 ? 'numeric' : 'table') : chart,
    visualization_config: null,
    formatting_settings: null,
    rollup: !over,
    event_annotation: false,
  };
}

interface QuestionContext {
  readonly document: ViewDocument;
  readonly queryId: string;
  readonly bindings: Bindings;
  /**
   * Range of the shown results, so that the answer counts the same messages although time has passed. undefined: the
   * range of the query applies.
   */
  readonly range: AbsoluteRange | undefined;
  /** Override of the page's search, such as the filter of the host page. */
  readonly override?: ExecutionRequest['override'];
}

/** Returns a widget that asks for the configuration of an answer. */
export const answerWidget = (config: AggregationConfig): Widget => ({
  ...{ id: 'question', type: 'aggregation', filter: null, filters: [], timerange: null, query: null, streams: [] },
  config,
});

/**
 * Builds an unstored search for a question: the page's query with the given range and one pivot as its only search
 * type.
 */
export function questionSearch(
  { document, queryId, bindings, range, override }: QuestionContext,
  config: AggregationConfig,
  ids: Ids,
): Search {
  const widget = answerWidget(config);
  const query = queryOf(document, queryId);
  return {
    id: ids.objectId(),
    queries: [
      {
        ...query,
        ...(range && { timerange: range }),
        ...(override?.query && { query: override.query }),
        search_types: [...deriveSearchTypes([widget], ids).searchTypes],
      },
    ],
    parameters: boundParameters(document.search.parameters, bindings),
  };
}

/** Returns the result of the only pivot of a question's search; undefined when the server returned no result. */
export function answerOf(job: SearchJob): PivotResult | undefined {
  const types = Object.values(job.results ?? {}).flatMap((query) => Object.values(query?.search_types ?? {}));
  return types.find((found): found is PivotResult => found.type === 'pivot');
}
