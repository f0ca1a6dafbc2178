/**
 * The sidecar watch notifies, withdraws notifications, forgets nodes and continues rollouts over time; the clock is
 * simulated.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { configClasses } from '../../../../api/contract/cluster-config-classes.js';
import type { ClusterConfigs } from '../../../../host/server/cluster-config.js';
import { createLog } from '../../../../host/server/log/log.js';
import { Sidecars } from '../../../../host/server/sidecars/sidecars.js';
import { SidecarWatch } from '../../../../host/server/sidecars/watch.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { SystemNotifications } from '../../../../host/server/system-notifications/notifications.js';
import { untyped } from '../../../untyped.js';

const minute = 60_000;
let directory: string;
// The test double has only the method that the watch uses.
const config = untyped<ClusterConfigs>({
  get: (key: keyof typeof configClasses) => configClasses[key].defaults,
});
let documents: Documents;
let notifications: SystemNotifications;
let sidecars: Sidecars;
let watch: SidecarWatch;
let now = Date.UTC(2026, 6, 1);

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-sidecars-'));
});
after(() => rm(directory, { recursive: true, force: true }));

let opened = 0;
beforeEach(async (t) => {
  documents = await openDocuments({ directory: join(directory, String(++opened)) });
  notifications = new SystemNotifications(documents, 'node');
  sidecars = new Sidecars({ documents, config, now: () => now, times: { holdMs: 10 * minute } });
  watch = new SidecarWatch(sidecars, notifications, createLog('error'), {
    everyMs: 1000,
    patienceMs: 5 * minute,
  });
  if ('after' in t) t.after(() => documents.close());
});

const report = (id: string, code: 0 | 2, message = 'm', configuration = 'k') => {
  const status = { collector_id: 'c', configuration_id: configuration, status: code, message, verbose_message: '' };
  const node_details = {
    operating_system: 'Linux',
    tags: ['t'],
    status: { status: code, message, collectors: [status] },
  };
  return sidecars.register(id, { node_name: `name of ${id}`, node_details }, '1.5.6', undefined);
};
const notificationTexts = () =>
  notifications
    .all()
    .map(({ type, key }) => `${type} ${key}`)
    .sort();
/** Lets some minutes pass in which the nodes report every half minute. */
async function pass(minutes: number, nodes: readonly [id: string, code: 0 | 2][]): Promise<void> {
  for (let half = 0; half < minutes * 2; half += 1) {
    now += minute / 2;
    for (const [id, code] of nodes) report(id, code);
  }
  await watch.look();
}

test('a failing node is reported once after a while, and the notification is withdrawn when the node runs', async () => {
  report('a', 0);
  await pass(3, [['a', 2]]);
  assert.deepEqual(notificationTexts(), [], 'a failure of three minutes is not reported yet');
  await pass(3, [['a', 2]]);
  assert.deepEqual(notificationTexts(), ['sidecar_failing a']);
  assert.equal(notifications.all()[0]?.details?.['message'], 'm');
  await pass(1, [['a', 0]]);
  assert.deepEqual(notificationTexts(), []);
});

test('a silent node is reported with its last status, and deleted after the expiration threshold', async () => {
  report('a', 0, '1 running');
  report('b', 0);
  await pass(7, [['b', 0]]);
  assert.deepEqual(notificationTexts(), ['sidecar_silent a']);
  assert.match(String(notifications.all()[0]?.details?.['message']), /last word was "1 running"/);
  now += 15 * 24 * 60 * minute;
  report('b', 0);
  await watch.look();
  assert.equal(sidecars.nodes.get('a'), undefined);
  assert.ok(sidecars.nodes.get('b'));
  assert.deepEqual(notificationTexts(), []);
});

test('a node that fails repeatedly is flapping, even while it runs', async () => {
  report('a', 0);
  for (let round = 0; round < 5; round += 1) {
    await pass(1, [['a', 2]]);
    await pass(1, [['a', 0]]);
  }
  assert.deepEqual(notificationTexts(), ['sidecar_flapping a']);
});

