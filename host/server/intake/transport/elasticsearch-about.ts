/**
 * Answers the requests that Elasticsearch clients send before indexing, and formats refusals as Elasticsearch does
 * (https://www.elastic.co/docs/api/doc/elasticsearch/).
 */
import type { HttpAnswer, HttpCall } from './http-listener.js';
import type { Refusal } from './refusal.js';

/**
 * Version that clients check for compatibility: clients of versions 7 and 9 send the same bulk requests as clients of
 * version 8.
 */
const version = {
  number: '8.19.0',
  build_flavor: 'default',
  build_type: 'tar',
  build_hash: '0000000000000000000000000000000000000000',
  build_date: '2025-07-23T00:00:00.000Z',
  build_snapshot: false,
  lucene_version: '9.12.2',
  minimum_wire_compatibility_version: '7.17.0',
  minimum_index_compatibility_version: '7.0.0',
};
const cluster = { cluster_name: 'log-console', cluster_uuid: 'bG9nLWNvbnNvbGUtaW5wdXQ' };

/** Creates an answer with the header `X-Elastic-Product`: newer clients refuse a server without this header. */
export const elasticText = (status: number, body: string): HttpAnswer => ({
  status,
  type: 'application/json',
  body,
  headers: { 'X-Elastic-Product': 'Elasticsearch' },
});
export const elasticAnswer = (status: number, body: object): HttpAnswer => elasticText(status, JSON.stringify(body));

const license = { status: 'active', uid: '00000000-0000-0000-0000-000000000000', type: 'basic', mode: 'basic' };
const known: Readonly<Record<string, object>> = {
  '/': { name: 'log-console', ...cluster, version, tagline: 'You Know, for Search' },
  '/_license': { license },
  '/_xpack': { license, features: { ilm: { available: true, enabled: true } } },
  '/_cluster/health': {
    ...cluster,
    status: 'green',
    timed_out: false,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
  },
};
/**
 * Matches the paths of templates, policies and pipelines. Shippers query or create these; they have no effect on this
 * server.
 */
const setup =
  /^\/(?:_template|_index_template|_component_template|_data_stream|_ilm\/policy|_ingest\/pipeline|_alias)(?:\/[^/]+)?\/?$/;

/** Answers a request about the server, or about templates, policies and pipelines; undefined for any other request. */
export function aboutElasticsearch({ method, path }: HttpCall): HttpAnswer | undefined {
  const asks = method === 'GET' || method === 'HEAD';
  const found = Object.hasOwn(known, path) ? known[path] : undefined;
  if (found && asks) return elasticAnswer(200, found);
  if (!setup.test(path)) return undefined;
  if (asks) return elasticAnswer(200, {});
  return method === 'PUT' || method === 'POST' ? elasticAnswer(200, { acknowledged: true }) : undefined;
}

const types: Readonly<Record<number, string>> = {
  400: 'illegal_argument_exception',
  401: 'security_exception',
  404: 'resource_not_found_exception',
  413: 'content_too_long_exception',
  503: 'es_rejected_execution_exception',
};

export function elasticRefusal({ status, message: reason }: Refusal): HttpAnswer {
  const cause = { type: types[status] ?? 'illegal_argument_exception', reason };
  return elasticAnswer(status, { error: { root_cause: [cause], ...cause }, status });
}
