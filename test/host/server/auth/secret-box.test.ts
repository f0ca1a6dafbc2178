import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SecretBox, SecretError, secretKeyFile } from '../../../../host/server/auth/secret-box.js';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-secrets-'));
});
after(() => rm(directory, { recursive: true, force: true }));

test('the server creates its encryption key when the key is first needed, readable for its owner only', async () => {
  const box = new SecretBox(directory);
  await assert.rejects(stat(join(directory, secretKeyFile)), { code: 'ENOENT' });
  await Promise.all([box.seal('one', 'a'), box.seal('two', 'a')]);
  assert.equal((await stat(join(directory, secretKeyFile))).mode & 0o777, 0o600);
});

test('sealed secrets reveal nothing, differ each time, and open after a restart', async () => {
  const box = new SecretBox(directory);
  const [once, again] = await Promise.all([box.seal('hidden ✓ text', 'a'), box.seal('hidden ✓ text', 'a')]);
  assert.notEqual(once, again);
  assert.ok(!Buffer.from(once.slice(3), 'base64url').includes('hidden'));
  assert.equal(await new SecretBox(directory).open(once, 'a'), 'hidden ✓ text');
});

test('a sealed secret opens only for its own purpose, and not after tampering', async () => {
  const box = new SecretBox(directory);
  const sealed = await box.seal('text', 'a');
  await assert.rejects(box.open(sealed, 'b'), SecretError);
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await assert.rejects(box.open(`v1.${bytes.toString('base64url')}`, 'a'), SecretError);
  for (const broken of ['', 'v1.', 'v1.abc', 'nonsense']) await assert.rejects(box.open(broken, 'a'), SecretError);
});

test('the server tightens the permissions of a key file; it reports an invalid key and never replaces it', async () => {
  const path = join(directory, secretKeyFile);
  const sealed = await new SecretBox(directory).seal('text', 'a');
  await chmod(path, 0o644);
  assert.equal(await new SecretBox(directory).open(sealed, 'a'), 'text');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  await writeFile(path, 'short\n');
  await assert.rejects(new SecretBox(directory).seal('text', 'a'), /does not hold a key of 32 bytes/);
  assert.equal(await readFile(path, 'utf8'), 'short\n');
});
