/**
 * The chapter "Elements" of the handbook matches the calls of `defineElement`: attributes, properties, events, methods,
 * CSS properties.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const chapter = readFileSync(join(root, 'host', 'page', 'handbook', 'elements.md'), 'utf8');

test('the stored chapter equals the one generated from the definitions; regenerate it with node host/packages/handbook-chapter.mjs', async () => {
  // The script runs in a separate process, because loaded elements keep a process alive.
  const script = `
    import { elementsChapter, elementsOfSources } from './host/packages/handbook-chapter.mjs';
    process.stdout.write(elementsChapter(await elementsOfSources(process.cwd())), () => process.exit(0));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    maxBuffer: 1024 * 1024,
  });
  assert.equal(chapter, stdout);
});

test('the chapter has a section for every shipped element', () => {
  const tags = readdirSync(join(root, 'elements')).flatMap((name) => /^(log-[\w-]+)\.tsx?$/.exec(name)?.[1] ?? []);
  assert.ok(tags.length > 30);
  assert.deepEqual(
    tags.filter((tag) => !chapter.includes(`\n## ${tag}\n`)),
    [],
  );
});
