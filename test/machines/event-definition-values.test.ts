/** What the wizard of an event definition holds: what is missing of its settings, and what is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bodyOf,
  conditionFaultsOf,
  faultsOf,
  newDefinition,
  type DefinitionValues,
} from '../../machines/event-condition/definition-values.js';

const attached = [{ notification_id: 'n1', notification_parameters: null }];
const named = (values: Partial<DefinitionValues>): readonly string[] =>
  Object.entries(faultsOf({ ...newDefinition, ...values })).flatMap(([name, fault]) =>
    fault === undefined ? [] : name,
  );

const settings: readonly (readonly [string, Partial<DefinitionValues>, readonly string[]])[] = [
  ['both are off', { notifications: attached, grace_period_ms: 0, backlog_size: 0 }, []],
  ['the default of the server is off', { notifications: attached, backlog_size: null }, []],
  ['a time is missing', { notifications: attached, grace_period_ms: undefined }, ['grace_period_ms']],
  ['a number is missing', { notifications: attached, backlog_size: undefined }, ['backlog_size']],
  ['nobody is told', { grace_period_ms: undefined, backlog_size: undefined }, []],
];
for (const [name, values, expected] of settings) test(name, () => assert.deepEqual(named(values), expected));

test('what is missing of the settings is no fault of the condition, and is sent as off', () => {
  const values = { ...newDefinition, notifications: attached, grace_period_ms: undefined, backlog_size: undefined };
  assert.deepEqual(conditionFaultsOf(values), {});
  assert.deepEqual(bodyOf(values, undefined).notification_settings, { grace_period_ms: 0, backlog_size: null });
});
