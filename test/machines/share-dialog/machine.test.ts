import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor, fromPromise } from 'xstate';
import { getSimplePaths } from 'xstate/graph';
import type { ShareAnswer } from '../../../api/contract/shares.js';
import type { ShareOutcome, ShareQuestion } from '../../../api/queries/shares.js';
import type { ShareDialogEmitted } from '../../../machines/share-dialog/machine.js';
import { shareDialogMachine } from '../../../machines/share-dialog/machine.js';
import { answerOf, entity, everyone, grantee } from './fixtures.js';
import { done, failed } from '../internal-events.js';
import { walk } from '../transitions.js';

const [ada, bob] = [grantee('ada'), grantee('bob')];
const stored: ShareAnswer = answerOf({
  available_grantees: [ada, bob, { id: everyone, type: 'global', title: 'Everyone' }],
  active_shares: [{ grant: 'grn::::grant:1', grantee: ada.id, capability: 'own' }],
  selected_grantee_capabilities: { [ada.id]: 'own' },
});
const refusal = (selection: ShareAnswer['selected_grantee_capabilities']): ShareAnswer => ({
  ...stored,
  selected_grantee_capabilities: selection,
  validation_result: {
    failed: true,
    errors: { selected_grantee_capabilities: ['…'] },
    error_context: { selected_grantee_capabilities: [ada.id] },
  },
});

test('on no path unconfirmed or invalid changes are saved, and every failure leads to a defined state', () => {
  const { paths, transitions } = walk(getSimplePaths, shareDialogMachine, {
    input: { entity },
    events: [
      done('shareDialog.loading', stored),
      failed('shareDialog.loading', new Error('down')),
      failed('shareDialog.loading', { status: 403 }),
      failed('shareDialog.loading', { status: 404 }),
      done('shareDialog.editing.preparing', refusal({})),
      done('shareDialog.editing.preparing', { ...stored, selected_grantee_capabilities: {} }),
      failed('shareDialog.editing.preparing', new Error('down')),
      done('shareDialog.saving', { outcome: 'saved' }),
      done('shareDialog.saving', { outcome: 'refused', answer: refusal({ [ada.id]: 'own' }) }),
      failed('shareDialog.saving', { status: 403 }),
      failed('shareDialog.saving', new Error('down')),
      { type: 'retry' },
      { type: 'grantee.chosen', grantee: bob.id },
      { type: 'collaborator.removed', grantee: ada.id },
      { type: 'submitted' },
      { type: 'continued' },
      { type: 'declined' },
      { type: 'cancelled' },
    ],
    serializeState: ({ value, context }) =>
      JSON.stringify([
        value,
        Object.keys(context.selection),
        context.grantee,
        context.answer?.validation_result.failed,
      ]),
  });
  assert.deepEqual(transitions, {
    cancelled: {},
    denied: { cancelled: 'cancelled' },
    'editing.asking': {
      cancelled: 'cancelled',
      'collaborator.removed': 'editing.asking | editing.preparing',
      continued: 'saving',
      declined: 'editing.settled',
    },
    'editing.preparing': {
      cancelled: 'cancelled',
      'done editing.preparing': 'editing.settled',
      'error editing.preparing': 'editing.settled',
    },
    'editing.settled': {
      cancelled: 'cancelled',
      'collaborator.removed': 'editing.preparing | editing.settled',
      submitted: 'editing.asking | editing.settled | saving',
    },
    failed: { cancelled: 'cancelled', retry: 'loading' },
    loading: {
      cancelled: 'cancelled',
      'done loading': 'editing.settled',
      'error loading': 'denied | failed | missing',
    },
    missing: { cancelled: 'cancelled' },
    saved: { cancelled: 'cancelled' },
    saving: {
      cancelled: 'cancelled',
      'done saving': 'editing.settled | saved',
      'error saving': 'denied | editing.settled',
    },
  });
  assert.deepEqual(
    new Set(paths.map(({ state }) => JSON.stringify(state.value))),
    new Set([
      '"loading"',
      '{"editing":"settled"}',
      '{"editing":"preparing"}',
      '{"editing":"asking"}',
      '"saving"',
      '"failed"',
      '"denied"',
      '"missing"',
      '"saved"',
      '"cancelled"',
    ]),
  );
  for (const { steps } of paths) {
    steps.forEach(({ state }, index) => {
      if (!state.matches('saving')) return;
      const before = steps[index - 1]?.state;
      assert.equal(
        before?.context.answer?.validation_result.failed ?? false,
        false,
        'a refused selection is not saved',
      );
      assert.ok(
        !before?.matches({ editing: 'preparing' }),
        'a selection that the server has not confirmed is not saved',
      );
    });
  }
  assert.ok(paths.length > 30, String(paths.length));
});

/** Starts the machine with a server that the test controls: every request stays pending until it is answered. */
function started() {
  const requests: { question: ShareQuestion; signal: AbortSignal; answer: (by: ShareAnswer | Error) => void }[] = [];
  const updates: { question: ShareQuestion; answer: (by: ShareOutcome | Error) => void }[] = [];
  const emitted: ShareDialogEmitted[] = [];
  const machine = shareDialogMachine.provide({
    actors: {
      prepare: fromPromise<ShareAnswer, ShareQuestion>(
        ({ input: question, signal }) =>
          new Promise((resolve, reject) => {
            requests.push({ question, signal, answer: (by) => (by instanceof Error ? reject(by) : resolve(by)) });
          }),
      ),
      update: fromPromise<ShareOutcome, ShareQuestion>(
        ({ input: question }) =>
          new Promise((resolve, reject) => {
            updates.push({ question, answer: (by) => (by instanceof Error ? reject(by) : resolve(by)) });
          }),
      ),
    },
  });
  const actor = createActor(machine, { input: { entity } });
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answered = async (by: ShareAnswer | Error) => {
    requests.at(-1)?.answer(by);
    await turn();
  };
  return { actor, requests, updates, emitted, answered, turn, context: () => actor.getSnapshot().context };
}
const echo = (selection: ShareAnswer['selected_grantee_capabilities']): ShareAnswer => ({
  ...stored,
  selected_grantee_capabilities: selection,
});

