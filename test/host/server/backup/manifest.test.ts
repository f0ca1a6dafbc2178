/**
 * Tests that the manifest of a backup is refused if it is torn, belongs to a newer program, or names files outside the
 * backup.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { manifestFile, manifestOf, readManifest } from '../../../../host/server/backup/manifest.js';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-manifest-'));
});
after(() => rm(directory, { recursive: true }));

const file = { path: 'documents/data.db', bytes: 3, sha256: 'a'.repeat(64) };
const whole = manifestOf({ program: '1.0.0', layout: { documents: 1 }, node: 'n', at: 'now', files: [file] });
const read = async (text: string) => {
  await writeFile(join(directory, manifestFile), text);
  return readManifest(directory);
};

test('a complete manifest is read', async () => {
  assert.deepEqual(await read(JSON.stringify(whole)), whole);
});

const paths = ['../outside', 'a/../../outside', '/etc/passwd', 'a//b', './a', 'a\\..\\b', 'C:evil', 'a\0b', ''];
const wrong: readonly (readonly [name: string, text: string, reason: RegExp])[] = [
  ['is torn', JSON.stringify(whole).slice(0, -20), /cannot be read/],
  ['is null', 'null', /is not of a backup/],
  ['is of another program', JSON.stringify({ ...whole, product: 'other' }), /is not of a backup/],
  ['is of a newer program', JSON.stringify({ ...whole, format: 2 }), /is of a newer Log Console/],
  ['has no files', JSON.stringify({ ...whole, files: undefined }), /is damaged/],
  ['has a short hash', JSON.stringify({ ...whole, files: [{ ...file, sha256: 'a' }] }), /is damaged/],
  ...paths.map(
    (path) =>
      [
        `names ${JSON.stringify(path)}`,
        JSON.stringify({ ...whole, files: [{ ...file, path }] }),
        /is damaged/,
      ] as const,
  ),
];
for (const [name, text, reason] of wrong)
  test(`a manifest that ${name} is refused`, () => assert.rejects(read(text), { message: reason }));
