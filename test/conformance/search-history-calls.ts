/** Calls of the endpoints of the search history, which the contract lacks, in addition to those in `calls.ts`. */
import type { SearchHistory } from '../../api/contract/search-history.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

export const searchHistoryRules: Readonly<Record<string, Rule>> = {
  'GET /search/history': { kind: 'filtered', permissions: ['streams:read:{streamId}'] },
  'POST /search/history': { kind: 'session', permissions: [] },
  'DELETE /search/history': { kind: 'session', permissions: [] },
  'DELETE /search/history/{entryId}': { kind: 'each', permissions: ['search_history:delete:{entryId}'] },
};

let made = 0;
/** Runs a search of the administrator on the stream of the test world, and shares its entry with everyone. */
async function sharedEntry(world: World): Promise<SearchHistory['own'][number]> {
  const query = `conformance:${(made += 1)}`;
  const streamId = world.known['streamId'] ?? '';
  await world.ask('POST', '/search/history', { searches: [{ query, streams: [streamId] }] });
  const { own } = await world.ask<SearchHistory>('GET', '/search/history');
  const entry = own.find((one) => one.query === query);
  if (!entry) throw new Error(`The history has no entry "${query}".`);
  await world.ask('POST', `/authz/shares/entities/grn::::earlier_query:${entry.id}`, {
    selected_grantee_capabilities: { 'grn::::builtin-team:everyone': 'view' },
  });
  return entry;
}

export const searchHistoryCalls: Readonly<Record<string, Maker>> = {
  'GET /search/history': async (world) => ({ shows: (await sharedEntry(world)).query }),
  'POST /search/history': () => ({
    json: { searches: [{ query: 'level:3', timerange: { type: 'relative', from: 300 } }] },
  }),
  'DELETE /search/history/{entryId}': async (world) => ({ params: { entryId: (await sharedEntry(world)).id } }),
};
