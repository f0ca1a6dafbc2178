/** Small searches over everything that a draft finds, made of pivots without groups, and what their answers say. The functions are pure. */
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

/** @param functions metrics as text, e.g. `avg(took_ms)` */
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

/** A draft with everything else that determines its result. */
export interface SearchedDraft extends QueryDraft {
  /** Filter whose parts other than streams are kept. */
  readonly filter?: Query['filter'];
  readonly filters?: Query['filters'];
  /** Parameters with their values. */
  readonly parameters?: Search['parameters'];
}

/** @param bindings those that were searched with */
export function searchedDraft(
  document: Pick<ViewDocument, 'search'>,
  queryId: string,
  bindings: Bindings,
): SearchedDraft {
  const { filter, filters } = queryOf(document, queryId);
  const parameters = boundParameters(document.search.parameters, bindings);
  return { ...draftOf(document, queryId), filter: filter ?? null, filters: filters ?? [], parameters };
}

/** A search of one query over everything that a draft finds. Equal questions give equal searches. */
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

/** The values of the one row of a pivot without groups, by function text. */
export function rowValues(found: SearchTypeResult | undefined): readonly (readonly [string, unknown])[] {
  const row = found?.type === 'pivot' ? found.rows?.[0] : undefined;
  return (row?.values ?? []).map(({ key, value }) => [key.at(-1) ?? '', value]);
}

/** Errors of a search with one query. Some servers report them for the job, too. */
export const errorsOf = (job: SearchJob, query: QueryResult | undefined): readonly SearchError[] => {
  const own = query?.errors ?? [];
  return own.length > 0 ? own : (job.errors ?? []);
};

/** Messages that a pivot examined; undefined: it was not answered. */
export const totalOf = (found: SearchTypeResult | undefined): number | undefined =>
  found?.type === 'pivot' ? found.total : undefined;
