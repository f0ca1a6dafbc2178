/** Another user can search while one user floods a real server with expensive searches and large results. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { SearchJob, SearchType } from '../../../../api/contract/searches.js';
import { filledDirectory } from '../../../filled-directory.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { watchedTurns } from '../../../watched-turns.js';
import { addPerson } from '../people.js';

const searches = 60;
const MiB = 2 ** 20;

let data: string;
let server: TestServer;
let admin: string;
let figures: string;

before(async () => {
  data = await filledDirectory(40_000, 86_400_000);
  const portFile = join(data, 'turns.port');
  server = await startTestServer({
    data,
    environment: watchedTurns(portFile),
  });
  figures = `http://127.0.0.1:${await readFile(portFile, 'utf8')}/`;
  admin = await server.login();
});
after(async () => {
  await server.kill();
  await rm(data, { recursive: true, force: true });
});

async function load(): Promise<Record<string, number>> {
  const answer = await server.call('/system/metrics/namespace/log-console.searches', { session: admin });
  const { metrics } = (await answer.json()) as { metrics: { name: string; metric: { value: number } }[] };
  return Object.fromEntries(metrics.map(({ name, metric }) => [name, metric.value]));
}

test('of 200 pages of 10,000 messages, those beyond the byte limit fail with a reason', async (context) => {
  const search = {
    id: '65e1a0c2d4b5f60718293a4c',
    queries: [
      {
        id: 'q',
        timerange: { type: 'relative', range: 0 },
        search_types: Array.from({ length: 200 }, (_unused, n) => ({ id: `m${n}`, type: 'messages', limit: 10_000 })),
      },
    ],
  };
  const stored = await server.call('/views/search', { method: 'POST', session: admin, json: search });
  assert.equal(stored.status, 201);
  const peak = async (): Promise<number> => ((await (await fetch(figures)).json()) as { peak: number }).peak;
  const before = await peak();
  const job = (path: string, method: string): Promise<Response> =>
    server.call(path, { method, session: admin, ...(method === 'POST' && { json: {} }) });
  const { id } = (await (await job(`/views/search/${search.id}/execute`, 'POST')).json()) as SearchJob;
  let highest = 0;
  let held = 0;
  const ended = async (): Promise<boolean> => {
    highest = Math.max(highest, await peak());
    const { running = 0, waiting = 0, 'result-bytes': bytes = 0 } = await load();
    held = Math.max(held, bytes);
    assert.ok(highest - before < 1024 * MiB, `the server grew by ${Math.round((highest - before) / MiB)} MiB`);
    return running + waiting === 0;
  };
  await until('the search has ended', ended, 240_000);
  const { results, errors = [] } = (await (await job(`/views/search/status/${id}`, 'GET')).json()) as SearchJob;
  const fitting = Object.keys(results['q']?.search_types ?? {}).length;
  context.diagnostic(
    `${fitting} pages fit in ${Math.round(held / MiB)} MiB; the server grew by ${Math.round((highest - before) / MiB)} MiB`,
  );
  assert.ok(fitting > 0 && fitting < 20, `${fitting} pages are within the limit`);
  assert.equal(fitting + errors.length, 200);
  for (const { description } of errors)
    assert.match(description ?? '', /The result of this search is larger than 64 MiB/);
  assert.ok(held < 80 * MiB, `${held} bytes were held`);
});

test(
  `another user's search does not wait for ${searches} heavy searches, and searches of disconnected clients are aborted`,
  { timeout: 300_000 },
  async (context) => {
    const permissions = ['streams:read:000000000000000000000001'];
    const { session: bob } = await addPerson(server, admin, 'bob', permissions, ['Reader']);

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
    // The test waits until the server has received all searches.
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
    // A fast machine may finish a few heavy searches before the simple one. If the simple search waited in the queue,
    // most of them would finish.
    assert.ok(finished - before <= 3, `${finished - before} heavy searches ended before the simple one`);
    assert.ok(
      finished < searches / 2,
      `${finished} heavy searches had ended, so they are not heavy enough for this test`,
    );

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
