/**
 * Answers the API calls of a dashboard from a snapshot instead of a server. Calls that are not in the list `answers`
 * get the HTTP status 404; no call reaches a server.
 */
import { toJson } from '../../api/encoding.js';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { getClusterConfig } from '../../api/contract/cluster-config.js';
import { getUser } from '../../api/contract/current-user.js';
import { listDecorators } from '../../api/contract/decorators.js';
import {
  executeSearch,
  fieldsOfStreams,
  getSearch,
  searchMetadata,
  storedSearchMetadata,
  validateQuery,
} from '../../api/contract/searches.js';
import type { ExecutionState, QueryResult, SearchError, SearchJob } from '../../api/contract/searches.schema.js';
import { ping } from '../../api/contract/server-root.js';
import { validateSession } from '../../api/contract/sessions.js';
import type { SnapshotContent } from '../../api/contract/snapshots.schema.js';
import { listStreams } from '../../api/contract/streams.js';
import { getView } from '../../api/contract/views.js';
import { texts } from './page-texts.js';

/** Username of the reader. Its colon makes it different from every account name. */
const reader = 'snapshot:reader';
const noMetadata = { query_metadata: {}, declared_parameters: {} };

type Answer = (body: unknown) => unknown;

/**
 * Returns a function that replaces `fetch` and answers from a snapshot.
 * @param base address of the API that the elements use
 */
export function frozenServer(content: SnapshotContent, base: string): typeof fetch {
  const { view, search } = content;
  const summary = { requires: {}, owner: null, favorite: false, created_at: content.created_at };
  const streams = content.streams.length > 0 ? content.streams : [{ id: 'none', title: '' }];
  const user = {
    id: reader,
    username: reader,
    full_name: content.created_by,
    email: '',
    permissions: ['streams:read', 'view:read', 'messages:read'],
    grn_permissions: [],
    preferences: {},
    timezone: content.timezone,
    read_only: true,
    roles: [],
  };
  const answers: readonly (readonly [Endpoint, Answer])[] = [
    [ping, () => ({ cluster_id: '', node_id: '', version: '', tagline: '', embedded: true })],
    [validateSession, () => ({ is_valid: true, session_id: null, username: reader })],
    [getUser, () => user],
    [getView, () => ({ ...summary, summary: '', description: '', properties: [], ...view })],
    [storedSearchMetadata, () => noMetadata],
    [searchMetadata, () => noMetadata],
    [validateQuery, () => ({ status: 'OK' })],
    [getSearch, () => search],
    [fieldsOfStreams, () => content.fields],
    [executeSearch, (body) => frozenJob(content, (body ?? {}) as ExecutionState)],
    [
      listStreams,
      () => ({ total: streams.length, streams: streams.map((stream) => ({ ...stream, disabled: false })) }),
    ],
    [listDecorators, () => []],
    // A dashboard requests only one cluster configuration, the search settings, and it has defaults for them.
    [getClusterConfig, () => ({})],
  ];
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    const path = address.href.startsWith(base) ? address.pathname.slice(new URL(base).pathname.length) : undefined;
    const method = init?.method ?? 'GET';
    const found = answers.find(([endpoint]) => endpoint.method === method && matches(endpoint.path, path));
    if (!found) return json({ type: 'ApiError', message: texts.notKept }, 404);
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    return json(found[1](body));
  };
}

function matches(template: string, path: string | undefined): boolean {
  const segments = path?.split('/');
  const wanted = template.split('/');
  return (
    segments?.length === wanted.length &&
    wanted.every((segment, at) => segment === segments[at] || (segment.startsWith('{') && segments[at] !== ''))
  );
}

const json = async (value: unknown, status = 200): Promise<Response> =>
  new Response(await toJson(value), { status, headers: { 'Content-Type': 'application/json' } });

/** Returns the stored results of the requested search types as a finished job. */
function frozenJob(
  { search, results, errors }: SnapshotContent,
  { global_override: override }: ExecutionState,
): SearchJob {
  const kept = override?.keep_search_types;
  const pages = override?.search_types ?? {};
  const beyond: SearchError[] = [];
  const narrowed = (queryId: string, result: QueryResult): QueryResult => {
    const types = Object.entries(result.search_types).flatMap(([id, found]) => {
      if (kept && !kept.includes(id)) return [];
      const page = pages[id];
      if (!page || found.type !== 'messages') return [[id, found] as const];
      const { offset = 0, limit = found.messages.length } = page;
      const messages = found.messages.slice(offset, offset + limit);
      if (messages.length === 0 && offset > 0)
        beyond.push({
          type: 'search_type',
          description: texts.keptMessages(found.messages.length),
          query_id: queryId,
          search_type_id: id,
        });
      return [[id, { ...found, messages }] as const];
    });
    return { ...result, search_types: Object.fromEntries(types) };
  };
  const shown = Object.fromEntries(Object.entries(results).map(([id, result]) => [id, narrowed(id, result)]));
  return {
    id: 'snapshot',
    search_id: search.id,
    owner: reader,
    results: shown,
    errors: [...errors.filter(({ search_type_id: id }) => id === undefined || !kept || kept.includes(id)), ...beyond],
    execution: { done: true, cancelled: false, completed_exceptionally: false },
  };
}
