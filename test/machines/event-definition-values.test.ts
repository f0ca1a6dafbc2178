/** Tests the values of the event definition wizard: missing settings, and the request body. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventDefinition } from '../../api/contract/event-definitions.js';
import {
  aggregationType,
  bodyOf,
  conditionFaultsOf,
  faultsOf,
  newDefinition,
  valuesOf,
  type DefinitionValues,
} from '../../machines/event-condition/definition-values.js';

const attached = [{ notification_id: 'n1', notification_parameters: null }];
const named = (values: Partial<DefinitionValues>): readonly string[] =>
  Object.entries(faultsOf({ ...newDefinition, ...values })).flatMap(([name, fault]) =>
    fault === undefined ? [] : name,
  );

const settings: readonly (readonly [string, Partial<DefinitionValues>, readonly string[]])[] = [
  ['disabled grace period and backlog are valid', { notifications: attached, grace_period_ms: 0, backlog_size: 0 }, []],
  [
    "the server's default of the backlog, which is disabled, is valid",
    { notifications: attached, backlog_size: null },
    [],
  ],
  ['a missing grace period is an error', { notifications: attached, grace_period_ms: undefined }, ['grace_period_ms']],
  ['a missing size of the backlog is an error', { notifications: attached, backlog_size: undefined }, ['backlog_size']],
  [
    'without notifications neither grace period nor backlog is required',
    { grace_period_ms: undefined, backlog_size: undefined },
    [],
  ],
];
for (const [name, values, expected] of settings) test(name, () => assert.deepEqual(named(values), expected));

test('missing settings are not reported as faults of the condition, and are sent as disabled', () => {
  const values = { ...newDefinition, notifications: attached, grace_period_ms: undefined, backlog_size: undefined };
  assert.deepEqual(conditionFaultsOf(values), {});
  assert.deepEqual(bodyOf(values, undefined).notification_settings, { grace_period_ms: 0, backlog_size: null });
});

const searching = { ...newDefinition, type: aggregationType };
const storedWith = (limit?: number): EventDefinition =>
  ({
    ...bodyOf({ ...searching, event_limit: limit }, undefined),
    notification_settings: { grace_period_ms: 0, backlog_size: 0 },
    // The stored definition lacks members that the tested functions do not read, hence the cast.
  }) as unknown as EventDefinition;

for (const limit of [0, -1, 1.5]) {
  test(`a limit of ${limit} events is an error of the condition`, () => {
    assert.match(conditionFaultsOf({ ...searching, event_limit: limit }).event_limit ?? '', /whole number/);
  });
}

test('the limit of events can be kept, changed and removed', () => {
  const stored = storedWith(7);
  const values = valuesOf(stored, true);
  assert.equal(values.event_limit, 7);
  assert.equal(bodyOf(values, stored).config?.['event_limit'], 7);
  assert.equal(bodyOf({ ...values, event_limit: 9 }, stored).config?.['event_limit'], 9);
  const without = bodyOf({ ...values, event_limit: undefined }, stored).config;
  assert.ok(without && !('event_limit' in without));
  assert.equal(valuesOf(storedWith(0), true).event_limit, undefined);
  assert.deepEqual(conditionFaultsOf(valuesOf(storedWith(), true)).event_limit, undefined);
});
