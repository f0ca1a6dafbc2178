import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookupDecorator } from '../../../../host/server/lookup/consumers.js';
import { emptyResult, errorResult, singleResult, type LookupResult } from '../../../../host/server/lookup/result.js';

test('the lookup decorator sets the target field to the value of each message that has one, and looks up each key once', async () => {
  const asked: string[] = [];
  const lookup = (table: string, key: string): LookupResult | Promise<LookupResult> => {
    asked.push(`${table} ${key}`);
    if (key === 'broken') return errorResult();
    if (key === 'unknown') return emptyResult;
    return key === '7' ? singleResult(9) : Promise.resolve(singleResult(`value of ${key}`));
  };
  const messages = ['a', 7, 'a', 'broken', 'unknown', '', null, undefined, ['a']].map((ip) => ({
    message: { _id: '1', ip },
    index: 'messages_0',
    highlight_ranges: null,
    decoration_stats: null,
  }));
  const decorate = lookupDecorator({ lookup });
  const config = { source_field: 'ip', target_field: 'owner', lookup_table_name: 'owners' };
  const owners = async (given: object): Promise<unknown[]> =>
    (await decorate(messages, { ...given })).map(({ message }) => message['owner']);
  const none = messages.map(() => undefined);
  assert.deepEqual(await owners(config), ['value of a', 9, 'value of a', ...none.slice(3)]);
  assert.deepEqual(asked, ['owners a', 'owners 7', 'owners broken', 'owners unknown']);
  for (const name of Object.keys(config)) assert.deepEqual(await owners({ ...config, [name]: '' }), none, name);
});

test('the lookup decorator looks up all keys, also when there are more than it looks up at a time', async () => {
  const messages = Array.from({ length: 450 }, (_, at) => ({
    message: { _id: String(at), ip: `k${at}` },
    index: 'messages_0',
    highlight_ranges: null,
    decoration_stats: null,
  }));
  const decorate = lookupDecorator({ lookup: (_table, key) => singleResult(`value of ${key}`) });
  const found = await decorate(messages, { source_field: 'ip', target_field: 'owner', lookup_table_name: 'owners' });
  assert.deepEqual(
    found.map(({ message }) => message['owner']),
    messages.map((_, at) => `value of k${at}`),
  );
});
