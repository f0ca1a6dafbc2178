/** Tests the options of the select for the state of alerts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertStatusNames, severalStates } from '../../../../elements/admin/alerts/status-names.js';

test('the select offers all states at once and each single state', () => {
  assert.deepEqual(
    alertStatusNames.map(({ value }) => value),
    ['all', 'open', 'acknowledged', 'muted', 'closed'],
  );
});

test('the option for several states names each of them, in the given order', () => {
  const labels = new Map(alertStatusNames.map(({ value, label }) => [value, label]));
  const states = ['muted', 'open', 'closed', 'acknowledged'] as const;
  assert.deepEqual(severalStates(states), {
    value: 'several',
    label: states.map((state) => labels.get(state)).join(', '),
  });
});
