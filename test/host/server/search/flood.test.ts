/** One user floods a real server with heavy searches; another one searches beside it. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { test } from 'node:test';
import type { SearchJob, SearchType } from '../../../../api/contract/searches.js';
import { filledDirectory } from '../../../filled-directory.js';
import { startTestServer } from '../../../server.js';

const searches = 60;

test(
  `another user's search does not wait for ${searches} heavy ones, and those of clients that have gone are given up`,
  { timeout: 180_000 },
  async (context) => {
    const data = await filledDirectory(40_000, 86_400_000);
    const server = await startTestServer({ data });
    context.after(async () => {
      await server.kill();
      await rm(data, { recursive: true, force: true });
    });
    const admin = await server.login();
    const json = {
      username: 'bob',
      password: 'a reader password',
      email: 'bob@example.org',
      first_name: 'Bob',
      last_name: 'Bobson',
      permissions: ['streams:read:000000000000000000000001'],
      roles: ['Reader'],
    };
    assert.equal((await server.call('/users', { method: 'POST', session: admin, json })).status, 201);
    const bob = await server.login('bob', json.password);

    const search = async (session: string, query: string, searchType: SearchType, signal?: AbortSignal) => {
      const response = await server.call('/views/search/sync?timeout=60000', {
        method: 'POST',
        session,
        json: {
          queries: [
            {
              timerange: { type: 'relative', range: 0 },
              query: { type: 'elasticsearch', query_string: query },
              search_types: [searchType],
            },
          ],
        },
        ...(signal && { signal }),
      });
      assert.equal(response.status, 200);
      return (await response.json()) as SearchJob;
    };
    const simple = () => search(bob, 'source:web\\-1.example.org', { type: 'messages', limit: 10 });
    const gone = new AbortController();
    let finished = 0;
    const flood = Array.from({ length: searches }, async (_unused, n) => {
      const groups = [{ type: 'values' as const, fields: ['request_id'], limit: 50 }];
      const series = [{ type: 'percentile', field: 'took_ms', percentile: 95 }];
      const words = `message:/.*e+r.${n}.*/ OR checkpoint${n}~ OR pay${n}~ OR "circuit upstream ${n}"~5`;
      await search(admin, words, { type: 'pivot', row_groups: groups, series }, gone.signal);
      finished += 1;
    });
    const ended = Promise.allSettled(flood);
    const load = async (): Promise<Record<string, number>> => {
      const answer = await server.call('/system/metrics/namespace/log-console.searches', { session: admin });
      const { metrics } = (await answer.json()) as { metrics: { name: string; metric: { value: number } }[] };
      return Object.fromEntries(metrics.map(({ name, metric }) => [name, metric.value]));
    };
    // All of them have arrived.
    for (;;) {
      const { running = 0, waiting = 0 } = await load();
      if (running + waiting + finished >= searches) break;
    }
    const before = finished;
    const began = performance.now();
    const answer = await simple();
    const took = Math.round(performance.now() - began);
    assert.equal(answer.execution.done, true);
    context.diagnostic(
      `the other search took ${took} ms, in which ${finished - before} of ${searches} heavy ones ended; load ${loadavg()[0]?.toFixed(1)}`,
    );
    assert.ok(finished - before <= 3, `${finished - before} heavy searches ended before the simple one`);
    assert.ok(finished < searches / 2, `${finished} heavy searches were over: they are not heavy enough`);

    gone.abort();
    await ended;
    for (;;) {
      const { running, waiting } = await load();
      if (running === 0 && waiting === 0) break;
    }
    const last = await search(admin, '', { type: 'messages', limit: 1 });
    assert.equal(last.execution.done, true);
  },
);
