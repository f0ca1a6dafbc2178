// Tests that the state of an alert is stored until the index of its event is deleted, and that a mute ends at its time.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AlertStates } from '../../../../host/server/alerts/states/alert-states.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { anEvent } from '../../../event-documents.js';

const now = Date.UTC(2026, 0, 1);
const event = (id: string, key: string | null = null) =>
  anEvent({ id, key, alert: true, timestamp: new Date(now).toISOString() });

async function open(context: TestContext): Promise<AlertStates> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-states-'));
  const documents = await openDocuments({ directory });
  context.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true });
  });
  return new AlertStates(documents);
}
const closed = { status: 'closed', note: '', until: null } as const;
const muted = { status: 'muted', note: '', until: now + 1000 } as const;

test('the clean-up deletes states of events whose index no longer exists, unless the event is found in another index', async (context) => {
  const states = await open(context);
  await states.change(event('kept'), 'i_1', 0, closed, 'a', now);
  await states.change(event('moved'), 'i_0', 0, closed, 'a', now);
  await states.change(event('gone', 'k'), 'i_0', 0, muted, 'a', now);
  const requests: string[] = [];
  const find = (looked: readonly { readonly id: string }[]) => {
    requests.push(...looked.map(({ id }) => id));
    return Promise.resolve(new Map([['moved', { index: 'i_1' }]]));
  };
  assert.equal(await states.sweep(new Set(['i_1']), find), 1);
  assert.deepEqual(requests, ['moved', 'gone'], 'no event is searched for whose index exists');
  assert.ok(states.shown('kept', now) && states.shown('moved', now));
  assert.equal(states.shown('gone', now), undefined);
  assert.equal(states.muteOf(event('next', 'k'), now), undefined, 'the mute of a deleted state no longer applies');
  assert.equal(await states.sweep(new Set(['i_1']), find), 0);
});

test('an expired mute leaves the alert open in lists, filters and notifications', async (context) => {
  const states = await open(context);
  await states.change(event('E', 'k'), 'i', 0, muted, 'a', now);
  assert.equal(states.muteOf(event('next', 'k'), now + 999)?.by, 'a');
  assert.equal(states.muteOf(event('next', 'other'), now), undefined);
  assert.equal(states.muteOf(event('next', 'k'), now + 1000), undefined);
  assert.equal(states.shown('E', now + 999)?.status, 'muted');
  assert.equal(states.shown('E', now + 1000)?.status, 'open');
  assert.deepEqual(states.eventsIn(['muted'], now), { ids: ['E'], isIn: true });
  assert.deepEqual(states.eventsIn(['muted'], now + 1000), { ids: [], isIn: true });
  assert.deepEqual(states.eventsIn(['open'], now + 1000), { ids: [], isIn: false });
});

test('one of two changes to the same version of an alert state is refused', async (context) => {
  const states = await open(context);
  const both = await Promise.allSettled(['a', 'b'].map((by) => states.change(event('E'), 'i', 0, closed, by, now)));
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );
  assert.equal(states.shown('E', now)?.by, 'a');
});
