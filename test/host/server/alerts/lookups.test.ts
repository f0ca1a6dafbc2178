/** Lookup tables provide values for the fields of events and for the parameters of queries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryParameter } from '../../../../api/contract/event-definitions.schema.js';
import { boundQuery } from '../../../../host/server/alerts/bound-query.js';
import {
  eventOfMessage,
  templateFields,
  type AggregationDefinition,
} from '../../../../host/server/alerts/make-events.js';
import { asOptional, withLookups } from '../../../../host/server/search/lookup-parameters.js';

const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  owners: { web: 'platform', on_call: 'ada' },
};
const lookUp = (table: string, key: string): Promise<string | undefined> => Promise.resolve(tables[table]?.[key]);

const definition = {
  id: 'd',
  title: 'Down',
  priority: 2,
  alert: false,
  key_spec: ['owner'],
  storage: [],
  config: { type: 'aggregation-v1', query: '', query_parameters: [], streams: [], group_by: [], series: [] },
  field_spec: {
    owner: { data_type: 'string', providers: [{ type: 'lookup-v1', table_name: 'owners', key_field: 'upstream' }] },
    other: { data_type: 'string', providers: [{ type: 'lookup-v1', table_name: 'nowhere', key_field: 'upstream' }] },
  },
  // The definition has only the members that the lookup reads.
} as unknown as AggregationDefinition;

test('a field of an event takes its value from a lookup table, and is omitted if the table has none', async () => {
  const message = { _id: 'm', timestamp: '2026-01-01T00:00:00.000Z', streams: [], upstream: 'web' };
  // The message has only the members that its event copies.
  const found = { index: { name: 'i' }, message } as unknown as Parameters<typeof eventOfMessage>[2];
  const made = { source: 'here', now: 0, lookUp };
  const { fields, key } = await eventOfMessage(definition, { from: 0, to: 1 }, found, made);
  assert.deepEqual([fields, key], [{ owner: 'platform' }, 'platform']);
  assert.deepEqual(templateFields(definition), ['upstream'], 'the key field is read from each message');
});

const parameter = (facts: Partial<QueryParameter> = {}): QueryParameter => ({
  type: 'lut-parameter-v1',
  name: 'who',
  title: 'who',
  data_type: 'any',
  lookup_table: 'owners',
  key: 'on_call',
  ...facts,
});

test('a parameter of a definition takes its value from a lookup table or its default; without both the run fails', async () => {
  const bound = (facts?: Partial<QueryParameter>) =>
    boundQuery({ query: 'user:$who$', query_parameters: [parameter(facts)] }, lookUp);
  assert.equal(await bound(), 'user:ada');
  assert.equal(await bound({ key: 'nobody', default_value: 'root' }), 'user:root');
  await assert.rejects(bound({ key: 'nobody' }), /who/);
});

test("a lookup binds a parameter of a search to the table's value, and does not report it as missing while the query is typed", async () => {
  const [one] = await withLookups([parameter()], lookUp);
  assert.deepEqual(one?.binding, { type: 'value', value: 'ada' });
  const plain = { type: 'value-parameter-v1', name: 'x' };
  const [nothing, other] = await withLookups([parameter({ key: 'nobody' }), plain], lookUp);
  assert.deepEqual([nothing?.binding, other], [undefined, plain]);
  assert.deepEqual(
    asOptional([parameter(), plain]).map(({ optional }) => optional),
    [true, undefined],
  );
});
