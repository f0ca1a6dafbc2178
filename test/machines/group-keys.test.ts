/** Tests the keys of events that are created for each group of an aggregation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsWithoutKey, withGroupsAsKeys } from '../../machines/event-condition/group-keys.js';
import type { EventFieldSpec } from '../../api/contract/event-definitions.js';

const template = (text: string): EventFieldSpec => ({
  data_type: 'string',
  providers: [{ type: 'template-v1', template: text, require_values: false }],
});
const grouping = (group_by: string[], field_spec: Record<string, EventFieldSpec> = {}, key_spec: string[] = []) =>
  ({ mode: 'aggregation', group_by, field_spec, key_spec }) as const;

test('the editor of a definition reports group-by fields that no key uses', () => {
  assert.deepEqual(groupsWithoutKey(grouping([])), []);
  assert.deepEqual(groupsWithoutKey(grouping(['user', 'source'])), ['user', 'source']);
  assert.deepEqual(
    groupsWithoutKey(grouping(['user'], { user: template('${source.user}') })),
    ['user'],
    'a group-by field with a custom field but no key is reported',
  );
  assert.deepEqual(groupsWithoutKey(grouping(['user'], { user: template('x') }, ['user'])), []);
  assert.deepEqual(groupsWithoutKey(grouping(['user', 'ip'], { k: template('of ${source.user}') }, ['k'])), ['ip']);
  assert.deepEqual(groupsWithoutKey({ ...grouping(['user']), mode: 'filter' }), []);
});

test('all group-by fields are appended to the existing keys', () => {
  const own = { host: template('${source.source}') };
  const made = withGroupsAsKeys(grouping(['user', 'a b'], own, ['host']));
  assert.deepEqual(made.key_spec, ['host', 'user', 'a_b']);
  assert.deepEqual(made.field_spec, { ...own, user: template('${source.user}'), a_b: template('${source.a b}') });
  assert.deepEqual(groupsWithoutKey({ ...grouping(['user', 'a b']), ...made }), []);
});

test('an existing custom field with the name of the group-by field becomes the key unchanged', () => {
  const spec = { user: template('user ${source.user}'), other: template('x') };
  const made = withGroupsAsKeys(grouping(['user'], spec));
  assert.deepEqual(made, { field_spec: spec, key_spec: ['user'] });
  assert.deepEqual(Object.keys(made.field_spec), ['user', 'other']);
});
