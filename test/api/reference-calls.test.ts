/** The client sends only requests that a reference server supports, which has fewer endpoints than this server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { createClient } from '../../api/client.js';
import { endpoints } from '../../api/contract/index.js';
import { NotFound, ServerFailure } from '../../api/failures.js';
import { firstStartQuery } from '../../api/queries/first-start.js';
import { metricsOfNodeQuery } from '../../api/queries/metrics.js';
import { publicNotificationsQuery } from '../../api/queries/public-notifications.js';
import { fakeClient, type FakeCall } from '../fake-client.js';

const root = { cluster_id: 'c', node_id: 'n', version: '5.1.9', tagline: '' };

test('each endpoint is requested with the media type that it produces', async () => {
  const acceptHeaders = new Map<string, Set<string>>();
  const fetch = (_url: unknown, init?: RequestInit): Promise<Response> => {
    const accept = new Headers(init?.headers).get('accept') ?? '';
    acceptHeaders.get('now')?.add(accept);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const client = createClient({ baseUrl: 'http://test/api', fetch });
  const wanted = { json: 'application/json', text: 'text/plain', csv: 'text/csv', bytes: '*/*', nothing: '' };
  for (const endpoint of endpoints.filter(({ produces }) => produces !== 'json')) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'a']);
    acceptHeaders.set('now', new Set());
    // The endpoints of the table have different types, so the parameters cannot be typed, hence the cast.
    await client.call(endpoint, { params: Object.fromEntries(names) } as never);
    const [accept = ''] = acceptHeaders.get('now') ?? [];
    assert.ok(
      accept.startsWith(wanted[endpoint.produces]),
      `${endpoint.path} is requested with its media type, not ${accept}`,
    );
  }
});

test('the queries that run on every page send no request to an endpoint that a reference server lacks', async () => {
  const { client, calls } = fakeClient(({ name }) => (name === 'GET /' ? root : Promise.reject(new Error(name))));
  const queries = new QueryClient();
  assert.equal(await queries.fetchQuery(publicNotificationsQuery(client)), null);
  assert.equal(await queries.fetchQuery(firstStartQuery(client)), null);
  assert.deepEqual(
    calls.map(({ name }) => name),
    ['GET /'],
  );
  queries.clear();
});

test('metrics of the namespaces that answer are shown when another one fails', async () => {
  const facts = { method: 'GET', url: '/x' } as const;
  const metrics = (answer: (namespace: string) => unknown, embedded?: boolean) => {
    const { client, calls } = fakeClient(({ name, params }: FakeCall) =>
      name === 'GET /' ? { ...root, embedded } : answer((params as { namespace: string }).namespace),
    );
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    return { calls, shown: queries.fetchQuery(metricsOfNodeQuery(client, 'n')) };
  };
  const some = { metrics: [{ full_name: 'org.a' }] };
  const broken = metrics((namespace) =>
    namespace === 'org' ? some : Promise.reject(new ServerFailure({ ...facts, status: 502 })),
  );
  assert.deepEqual(await broken.shown, some.metrics);
  assert.ok(
    broken.calls.every(({ params }) => (params as { namespace?: string } | undefined)?.namespace !== 'log-console'),
  );
  const ours = metrics(() => some, true);
  assert.deepEqual(await ours.shown, some.metrics);
  assert.equal(ours.calls.length, 4);
  await assert.rejects(
    metrics(() => Promise.reject(new ServerFailure({ ...facts, status: 502 }))).shown,
    ServerFailure,
  );
  assert.deepEqual(await metrics(() => Promise.reject(new NotFound({ ...facts, status: 404 }))).shown, []);
});
