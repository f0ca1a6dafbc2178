/**
 * Tests that a rollout reaches its nodes in stages, and continues, pauses or ends depending on their health. The clock
 * is simulated.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { NodeRecord } from '../../../../host/server/sidecars/nodes.js';
import { Rollouts, type Member } from '../../../../host/server/sidecars/rollouts.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { untyped } from '../../../untyped.js';

const minute = 60_000;
const configurationId = 'k';
let now = Date.UTC(2026, 6, 1);

/** Returns a node that has fetched version 2 of the configuration and reports a status; undefined: it did neither. */
const member = (id: string, status?: 0 | 2, silent = false): Member => ({
  silent,
  node: untyped<NodeRecord>({
    id,
    name: id,
    seen: now + 1,
    delivered: status === undefined ? {} : { [configurationId]: { version: 2, at: now } },
    details: {
      status: {
        collectors: [{ configuration_id: configurationId, status, message: 'no port', verbose_message: '' }],
      },
    },
  }),
});
const ids = Array.from({ length: 30 }, (_, at) => `node-${String(at).padStart(2, '0')}`);
const all = (status?: 0 | 2): Member[] => ids.map((id) => member(id, status));

async function begun(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-rollouts-'));
  const documents = await openDocuments({ directory });
  context.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true });
  });
  const rollouts = new Rollouts(documents, () => now, { holdMs: 10 * minute });
  const plan = { configuration_id: configurationId, from_version: 1, to_version: 2, from_template: 'a', username: 'u' };
  let record = await rollouts.start(plan, all());
  const look = async (members: readonly Member[]) => (record = (await rollouts.look(record, members)) ?? record);
  const reached = () => ids.filter((id) => rollouts.reaches(record, id)).length;
  return { rollouts, look, reached };
}

test('a rollout reaches one node, then a tenth, then all, each after its nodes have run healthily long enough', async (t) => {
  const { rollouts, look, reached } = await begun(t);
  assert.equal(reached(), 1);
  await look(all(0));
  now += 10 * minute - 1;
  await look(all(0));
  assert.equal(reached(), 1, 'the nodes have not run healthily for long enough');
  now += 1;
  await look(all(0));
  assert.equal(reached(), 3);
  await look(all(0));
  now += 10 * minute;
  await look(all(0));
  assert.equal(reached(), 30);
  await look(all(0));
  assert.equal((await look(all(0))).state, 'done');
  assert.equal(rollouts.underWay(configurationId), undefined);
});

test('a failing node of the stage pauses the rollout, which then ignores the state of its nodes', async (t) => {
  const { rollouts, look, reached } = await begun(t);
  const others = all().slice(1);
  assert.equal((await look([member(ids[0] ?? '', 0), member(ids[9] ?? '', 2), ...others])).state, 'running');
  const paused = await look([member(ids[0] ?? '', 2), ...others]);
  assert.deepEqual(
    [paused.state, paused.reason, paused.healthy_since],
    ['paused', 'node-00 is failing: no port', null],
  );
  now += 60 * minute;
  await look(all(0));
  assert.deepEqual([reached(), rollouts.underWay(configurationId)?.state], [1, 'paused']);
});

test('the required healthy time starts again when a node is no longer healthy; silent nodes are ignored', async (t) => {
  const { look, reached } = await begun(t);
  await look(all(0));
  now += 9 * minute;
  assert.equal((await look(all())).healthy_since, null);
  await look(all(0));
  now += 9 * minute;
  await look(all(0));
  assert.equal(reached(), 1);
  assert.equal((await look(ids.map((id) => member(id, 2, true)))).state, 'running');
});
