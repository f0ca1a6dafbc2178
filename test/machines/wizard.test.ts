import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { encryptedFieldMachine, secretWrite } from '../../machines/encrypted-field.js';
import { neighbour, wizardMachine, type WizardEvent } from '../../machines/wizard.js';
import { walk } from './transitions.js';

const steps = [{ key: 'a' }, { key: 'b' }, { key: 'c', disabled: true }, { key: 'd' }];

function after(active: string, ...events: WizardEvent[]) {
  const actor = createActor(wizardMachine, { input: { steps, active } }).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot().context;
}

test('in a wizard, Previous and Next lead to neighbouring steps, but not past the ends or to a disabled step', () => {
  assert.equal(after('a', { type: 'next' }).active, 'b');
  assert.equal(after('b', { type: 'previous' }).active, 'a');
  assert.equal(after('a', { type: 'previous' }).active, 'a');
  assert.equal(after('b', { type: 'next' }).active, 'b');
  assert.equal(after('d', { type: 'next' }).active, 'd');
  assert.equal(neighbour(after('d'), -1), undefined);
  assert.equal(neighbour(after('a'), 1), 'b');
});

test('in a wizard, a click leads to an open step, and has no effect on a disabled or unknown one', () => {
  assert.equal(after('a', { type: 'step.chosen', key: 'd' }).active, 'd');
  assert.equal(after('a', { type: 'step.chosen', key: 'c' }).active, 'a');
  assert.equal(after('a', { type: 'step.chosen', key: 'x' }).active, 'a');
  const opened = steps.map(({ key }) => ({ key }));
  assert.equal(after('b', { type: 'steps.changed', steps: opened }, { type: 'next' }).active, 'c');
});

test('an unknown active step of a wizard has no neighbours', () => {
  const lost = after('x');
  assert.deepEqual([neighbour(lost, -1), neighbour(lost, 1)], [undefined, undefined]);
});

for (const stored of [true, false]) {
  test(`every path through a secret field that is ${stored ? 'set' : 'not set'} ends with the value to send`, () => {
    const { paths, transitions } = walk(getShortestPaths, encryptedFieldMachine, {
      input: { stored },
      events: [{ type: 'reset' }, { type: 'undone' }, { type: 'typed', text: '' }, { type: 'typed', text: 'new' }],
    });
    assert.deepEqual(transitions, stored ? { kept: { reset: 'open' }, open: { undone: 'kept' } } : { open: {} });
    const ends = new Set(
      paths.map(({ state: { value, context } }) => JSON.stringify(secretWrite(value as 'kept' | 'open', context))),
    );
    const expected = stored
      ? ['{"keep_value":true}', '{"delete_value":true}', '{"set_value":"new"}']
      : [undefined, '{"set_value":"new"}'];
    assert.deepEqual([...ends].map(String).sort(), expected.map(String).sort());
  });
}
