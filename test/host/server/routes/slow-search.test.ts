/**
 * Slow searches are answered before they are done and then polled, because a browser has only six connections to a
 * server.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeSearch, searchJobStatus, type SearchJob } from '../../../../api/contract/searches.js';
import type { ServerContext } from '../../../../host/server/context.js';
import type { Searches } from '../../../../host/server/entities/searches.js';
import type { Registry } from '../../../../host/server/http/registry.js';
import { registerSearches } from '../../../../host/server/routes/searches.js';
import { completeSearch } from '../../../../host/server/search/index.js';
import { admin, allTime, openSearch } from '../search/fixture.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';

const searchTypes = [{ id: 'm', type: 'messages' }];
const search = completeSearch({ queries: [{ id: 'q', timerange: allTime, search_types: searchTypes }] });

test(
  'executing a search is answered within seconds, even if the search is not done',
  { timeout: 120_000 },
  async (context) => {
    const { engine, store, fill } = await openSearch(context);
    await fill([{ at: '2024-03-01T10:00:00Z', message: 'a' }]);
    const handlers = new Map<unknown, (call: object) => unknown>();
    registerSearches(
      untyped<Registry>({
        serve: (endpoint: unknown, _shapes: unknown, handler: (call: object) => unknown) =>
          void handlers.set(endpoint, handler),
      }),
      untyped<ServerContext>({
        documents: { collection: () => ({ all: () => [] }) },
        search: {
          ...engine,
          execute: (...[stored, state, , options]: Parameters<typeof engine.execute>) =>
            engine.execute(stored, state, admin, options),
        },
      }),
      untyped<Searches>({ get: () => search }),
    );
    const user = { id: 'u', username: admin.username, permissions: ['*'], timezone: null };
    const call = (endpoint: unknown, params: object) =>
      handlers.get(endpoint)?.({
        params,
        user,
        body: {},
        reply: { header: () => undefined, raw: { once: () => undefined } },
      }) as Promise<SearchJob>;

    const quick = await call(executeSearch, { searchId: search.id });
    assert.equal(quick.execution.done, true, 'a quick search is answered with its complete result');

    const { query } = store;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    Object.defineProperty(store, 'query', {
      value: async (...given: Parameters<typeof query>) => {
        await held;
        return query.apply(store, given);
      },
    });
    const released = new Promise<undefined>((resolve) =>
      setTimeout(() => {
        release();
        resolve(undefined);
      }, 20_000).unref(),
    );
    const slow = await Promise.race([call(executeSearch, { searchId: search.id }), released]);
    assert.ok(slow, 'the response arrives before the result of the store');
    assert.equal(slow.execution.done, false);
    release();
    let job = await call(searchJobStatus, { jobId: slow.id });
    await until(
      'the search is done',
      async () => (job = await call(searchJobStatus, { jobId: slow.id })).execution.done,
    );
    assert.equal(job.results['q']?.search_types['m']?.type, 'messages');
  },
);
