/**
 * The test files that `npm run attack` and `npm run crashes` name must exist, because the attacks of a renamed file
 * would not run.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('..', import.meta.url));

/** Scripts, each with the folder of the named files and the minimum number of names. */
const scripts = [
  ['attack/run.mjs', '', 25],
  ['crashes.mjs', 'host/server', 13],
] as const;

for (const [script, folder, least] of scripts)
  test(`${script} names only existing test files`, () => {
    const source = readFileSync(join(tests, script), 'utf8');
    const names = [...source.matchAll(/'([\w/-]+\.test\.ts)'/g)].map(([, name = '']) => name);
    assert.ok(names.length >= least, `${script} names ${names.length} files`);
    assert.deepEqual(
      names.filter((name) => !existsSync(join(tests, folder, name))),
      [],
    );
  });
