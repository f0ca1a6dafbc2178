/** An installation or upgrade that fails half way undoes its changes, and reports the changes that it cannot undo. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentKind } from '../../../../host/server/content-packs/kind.js';
import { orRemoved } from '../../../../host/server/content-packs/kinds/missing.js';
import { PackError } from '../../../../host/server/content-packs/pack-error.js';
import { PlanExecution } from '../../../../host/server/content-packs/plan-execution.js';
import type { Plan, Step } from '../../../../host/server/content-packs/plan/types.js';
import { BadRequestError, NotFoundError } from '../../../../host/server/foundation/errors.js';
import { createLog } from '../../../../host/server/log/log.js';
import { TakeBackLaterError } from '../../../../host/server/store/errors.js';
import { untyped } from '../../../untyped.js';

/** Runs a plan of four steps whose last step fails. @param removal outcome of each removal, by id; absent: it succeeds */
async function run(removal: Readonly<Record<string, Error>> = {}) {
  const calls: string[] = [];
  const api = untyped<Parameters<ContentKind['remove']>[0]>({});
  const kind = untyped<ContentKind>({
    type: 'stream',
    version: '1',
    title: 'Stream',
    read: async (_api: unknown, id: string) => ({ title: id, references: [], data: () => ({ title: `former ${id}` }) }),
    create: async (_api: unknown, { title }: { title: string }) => {
      calls.push(`create ${title}`);
      return title === 'half'
        ? orRemoved(api, kind, 'half', () => Promise.reject(new BadRequestError('The rule is invalid.')))
        : title;
    },
    update: async (_api: unknown, id: string, { title }: { title: string }) =>
      void calls.push(`update ${id} to ${title}`),
    remove: async (_api: unknown, id: string) => {
      calls.push(`remove ${id}`);
      if (removal[id]) throw removal[id];
    },
  });
  const step = (id: string, more: Partial<Step> = {}) =>
    untyped<Step>({
      entity: { id, type: { name: 'stream', version: '1' } },
      kind,
      data: { title: id },
      planned: { title: id },
      act: 'create',
      ...more,
    });
  const logged: string[] = [];
  const records = { hasCreated: () => false, isShared: () => false };
  const log = createLog('error', (line) => logged.push(line));
  const execution = new PlanExecution(api, untyped(records), log, 'installation');
  const plan = untyped<Plan>({
    steps: [
      step('first'),
      step('own', { act: 'take', existing: { id: 'own', title: 'own' } }),
      step('second'),
      step('half'),
    ],
    gone: [],
  });
  const failure: unknown = await execution.run(plan, new Set()).catch((error: unknown) => error);
  const left: unknown = await execution.takeBack(failure).catch((error: unknown) => error);
  return { failure, left, calls: calls.slice(calls.indexOf('create half') + 1), logged };
}

test('a step that fails removes its half-made entity, and all earlier changes are undone, the last first', async () => {
  const { failure, left, calls, logged } = await run({ second: new NotFoundError('Somebody has deleted it.') });
  assert.ok(failure instanceof PackError);
  assert.equal(failure.message, 'Stream "half": The rule is invalid.');
  assert.deepEqual(calls, ['remove half', 'remove second', 'update own to former own', 'remove first']);
  assert.deepEqual([left, logged], [undefined, []]);
});

for (const [what, removal, count] of [
  ['a half-made entity', { half: new Error('disk full') }, 1],
  ['an entity of an earlier step', { first: new Error('disk full') }, 1],
  ['a half-made entity and one of an earlier step', { half: new Error('disk full'), first: new Error('full') }, 2],
] as const)
  test(`a failed installation whose undo cannot remove ${what} leaves ${count} to the next start`, async () => {
    const { failure, left, calls, logged } = await run(removal);
    assert.ok(left instanceof TakeBackLaterError);
    assert.equal(left.left, count);
    const reason = 'Stream "half": The rule is invalid.';
    assert.match(
      left.message,
      new RegExp(`^${reason} The installation failed, and ${count} of its changes could not be undone`),
    );
    assert.equal(left.cause, failure);
    assert.equal(logged.length, count, 'each error of undoing is logged');
    assert.deepEqual(calls, ['remove half', 'remove second', 'update own to former own', 'remove first']);
  });