test('adding, changing and removing a grantee each request the complete selection, and the last response counts', async () => {
  const { actor, requests, answered, context } = started();
  assert.deepEqual(requests[0]?.question, { entity, selection: undefined });
  await answered(stored);
  actor.send({ type: 'collaborator.added' });
  assert.deepEqual([context().granteeMissing, requests.length], [true, 1]);
  actor.send({ type: 'grantee.chosen', grantee: bob.id });
  actor.send({ type: 'capability.chosen', capability: 'manage' });
  assert.equal(context().granteeMissing, false);
  actor.send({ type: 'collaborator.added' });
  assert.deepEqual(requests[1]?.question.selection, { [ada.id]: 'own', [bob.id]: 'manage' });
  assert.equal(context().grantee, bob.id, 'the form keeps the grantee until the server has responded');
  await answered(echo({ [ada.id]: 'own', [bob.id]: 'manage' }));
  assert.deepEqual([context().grantee, context().capability, context().added], [undefined, 'view', [bob.id]]);

  actor.send({ type: 'capability.changed', grantee: bob.id, capability: 'manage' });
  assert.equal(requests.length, 2, 'an unchanged capability sends no request');
  actor.send({ type: 'capability.changed', grantee: bob.id, capability: 'own' });
  actor.send({ type: 'collaborator.removed', grantee: ada.id });
  assert.deepEqual(requests[3]?.question.selection, { [bob.id]: 'own' });
  assert.equal(requests[2]?.signal.aborted, true);
  assert.deepEqual(context().removing, { [ada.id]: 'own' });
  requests[2].answer(echo({ [ada.id]: 'own', [bob.id]: 'own' }));
  await answered(echo({ [bob.id]: 'own' }));
  assert.deepEqual([context().selection, context().removing], [{ [bob.id]: 'own' }, {}]);
  assert.deepEqual(actor.getSnapshot().value, { editing: 'settled' });
});

test('a failed edit is undone and reported; a refused edit stays and cannot be saved', async () => {
  const { actor, answered, emitted, updates, context } = started();
  await answered(stored);
  actor.send({ type: 'grantee.chosen', grantee: bob.id });
  actor.send({ type: 'collaborator.added' });
  const down = new Error('down');
  await answered(down);
  assert.deepEqual([context().selection, context().grantee], [{ [ada.id]: 'own' }, bob.id]);
  assert.deepEqual(emitted, [{ type: 'failed', failure: { step: 'prepare', error: down } }]);
  actor.send({ type: 'collaborator.removed', grantee: ada.id });
  await answered(refusal({}));
  assert.deepEqual(context().selection, {});
  actor.send({ type: 'submitted' });
  assert.deepEqual([actor.getSnapshot().value, updates.length], [{ editing: 'settled' }, 0]);
});

test('saving asks about a chosen grantee that was not added; a refused or failed save changes nothing', async () => {
  const { actor, answered, emitted, updates, turn, context } = started();
  await answered(stored);
  actor.send({ type: 'grantee.chosen', grantee: bob.id });
  actor.send({ type: 'submitted' });
  assert.deepEqual(emitted, [{ type: 'unaddedFound', title: 'bob' }]);
  actor.send({ type: 'declined' });
  actor.send({ type: 'submitted' });
  actor.send({ type: 'continued' });
  assert.deepEqual(updates[0]?.question, { entity, selection: { [ada.id]: 'own' } });
  const down = new Error('down');
  updates[0].answer(down);
  await turn();
  assert.deepEqual(emitted.at(-1), { type: 'failed', failure: { step: 'update', error: down } });
  assert.equal(context().grantee, bob.id);

  actor.send({ type: 'grantee.chosen', grantee: undefined });
  actor.send({ type: 'submitted' });
  updates[1]?.answer({ outcome: 'refused', answer: refusal({ [ada.id]: 'own' }) });
  await turn();
  assert.equal(context().answer?.validation_result.failed, true);
  actor.send({ type: 'capability.changed', grantee: ada.id, capability: 'manage' });
  await answered(echo({ [ada.id]: 'manage' }));
  actor.send({ type: 'submitted' });
  updates[2]?.answer({ outcome: 'saved' });
  await turn();
  assert.deepEqual([actor.getSnapshot().value, emitted.at(-1)], ['saved', { type: 'saved' }]);
});

test('the page size is one of the known sizes, and adding a grantee shows the page that contains the grantee', async () => {
  const { actor, answered, context } = started();
  await answered(stored);
  for (const pageSize of [20, 7, 0]) actor.send({ type: 'pageSize.selected', pageSize });
  for (const page of [3, 0, 1.5]) actor.send({ type: 'page.selected', page });
  assert.deepEqual([context().page, context().pageSize], [3, 20]);
  actor.send({ type: 'grantee.chosen', grantee: bob.id });
  actor.send({ type: 'collaborator.added' });
  assert.equal(context().page, 1);
});
