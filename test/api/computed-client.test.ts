/** The client of a view with computed fields sends their definitions with the right calls, and only to this server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { createClient, inBackground } from '../../api/client.js';
import { differencesOfMessages } from '../../api/contract/differences.js';
import { patternsOfMessages } from '../../api/contract/patterns.js';
import { createSearch, executeSync, suggestValues } from '../../api/contract/searches.js';
import { computingClient } from '../../api/queries/computed-client.js';
import { syncSearchQuery } from '../../api/queries/sync-search.js';

const definitions = { verb: '{"kind":"regex","source":"message","pattern":"(x)"}' };

/** Calls every endpoint once, and returns the bodies that a server received, by path. */
async function received(embedded: boolean): Promise<Readonly<Record<string, unknown>>> {
  const bodies: Record<string, unknown> = {};
  const client = createClient({
    baseUrl: 'http://log.test/api',
    fetch: (url, init) => {
      const { pathname } = new URL(String(url));
      if (typeof init?.body === 'string') bodies[pathname] = JSON.parse(init.body);
      return Promise.resolve(Response.json(pathname === '/api/' ? { version: '5.1.8', embedded } : {}));
    },
  });
  const computing = inBackground(computingClient({ client, queryClient: new QueryClient() }, definitions));
  const search = { id: '', queries: [] };
  await computing.call(executeSync, { body: search, query: {} });
  await computing.call(patternsOfMessages, { body: search });
  await computing.call(differencesOfMessages, { body: { search, selection: { query: 'a' } } });
  await computing.call(suggestValues, { body: { field: 'verb', input: '' } });
  await computing.call(createSearch, { body: search });
  assert.deepEqual(syncSearchQuery(computing, search).queryKey, ['syncSearch', search, definitions]);
  return bodies;
}

test('searches, patterns, differences and suggestions send the definitions of computed fields to the embedded server', async () => {
  const search = { id: '', queries: [], computed_fields: definitions };
  assert.deepEqual(await received(true), {
    '/api/views/search/sync': search,
    '/api/search/patterns': search,
    '/api/search/differences': { search, selection: { query: 'a' } },
    '/api/search/suggest': { field: 'verb', input: '', computed_fields: definitions },
    '/api/views/search': { id: '', queries: [] },
  });
});

test('a reference server gets no definitions of computed fields', async () => {
  for (const body of Object.values(await received(false))) assert.doesNotMatch(JSON.stringify(body), /computed_fields/);
});
