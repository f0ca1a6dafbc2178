/** Small pieces that the machines' tests share. */
import type { SearchJob, SearchType } from '../../api/contract/searches.js';
import type { Ids } from '../../machines/view/ids.js';

/** Ids that count up: the same run gives the same ids. */
export function countingIds(): Ids {
  let count = 0;
  return {
    objectId: () => (count += 1).toString(16).padStart(24, '0'),
    uuid: () => `id-${(count += 1)}`,
  };
}

const effective = {
  type: 'absolute' as const,
  from: '2024-03-01T09:55:00.000Z',
  to: '2024-03-01T10:00:00.000Z',
};

/** The answer of a server that has one message for everything, to an execution of the search that was stored last. */
export function jobOf(
  state: Record<string, unknown> | undefined,
  calls: readonly { readonly name: string; readonly body: Record<string, unknown> | undefined }[],
): SearchJob {
  const stored = calls.findLast(({ name }) => name === 'POST /views/search')?.body as
    { id: string; queries: { id: string; search_types: SearchType[] }[] } | undefined;
  const override = (state?.['global_override'] ?? {}) as { keep_search_types?: string[] };
  const results = Object.fromEntries(
    (stored?.queries ?? []).map((query) => [query.id, resultOf(query, override.keep_search_types)]),
  );
  return {
    id: 'job-1',
    search_id: stored?.id ?? '',
    owner: 'jane',
    results,
    execution: { done: true, cancelled: false, completed_exceptionally: false },
  };
}

function resultOf(query: { id: string; search_types: SearchType[] }, kept: readonly string[] | undefined) {
  const types = query.search_types.filter(({ id = '' }) => !kept || kept.includes(id));
  const search_types = Object.fromEntries(types.map(({ id = '', type }) => [id, typeResult(id, type)]));
  return {
    query,
    execution_stats: { duration: 12, timestamp: '2024-03-01T10:00:00.000Z', effective_timerange: effective },
    search_types,
    errors: [],
    state: 'COMPLETED' as const,
  } as unknown as SearchJob['results'][string];
}

function typeResult(id: string, type: string) {
  return type === 'messages'
    ? {
        id,
        type,
        messages: [{ index: 'logs_0', message: { _id: '1' } }],
        total_results: 1,
        effective_timerange: effective,
      }
    : { id, type, rows: [], total: 1, effective_timerange: effective };
}
