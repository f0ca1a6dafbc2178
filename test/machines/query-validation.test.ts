import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { ValidationAnswer } from '../../api/contract/searches.js';
import type { QueryValidationEvent, ValidationInput } from '../../machines/query-validation.js';
import { withoutComputed } from '../../machines/computed-findings.js';
import { listedExplanations, queryValidationMachine, validationDebounceMs } from '../../machines/query-validation.js';
import { done, failed, passed } from './internal-events.js';
import { walk } from './transitions.js';

const input = (queryString: string, changes: Partial<ValidationInput> = {}): ValidationInput => ({
  queryString,
  streams: [],
  ...changes,
});
const judged = (status: ValidationAnswer['status']) =>
  done('validation.validating', {
    status,
    explanations: status === 'OK' ? [] : [{ error_type: 'X', error_title: 't', error_message: 'm' }],
  });

test('on every path only a response or an invalid range decides whether a query is valid, and a change resets the decision', () => {
  const events: QueryValidationEvent[] = [
    { type: 'input.changed', input: input('a') },
    { type: 'input.changed', input: input('  ') },
    { type: 'input.changed', input: input('', { filter: 'x' }) },
    { type: 'input.changed', input: input('a', { timeRange: { type: 'relative', range: 0 } }) },
    { type: 'flush' },
    { type: 'retry' },
    passed('validationDebounce', 'validation.debouncing'),
    judged('OK'),
    judged('WARNING'),
    judged('ERROR'),
    failed('validation.validating', new Error('down')),
  ];
  const { paths, transitions } = walk(getShortestPaths, queryValidationMachine, {
    input: { limit: 'P1D', now: () => 0 },
    events,
    serializeState: ({ value, context }) => JSON.stringify([value, context.input, context.explanations.length]),
  });
  assert.deepEqual(transitions, {
    debouncing: {
      'after validationDebounce': 'validating',
      flush: 'validating',
      'input.changed': 'debouncing | settled.fine | settled.rejected',
      retry: 'validating',
    },
    'settled.fine': {
      'input.changed': 'debouncing | settled.fine | settled.rejected',
      retry: 'settled.fine | validating',
    },
    'settled.rejected': {
      'input.changed': 'debouncing | settled.fine | settled.rejected',
      retry: 'settled.rejected | validating',
    },
    'settled.warned': { 'input.changed': 'debouncing | settled.fine | settled.rejected', retry: 'validating' },
    validating: {
      'done validating': 'settled.fine | settled.rejected | settled.warned',
      'error validating': 'settled.fine',
      'input.changed': 'debouncing | settled.fine | settled.rejected',
    },
  });
  assert.ok(paths.length > 12);
  for (const { state, steps } of paths) {
    const { input: current, rangeError, explanations } = state.context;
    if (current.timeRange)
      assert.deepEqual([state.value, rangeError], [{ settled: 'rejected' }, 'Range is outside limit duration.']);
    else if (current.queryString.trim() === '' && !current.filter)
      assert.deepEqual([state.value, explanations], [{ settled: 'fine' }, []]);
    else if (state.matches('settled'))
      assert.match(String(steps.at(-1)?.event.type), /validating$/, 'only a response decides the validity');
    if (state.matches({ settled: 'fine' })) assert.deepEqual(explanations, []);
    if (state.matches({ settled: 'warned' })) assert.equal(explanations.length, 1);
  }
});

function start(answer: (input: ValidationInput) => Promise<ValidationAnswer>) {
  const clock = new SimulatedClock();
  const requests: string[] = [];
  const actor = createActor(
    queryValidationMachine.provide({
      actors: {
        validate: fromPromise<ValidationAnswer, ValidationInput>(({ input: validated }) => {
          requests.push(validated.queryString);
          return answer(validated);
        }),
      },
    }),
    { clock, input: {} },
  ).start();
  return { actor, clock, validatedQueries: requests };
}

test('only the last text is validated, 350 ms after the last change', async () => {
  const { actor, clock, validatedQueries } = start(() => Promise.resolve({ status: 'OK', explanations: [] }));
  actor.send({ type: 'input.changed', input: input('a') });
  clock.increment(validationDebounceMs - 1);
  actor.send({ type: 'input.changed', input: input('ab') });
  clock.increment(validationDebounceMs - 1);
  assert.deepEqual(validatedQueries, []);
  clock.increment(1);
  assert.deepEqual(validatedQueries, ['ab']);
  await waitFor(actor, (state) => state.matches({ settled: 'fine' }));
});

test('the answer for an older text is dropped', async () => {
  const answers: ((answer: ValidationAnswer) => void)[] = [];
  const { actor } = start(() => new Promise((resolve) => answers.push(resolve)));
  actor.send({ type: 'input.changed', input: input('a') });
  actor.send({ type: 'flush' });
  actor.send({ type: 'input.changed', input: input('b') });
  actor.send({ type: 'flush' });
  answers[0]?.({ status: 'ERROR', explanations: [] });
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(actor.getSnapshot().matches('validating'));
  answers[1]?.({ status: 'WARNING', explanations: [] });
  await waitFor(actor, (state) => state.matches({ settled: 'warned' }));
});

test('a query whose validation request fails counts as valid, and the failure is reported', async () => {
  const failure = Object.assign(new Error('down'), { status: 503 });
  const { actor } = start(() => Promise.reject(failure));
  const reportedFailures: unknown[] = [];
  actor.on('validationFailed', (event) => reportedFailures.push(event.failure));
  actor.send({ type: 'input.changed', input: input('a') });
  actor.send({ type: 'flush' });
  await waitFor(actor, (state) => state.matches({ settled: 'fine' }));
  assert.deepEqual(reportedFailures, [failure]);
});

test('unknown fields are listed once per field', () => {
  const unknown = (field: string) => ({
    error_type: 'UNKNOWN_FIELD',
    error_title: '',
    error_message: '',
    related_property: field,
  });
  const other = { error_type: 'INVALID_OPERATOR', error_title: '', error_message: '' };
  assert.deepEqual(listedExplanations([unknown('a'), other, unknown('a'), unknown('b'), other]), [
    unknown('a'),
    other,
    unknown('b'),
    other,
  ]);
});

test('a computed field is no unknown field, and other findings stay', () => {
  const unknown = (name: string) => ({
    error_type: 'UNKNOWN_FIELD' as const,
    error_title: 'Unknown field',
    error_message: name,
    related_property: name,
  });
  const warned = (...names: string[]): ValidationAnswer => ({ status: 'WARNING', explanations: names.map(unknown) });
  assert.deepEqual(withoutComputed(warned('verb'), { verb: '{}' }), { status: 'OK' });
  assert.deepEqual(withoutComputed(warned('verb', 'toString'), { verb: '{}' }), warned('toString'));
  assert.deepEqual(withoutComputed(warned('verb'), undefined), warned('verb'));
  assert.deepEqual(withoutComputed({ status: 'OK' }, { verb: '{}' }), { status: 'OK' });
});
