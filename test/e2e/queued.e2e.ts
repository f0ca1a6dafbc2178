/**
 * Tests a page whose search is queued behind other searches of the same user. Every widget must show that it waits and
 * for how long.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launch } from '../browser.js';
import { filledDirectory } from '../filled-directory.js';
import { startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { problemsOf, signIn } from './signed-in.js';

/** Number of searches: more than may run concurrently; each takes some seconds. */
const searches = 40;
let browser: Browser;
let server: TestServer;
let data: string;

before(async () => {
  data = await filledDirectory(40_000, 86_400_000);
  [browser, server] = await Promise.all([launch(), startTestServer({ data })]);
});
after(async () => {
  await browser.close();
  await server.kill();
  await rm(data, { recursive: true, force: true });
});

/** Starts expensive searches of the same user. @returns a function that ends them, once more than half of them wait */
async function heavySearches(session: string): Promise<() => Promise<void>> {
  const gone = new AbortController();
  const all = Array.from({ length: searches }, (_unused, n) =>
    server.call('/views/search/sync?timeout=60000', {
      method: 'POST',
      session,
      signal: gone.signal,
      json: {
        queries: [
          {
            timerange: { type: 'relative', range: 0 },
            query: { type: 'elasticsearch', query_string: `message:/.*e+r.${n}.*/ OR checkpoint${n}~ OR pay${n}~` },
            search_types: [
              {
                type: 'pivot',
                row_groups: [{ type: 'values', fields: ['request_id'], limit: 50 }],
                series: [{ type: 'percentile', field: 'took_ms', percentile: 95 }],
              },
            ],
          },
        ],
      },
    }),
  );
  const ended = Promise.allSettled(all);
  for (;;) {
    const answer = await server.call('/system/metrics/namespace/log-console.searches', { session });
    const { metrics } = (await answer.json()) as { metrics: { name: string; metric: { value: number } }[] };
    if (metrics.some(({ name, metric }) => name.endsWith('waiting') && metric.value > searches / 2)) break;
  }
  return async () => {
    gone.abort();
    await ended;
  };
}

test('widgets show that their search is queued and for how long, and then the result', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const problems = problemsOf(page);
  await signIn(page, server, '/search?rangetype=relative&relative=86400');
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('canvas').first().waitFor();
  const end = await heavySearches(await server.login());
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const notes = page.getByTitle(/^Waiting for other searches … \d+ s$/);
  // Both the chart and the message table show the note.
  await notes.nth(1).waitFor();
  const seconds = async () => Number(/(\d+) s$/.exec((await notes.first().getAttribute('title')) ?? '')?.[1]);
  const before = await seconds();
  assert.ok(before >= 0);
  await until('the note counts further', async () => (await seconds()) > before);
  // Without room beside the title, neither title nor note is cut.
  await page.setViewportSize({ width: 360, height: 740 });
  const cut = () =>
    page
      .getByRole('region', { name: 'All Messages' })
      .locator('h2, [title^="Waiting for other searches"] > *')
      .evaluateAll((parts) =>
        parts.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
      );
  assert.deepEqual(await cut(), []);
  await page.setViewportSize({ width: 1440, height: 900 });
  await end();
  await page.getByText(/^Executed in/).waitFor();
  assert.equal(await notes.count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});
