/** Answers of a fake server for stored views and their searches. Each widget has a result or an error of its own. */
import type { ExecutionState, SearchJob } from '../../api/contract/searches.js';
import { queryIds, stateOf, type ViewDocument } from '../../machines/view/document.js';
import { signedIn, type FakeRoutes } from './fake-server.js';

const effective = { type: 'absolute', from: '2024-03-01T09:55:00.000Z', to: '2024-03-01T10:00:00.000Z' };

const resultOf = (id: string, type: string) =>
  type === 'messages'
    ? { id, type, messages: [], total_results: 0, effective_timerange: effective }
    : { id, type, rows: [], total: 0, effective_timerange: effective };

/**
 * Returns the routes of a server with the given views, for a signed-in administrator.
 *
 * @param errorOf returns the error text of a widget; undefined: the widget gets a result
 */
export function searchRoutes(
  documents: readonly ViewDocument[],
  errorOf: (widgetId: string, viewId: string, state: ExecutionState) => string | undefined,
): FakeRoutes {
  const known = new Map(documents.map((document) => [document.search.id, document]));
  const absent = () => new Response('{"type":"ApiError","message":"Not found."}', { status: 404 });
  const idAfter = (path: string, before: string) => path.split(`${before}/`)[1]?.split('/')[0] ?? '';
  return {
    ...signedIn,
    'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['*'], timezone: 'Europe/Berlin' }),
    'GET /search/decorators': () => [],
    'POST /search/validate': () => ({ status: 'OK', explanations: [] }),
    'POST /views/fields': () => [],
    'GET /streams': () => ({ total: 1, streams: [{ id: 's', title: 'All', disabled: false }] }),
    'GET /views/search/*': ({ url }) => known.get(idAfter(url.pathname, '/views/search'))?.search ?? absent(),
    'GET /views/*': ({ url }) =>
      documents.find(({ view }) => view.id === idAfter(url.pathname, '/views'))?.view ?? absent(),
    // Cast: the console sends searches as JSON objects.
    'POST /views/search': ({ body }) => JSON.parse(body ?? '{}') as object,
    'POST /views/search/metadata': () => ({ query_metadata: {}, declared_parameters: {} }),
    'POST /views/search/*': ({ url, body }) => {
      const document = known.get(idAfter(url.pathname, '/views/search'));
      // Cast: the console sends an execution state as the contract describes it.
      return document ? jobOf(document, JSON.parse(body ?? '{}') as ExecutionState, errorOf) : absent();
    },
  };
}

function jobOf(
  document: ViewDocument,
  state: ExecutionState,
  errorOf: (widgetId: string, viewId: string, state: ExecutionState) => string | undefined,
): Pick<SearchJob, 'id' | 'search_id' | 'owner' | 'execution'> & { readonly results: unknown } {
  const { keep_queries: queries, keep_search_types: kept } = state.global_override ?? {};
  const results = (queries ?? queryIds(document)).map((queryId) => {
    const query = document.search.queries.find(({ id }) => id === queryId);
    const owners = Object.entries(stateOf(document, queryId).widget_mapping).flatMap(([widgetId, ids]) =>
      ids.map((id) => [id, widgetId] as const),
    );
    const asked = (query?.search_types ?? []).filter(({ id = '' }) => !kept || kept.includes(id));
    const failures = asked.flatMap(({ id = '' }) => {
      const description = errorOf(new Map(owners).get(id) ?? '', document.view.id, state);
      return description === undefined
        ? []
        : [{ type: 'search_type', description, query_id: queryId, search_type_id: id }];
    });
    const answered = asked.filter(({ id }) => !failures.some(({ search_type_id: failed }) => failed === id));
    const result = {
      query,
      execution_stats: { duration: 1, timestamp: '2024-03-01T10:00:00.000Z', effective_timerange: effective },
      search_types: Object.fromEntries(answered.map(({ id = '', type }) => [id, resultOf(id, type)])),
      errors: failures,
      state: failures.length > 0 ? 'FAILED' : 'COMPLETED',
    };
    return [queryId, result];
  });
  return {
    id: 'job-1',
    search_id: document.search.id,
    owner: 'ada',
    results: Object.fromEntries(results),
    execution: { done: true, cancelled: false, completed_exceptionally: false },
  };
}
