/**
 * Builds small searches over all messages of a draft from pivots, mostly without groups, and reads their answers.
 * The functions are pure.
 */
import type {
  Query,
  QueryResult,
  Search,
  SearchError,
  SearchJob,
  SearchType,
  SearchTypeResult,
} from '../../api/contract/searches.js';
import { boundParameters, type Bindings } from '../parameters.js';
import { draftOf, queryOf, type QueryDraft, type ViewDocument } from './document.js';
import { toPivotSeries } from '../pivot/series.js';
import { withStreams } from './stream-filter.js';

/**
 * Returns a pivot, which has groups only if `parts` contains them.
 * @param functions function texts of the metrics, for example `avg(took_ms)`
 */
export function pivotOf(id: string, functions: readonly string[], parts: Partial<SearchType> = {}): SearchType {
  return {
    id,
    type: 'pivot',
    name: 'chart',
    rollup: true,
    row_groups: [],
    column_groups: [],
    series: functions.map((text) => toPivotSeries({ function: text })),
    sort: [],
    streams: [],
    filters: [],
    ...parts,
  };
}

/** A draft of the search bar with everything else that affects which messages are found. */
export interface SearchedDraft extends QueryDraft {
  /** Stored filter of the query; its parts other than streams are kept. */
  readonly filter?: Query['filter'];
  readonly filters?: Query['filters'];
  /** Parameters that the search declares, with their values. */
  readonly parameters?: Search['parameters'];
}

/** Returns the draft of an executed query. @param bindings values of parameters in the executed search */
export function searchedDraft(
  document: Pick<ViewDocument, 'search'>,
  queryId: string,
  bindings: Bindings,
): SearchedDraft {
  const { filter, filters } = queryOf(document, queryId);
  const parameters = boundParameters(document.search.parameters, bindings);
  return { ...draftOf(document, queryId), filter: filter ?? null, filters: filters ?? [], parameters };
}

/** Builds a search with one query over all messages of a draft; equal drafts give equal searches. */
export function searchOf(
  id: string,
  { queryString, timeRange, streams, filter, filters, parameters }: SearchedDraft,
  searchTypes: SearchType[],
): Search {
  return {
    queries: [
      {
        id,
        query: { type: 'elasticsearch', query_string: queryString },
        timerange: timeRange,
        filter: withStreams(filter, streams),
        filters: filters ?? [],
        search_types: searchTypes,
      },
    ],
    parameters: parameters ?? [],
  };
}

/** Returns the values in the only row of a pivot without groups, by function text. */
export function rowValues(found: SearchTypeResult | undefined): readonly (readonly [string, unknown])[] {
  const row = found?.type === 'pivot' ? found.rows?.[0] : undefined;
  return (row?.values ?? []).map(({ key, value }) => [key.at(-1) ?? '', value]);
}

/** Returns the errors of a search with one query: the errors of the query, otherwise the errors of the job. */
export const errorsOf = (job: SearchJob, query: QueryResult | undefined): readonly SearchError[] => {
  const own = query?.errors ?? [];
  return own.length > 0 ? own : (job.errors ?? []);
};

/** Returns the number of messages that a pivot examined; undefined when there is no result. */
export const totalOf = (found: SearchTypeResult | undefined): number | undefined =>
  found?.type === 'pivot' ? found.total : undefined;
