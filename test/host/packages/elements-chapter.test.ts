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

// The script runs in a separate process, because loaded elements keep a process alive.
const script = `
  import { elementsChapter, elementsOfSources } from './host/packages/handbook-chapter.mjs';
  import { cssProperties } from './host/packages/reference.mjs';
  import { referenceText } from './host/packages/types.mjs';
  const elements = await elementsOfSources(process.cwd());
  const texts = { chapter: elementsChapter(elements), readme: referenceText(elements), properties: Object.keys(cssProperties) };
  process.stdout.write(JSON.stringify(texts), () => process.exit(0));`;
const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
  cwd: root,
  maxBuffer: 4 * 1024 * 1024,
});
// Cast: the script above writes these members.
const generated = JSON.parse(stdout) as {
  readonly chapter: string;
  readonly readme: string;
  readonly properties: readonly string[];
};

test('the stored chapter equals the one generated from the definitions; regenerate it with node host/packages/handbook-chapter.mjs', () => {
  assert.equal(chapter, generated.chapter);
});

test("the package's README hands out whole tokens, and names the CSS properties and the exported types", () => {
  assert.match(generated.readme, /getToken: async \(\) => \(await fetch\([^\n]*\)\)\.json\(\)/);
  assert.ok(generated.properties.length > 10);
  for (const name of [...generated.properties, 'LogErrorDetail', 'LogRangeValue', 'LogFilter', 'LogValueGroup'])
    assert.ok(generated.readme.includes(`\`${name}\``), name);
});

test('the chapter has a section for every shipped element', () => {
  const tags = readdirSync(join(root, 'elements')).flatMap((name) => /^(log-[\w-]+)\.tsx?$/.exec(name)?.[1] ?? []);
  assert.ok(tags.length > 30);
  assert.deepEqual(
    tags.filter((tag) => !chapter.includes(`\n## ${tag}\n`)),
    [],
  );
});
