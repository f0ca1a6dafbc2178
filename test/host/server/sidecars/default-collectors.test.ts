/** The templates of default collectors name the ports of the server's inputs, also of inputs that are made later. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { entityCollection } from '../../../../host/server/documents/kinds.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { createLog } from '../../../../host/server/log/log.js';
import { DefaultCollectors } from '../../../../host/server/sidecars/default-collectors.js';
import { sidecarDocuments } from '../../../../host/server/sidecars/documents.js';
import { openDocuments } from '../../../../host/server/store/index.js';

interface TestInput {
  readonly id: string;
  readonly type: string;
  readonly attributes: { readonly port: number };
}

test('templates that nobody has edited follow the ports of inputs; edited templates stay, also after a restart', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-collectors-'));
  const documents = await openDocuments({ directory });
  context.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  });
  const { collectors } = sidecarDocuments(documents);
  const inputs = entityCollection<TestInput>(documents, 'input');
  let changes = 0;
  const opened = (): DefaultCollectors => {
    const made = new DefaultCollectors(documents, 'logs.example.org', () => (changes += 1), createLog('error'));
    context.after(() => made.stop());
    return made;
  };
  const templateOf = (wanted: string): string =>
    collectors.find(({ name, node_operating_system: os }) => name === wanted && os === 'linux')?.default_template ?? '';

  const first = opened();
  await first.start();
  assert.match(templateOf('filebeat'), /"logs\.example\.org:5044"/);
  assert.match(templateOf('rsyslog'), /1514/);
  assert.equal(collectors.all().length, 11);

  const rsyslog = collectors.find(({ name }) => name === 'rsyslog');
  assert.ok(rsyslog);
  await collectors.put({ ...rsyslog, default_template: `# ours\n${rsyslog.default_template}` });
  await inputs.put({ id: 'b', type: inputTypeIds.beats, attributes: { port: 5055 } });
  await inputs.put({ id: 's', type: inputTypeIds.syslogTcp, attributes: { port: 6514 } });
  await first.renew();
  assert.match(templateOf('filebeat'), /"logs\.example\.org:5055"/);
  assert.match(templateOf('rsyslog'), /^# ours\n[\s\S]*1514/);
  const before = changes;
  assert.ok(before > 0);
  await first.renew();
  assert.equal(changes, before, 'nothing is written while the inputs stay as they are');

  await inputs.delete('b');
  await opened().start();
  assert.match(templateOf('filebeat'), /"logs\.example\.org:5044"/);
  assert.match(templateOf('rsyslog'), /^# ours\n/);
  assert.equal(collectors.all().length, 11);
});