test('a restart keeps the last report of each node, and no silence is blamed on a node that could not report', async () => {
  for (const id of ['a', 'b']) report(id, 0, '0 running');
  await watch.look();
  now += minute / 2;
  for (const id of ['a', 'b']) report(id, 0, '1 running');
  const seen = now;
  await watch.stop();
  now += 3 * minute;
  sidecars = new Sidecars({ documents, config, now: () => now, times: { holdMs: 10 * minute } });
  const kept = sidecars.nodes.get('a');
  assert.deepEqual([kept?.seen, kept?.details.status?.message], [seen, '1 running']);
  now += minute / 2;
  report('a', 0, '1 running');
  const second = sidecars.nodes.get('b');
  assert.ok(second);
  sidecars.nodes.heard(second, minute);
  const flaps = ['a', 'b'].map((id) => sidecars.nodes.get(id)?.state.flaps);
  assert.deepEqual(flaps, [[], []], 'the server was away, not the node');
});

test('a restart withdraws no notification of a problem that lasts, and repeats none', async () => {
  for (const id of ['quiet', 'broken']) report(id, 0);
  await pass(7, [['broken', 2]]);
  const before = notifications.all().map(({ type, timestamp }) => [type, timestamp]);
  assert.deepEqual(notificationTexts(), ['sidecar_failing broken', 'sidecar_silent quiet']);
  await watch.stop();
  now += 2 * minute;
  sidecars = new Sidecars({ documents, config, now: () => now, times: { holdMs: 10 * minute } });
  watch = new SidecarWatch(sidecars, notifications, createLog('error'), { everyMs: 1000, patienceMs: 5 * minute });
  report('broken', 2);
  await watch.look();
  await pass(7, [['broken', 2]]);
  assert.deepEqual(
    notifications.all().map(({ type, timestamp }) => [type, timestamp]),
    before,
  );
  await pass(1, [
    ['broken', 0],
    ['quiet', 0],
  ]);
  assert.deepEqual(notificationTexts(), []);
});

test('many silent nodes are reported in one notification', async () => {
  for (let at = 0; at < 30; at += 1) report(`n${at}`, 0);
  now += 10 * minute;
  await watch.look();
  assert.deepEqual(notificationTexts(), ['sidecar_many silent']);
  assert.equal(notifications.all()[0]?.details?.['count'], 30);
});

test('the rate of registrations is limited; known nodes are kept, and more are admitted as time passes', () => {
  let refused = 0;
  for (let at = 0; at < 2100; at += 1) {
    try {
      report(`forged-${at}`, 0);
    } catch (error) {
      assert.match(String(error), /Too many new sidecars/);
      refused += 1;
    }
  }
  assert.equal(refused, 100);
  report('forged-0', 0);
  now += minute;
  report('another', 0);
  assert.equal(sidecars.nodes.size, 2001);
});

test('a rollout continues when all reached nodes have run long enough, and ends', async () => {
  const { collectors, configurations } = sidecars.documents;
  const collector = {
    name: 'filebeat',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/x',
  } as const;
  await collectors.put({
    id: 'c',
    ...collector,
    execute_parameters: null,
    validation_parameters: null,
    default_template: '',
  });
  const configuration = {
    id: 'k',
    name: 'K',
    collector_id: 'c',
    color: '#000000',
    template: 'new',
    tags: ['t'],
    version: 2,
  };
  await configurations.put(configuration);
  sidecars.changed();
  const ids = Array.from({ length: 20 }, (_, at) => `node-${String(at).padStart(2, '0')}`);
  for (const id of ids) report(id, 0);
  await sidecars.rollouts.start(
    { configuration_id: 'k', from_version: 1, to_version: 2, from_template: 'old', username: 'ada' },
    sidecars.members('k'),
  );
  sidecars.changed();
  const round = async (): Promise<number> => {
    now += minute;
    for (const id of ids) sidecars.render(id, 'k', undefined);
    now += 1000;
    for (const id of ids) report(id, 0);
    await watch.look();
    return ids.filter((id) => sidecars.render(id, 'k', undefined).answer?.template === 'new\n').length;
  };
  const reached = new Set<number>();
  for (let at = 0; at < 30; at += 1) reached.add(await round());
  assert.deepEqual([...reached], [1, 2, 20]);
  assert.equal(sidecars.rollouts.all()[0]?.state, 'done');
});
