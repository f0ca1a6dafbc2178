/** Helpers of tests with several index sets. */
import assert from 'node:assert/strict';
import { matchingRows, indicesOf, type Match } from '../../../../host/server/search/match.js';
import { Parameters } from '../../../../host/server/search/parameters.js';
import { countMatches } from '../../../../host/server/search/message-rows.js';
import { indexSets } from '../../../../host/server/store/index.js';
import type { IndexSetDocument } from '../../../../host/server/store/index-set.js';
import type { Documents, IncomingMessage, MessageStore } from '../../../../host/server/store/types.js';
import { base, message } from './opened-store.js';

export const fast = { maintenanceIntervalMs: 20, removalGraceMs: 0, batchMessages: 50 };
const day = 86_400_000;

/** Index set of stream `a`; stream `b` has another one, and all other streams use the default index set. */
export const webId = '000000000000000000000201';
const auditId = '000000000000000000000202';
export const setOf = (stream: string): string | undefined => ({ a: webId, b: auditId })[stream];
export const never = { maxMessages: null, maxBytes: null, maxAgeMs: null };
export const web: IndexSetDocument = { id: webId, prefix: 'web', rotation: never, maxIndices: null };
export const audit: IndexSetDocument = { id: auditId, prefix: 'audit', rotation: never, maxIndices: null };

export const to = (streams: string[], n: number): IncomingMessage => ({ ...message(`message ${n}`, { n }), streams });

export async function add(store: MessageStore, documents: Documents, ...sets: IndexSetDocument[]): Promise<void> {
  for (const set of sets) {
    await indexSets(documents).put(set);
    await store.addIndexSet(set.id);
  }
}

const matchOf = (streams: readonly string[]): Match => ({
  range: { from: base - day, to: base + day },
  streams,
  queries: [],
  now: base,
});

/** Returns the numbers of the messages that a search finds, and asserts that the count agrees. */
export async function found(store: MessageStore, streams: readonly string[]): Promise<number[]> {
  const numbers = await look(store, streams);
  assert.equal((await countMatches(store, matchOf(streams))).total, numbers.length);
  return numbers;
}

/** Returns the sorted numbers of the messages that a search finds. A message that is found twice occurs twice. */
export async function look(store: MessageStore, streams: readonly string[]): Promise<number[]> {
  const match = matchOf(streams);
  const indices = indicesOf(store, match);
  if (indices.length === 0) return [];
  const parameters = new Parameters();
  const sql = await matchingRows(
    match,
    indices,
    parameters,
    ({ fields }) => `${fields.get('n')?.column ?? 'NULL'} AS n`,
  );
  const rows = await store.query(...parameters.bind(sql));
  return rows.map(({ n }) => Number(n)).sort((a, b) => a - b);
}
export const all = ['default', 'a', 'b'];
export const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, at) => from + at);
export const counts = (store: MessageStore) =>
  Object.fromEntries(store.facts().map(({ name, messages }) => [name, messages]));
