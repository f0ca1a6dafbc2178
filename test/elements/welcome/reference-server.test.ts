/** Tests that the welcome page sends a reference server only requests to paths that such a server has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { createClient } from '../../../api/client.js';
import { alertsQuery } from '../../../api/queries/alerts.js';
import { newPatternsQuery } from '../../../elements/welcome/new-patterns-query.js';
import { todayOf } from '../../../machines/welcome/today.js';

/** Requests open alerts and new patterns, and returns the requests that the server received. */
async function requestsTo(embedded: boolean): Promise<readonly string[]> {
  const requests: string[] = [];
  const client = createClient({
    baseUrl: 'http://log.test/api',
    fetch: (url, init) => {
      const { pathname } = new URL(String(url));
      requests.push(`${init?.method ?? 'GET'} ${pathname}`);
      const root = { version: '5.1.8', ...(embedded && { embedded }) };
      return Promise.resolve(Response.json(pathname === '/api/' ? root : { elements: [], events: [], patterns: [] }));
    },
  });
  const queryClient = new QueryClient();
  await queryClient.fetchQuery(newPatternsQuery(client, todayOf(Date.parse('2024-03-01T10:00:00Z'), 'UTC')));
  await queryClient.fetchQuery(alertsQuery(client, queryClient, { states: ['open'] }));
  queryClient.clear();
  return requests;
}

test('a reference server gets requests neither for patterns nor for silences', async () => {
  assert.deepEqual(await requestsTo(false), ['GET /api/', 'POST /api/events/search']);
});

test('the embedded server gets requests for patterns and for alerts with their states', async () => {
  assert.deepEqual(await requestsTo(true), [
    'GET /api/',
    'POST /api/search/patterns',
    'GET /api/events/alerts/silences',
    'POST /api/events/alerts/search',
  ]);
});
