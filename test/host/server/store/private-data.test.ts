// Other users of the machine cannot read the data.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestServer } from '../../../server.js';

test('only the user of the server can read files and directories of the data, also those of an earlier start', async (context) => {
  const parent = await mkdtemp(join(tmpdir(), 'log-console-private-'));
  context.after(() => rm(parent, { recursive: true, force: true }));
  const data = join(parent, 'data');
  const first = await startTestServer({ data });
  await first.stop();
  const open = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const entry of ['.', ...(await readdir(data, { recursive: true }))]) {
      const { mode } = await stat(join(data, entry));
      if ((mode & 0o077) !== 0) found.push(`${entry} ${(mode & 0o777).toString(8)}`);
    }
    return found;
  };
  assert.deepEqual(await open(), []);
  await chmod(data, 0o755);
  const second = await startTestServer({ data });
  context.after(() => second.kill());
  assert.deepEqual(await open(), []);
});

test('a weak password of the first administrator is refused with one line', async () => {
  await assert.rejects(
    startTestServer({ adminPassword: 'password1' }),
    /LOG_CONSOLE_ADMIN_PASSWORD\) must not be one of/,
  );
});
