import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { HighlightingForm } from '../../machines/highlighting-rule/form.js';
import { formOfRule, highlightingErrors, ruleOf, ruleOfValue } from '../../machines/highlighting-rule/form.js';
import { highlightingRuleMachine } from '../../machines/highlighting-rule/machine.js';
import { untyped } from '../untyped.js';
import { walk } from './transitions.js';

const good: HighlightingForm = {
  field: 'took',
  condition: 'greater',
  value: '5',
  coloring: 'gradient',
  color: '#abcdef',
  gradient: 'Viridis',
  lower: '-5',
  upper: '10',
};

test('each validation rule has the exact text of the specification', () => {
  const table: [Partial<HighlightingForm>, boolean, object][] = [
    [{}, true, {}],
    [{ field: ' ' }, true, { field: 'Field is required' }],
    [{ condition: '' }, true, { condition: 'Condition is required' }],
    [{ value: '' }, true, { value: 'Value is required' }],
    [{ coloring: '' }, true, { coloring: 'Coloring is required' }],
    [{ coloring: 'static' }, false, { condition: 'Condition is required' }],
    [{ condition: 'equal' }, false, { coloring: 'A gradient can only be defined for numeric fields.' }],
    [{ gradient: '' }, true, { gradient: 'Must be selected.' }],
    [{ gradient: 'Sunset' }, true, { gradient: 'Must be selected.' }],
    [{ lower: '' }, true, { lower: 'Must be present.' }],
    [{ upper: '1.5' }, true, { upper: 'Must be a number.' }],
    [{ lower: '10' }, true, { upper: 'Must be higher than lowest value.' }],
  ];
  for (const [changes, numeric, expected] of table)
    assert.deepEqual(highlightingErrors({ ...good, ...changes }, numeric), expected);
});

test('a rule survives the conversion to the form and back, including unknown members', () => {
  const rule = {
    field: 'took',
    value: '5',
    condition: 'greater' as const,
    color: { type: 'gradient' as const, gradient: 'Hot', lower: 1, upper: 2 },
    x_unknown: 1,
  };
  assert.deepEqual(ruleOf(formOfRule(rule, '#000000'), rule), rule);
  const fixed = {
    field: 'a',
    value: 'b',
    condition: 'equal' as const,
    color: { type: 'static' as const, color: '#123456' },
  };
  assert.deepEqual(ruleOf(formOfRule(fixed, '#000000'), undefined), fixed);
});

test('on every path only a valid form is saved, and errors are shown after an attempt', () => {
  const { paths, transitions } = walk(getShortestPaths, highlightingRuleMachine, {
    input: { color: '#abcdef', isNumeric: (field) => field === 'took' },
    events: [
      { type: 'form.changed', changes: good },
      { type: 'form.changed', changes: { field: 'source' } },
      { type: 'form.changed', changes: { value: '' } },
      { type: 'submitted' },
      { type: 'cancelled' },
    ],
  });
  assert.deepEqual(transitions, {
    cancelled: {},
    'editing.invalid': { cancelled: 'cancelled', 'form.changed': 'editing.invalid | editing.valid' },
    'editing.valid': { cancelled: 'cancelled', 'form.changed': 'editing.invalid | editing.valid', submitted: 'saved' },
    saved: {},
  });
  for (const { state, steps } of paths) {
    const { form, saved, attempted } = state.context;
    const errors = Object.keys(highlightingErrors(form, form.field === 'took'));
    if (state.matches('saved')) assert.deepEqual([errors, saved?.field], [[], form.field]);
    if (state.matches('cancelled')) assert.equal(state.output, undefined);
    if (state.matches({ editing: 'valid' })) assert.deepEqual(errors, []);
    if (attempted) assert.ok(steps.some(({ event }) => event.type === 'submitted'));
  }
  assert.ok(paths.some(({ state }) => state.matches('saved')));
});

test('changing to a non-numeric field replaces a numeric condition', () => {
  const actor = createActor(highlightingRuleMachine, {
    input: { color: '#abcdef', start: good, isNumeric: (field) => field === 'took' },
  }).start();
  actor.send({ type: 'form.changed', changes: { field: 'source' } });
  const { condition, coloring } = actor.getSnapshot().context.form;
  assert.deepEqual([condition, coloring], ['equal', 'static']);
});

test('a rule can be created from a value, but not without a value', () => {
  assert.deepEqual(ruleOfValue('source', 'web-01', '#db4241'), {
    field: 'source',
    value: 'web-01',
    condition: 'equal',
    color: { type: 'static', color: '#db4241' },
  });
  assert.throws(() => ruleOfValue('source', ' ', '#db4241'), /^Error: Unable to add highlighting for missing value\.$/);
});

test('an unknown kind of colour must be selected again', () => {
  const odd = untyped<Parameters<typeof formOfRule>[0]>({ field: 'a', value: '1', color: { type: 'plaid' } });
  const { coloring, color } = formOfRule(odd, '#db4241');
  assert.deepEqual([coloring, color], ['', '#db4241']);
});
