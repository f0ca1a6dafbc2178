import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DeliveryHistory } from '../../../../../host/server/alerts/notifications/history.js';

test('each file of a history has at most 256 KiB, also with texts outside ASCII, and the newest entries are kept', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'history-'));
  const history = new DeliveryHistory(directory);
  for (let number = 0; number < 60; number++)
    await history.add({
      time: '2026-11-20T18:30:00.000Z',
      result: 'sent',
      attempts: 1,
      event_id: `event ${number}`,
      event_definition_id: 'definition',
      event_definition_title: 'Many errors',
      deliveries: [],
      body: '語'.repeat(4000),
    });
  const files = await readdir(directory);
  assert.deepEqual(files.sort(), ['history.jsonl', 'history.jsonl.1']);
  for (const file of files) {
    const { size } = await stat(join(directory, file));
    assert.ok(size > 200 * 1024 && size <= 256 * 1024, `${file} has ${size} bytes`);
  }
  const ids = (await history.read()).map(({ event_id: id }) => id);
  assert.deepEqual(ids.slice(0, 2), ['event 59', 'event 58']);
  await rm(directory, { recursive: true });
});
