/** Small helpers that several tests of state machines use. */
import type { SearchJob, SearchType } from '../../api/contract/searches.js';
import type { Ids } from '../../machines/view/ids.js';
import { fakeClient, type FakeCall } from '../fake-client.js';
import { untyped } from '../untyped.js';

/** Returns a generator of sequential ids, which are equal in every run. */
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

/** Returns the response to an execution of the last stored search, with one message per search type. */
export function jobOf(state: unknown, calls: readonly { readonly name: string; readonly body?: unknown }[]): SearchJob {
  const stored = calls.findLast(({ name }) => name === 'POST /views/search')?.body as
    { id: string; queries: { id: string; search_types: SearchType[] }[] } | undefined;
  const { global_override: override } = (state ?? {}) as { global_override?: { keep_search_types?: string[] } };
  const results = Object.fromEntries(
    (stored?.queries ?? []).map((query) => [query.id, resultOf(query, override?.keep_search_types)]),
  );
  return {
    id: 'job-1',
    search_id: stored?.id ?? '',
    owner: 'jane',
    results,
    execution: { done: true, cancelled: false, completed_exceptionally: false },
  };
}

type Answer = (call: FakeCall) => unknown;

/**
 * Returns a search server for the pages, with answers by "METHOD path"; a request without a defined answer stays
 * pending.
 */
export function searchServer(answers: Readonly<Record<string, Answer | undefined>> = {}) {
  const { client, calls } = fakeClient((call) => {
    const answer = all[call.name];
    return answer ? answer(call) : new Promise(() => undefined);
  });
  const all: typeof answers = {
    'GET /search/decorators': () => [],
    'POST /views/search': ({ body }) => body,
    'POST /views/search/metadata': () => ({ query_metadata: {}, declared_parameters: {} }),
    'POST /views/search/{searchId}/execute': ({ body }) => jobOf(body, calls),
    'POST /search/validate': ({ body }) =>
      String(body?.['query']).includes('(')
        ? { status: 'ERROR', explanations: [{ error_title: 'x' }] }
        : { status: 'OK', explanations: [] },
    'DELETE /views/search/cancel/{jobId}': () => undefined,
    ...answers,
  };
  return { client, calls };
}

function resultOf(query: { id: string; search_types: SearchType[] }, kept: readonly string[] | undefined) {
  const types = query.search_types.filter(({ id = '' }) => !kept || kept.includes(id));
  const search_types = Object.fromEntries(types.map(({ id = '', type }) => [id, typeResult(id, type)]));
  return untyped<SearchJob['results'][string]>({
    query,
    execution_stats: { duration: 12, timestamp: '2024-03-01T10:00:00.000Z', effective_timerange: effective },
    search_types,
    errors: [],
    state: 'COMPLETED' as const,
  });
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
