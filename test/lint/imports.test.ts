// The import check refuses circular imports and forbidden directions, and names the wrong import.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../.config/imports.mjs', import.meta.url));

/** Folders that the check reads; the files of each case are added. */
const empty = [
  'api/a.ts',
  'machines/a.ts',
  'elements/kit/a.ts',
  'elements/widgets/a.ts',
  'elements/admin/users/a.ts',
  'host/server/intake/a.ts',
];

/** Runs the check on a project of the given files. @returns the printed lines; empty: every import is allowed */
async function check(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'log-console-imports-'));
  try {
    for (const [path, text] of [...empty.map((name) => [name, ''] as const), ...Object.entries(files)]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { stderr } = await promisify(execFile)(process.execPath, [program, folder]).catch(
      (error: { readonly stderr: string }) => error,
    );
    return stderr.split('\n').filter(Boolean);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const cases: Readonly<Record<string, { files: Record<string, string>; printed: string[] }>> = {
  'an import that points down is right': {
    files: { 'machines/b.ts': "import '../api/a.js';" },
    printed: [],
  },
  'an import that points up is wrong, for types too': {
    files: { 'api/b.ts': "import type { A } from '../machines/a.js';" },
    printed: ['api/b.ts imports machines/a.ts, and may import nothing of machines'],
  },
  'an import on demand has a direction, too': {
    files: { 'elements/kit/b.ts': "void import('../admin/users/a.js');" },
    printed: ['elements/kit/b.ts imports elements/admin/users/a.ts, and may import nothing of elements/admin/users'],
  },
  'the public face of another feature may be imported': {
    files: { 'elements/search/index.ts': '', 'elements/tv/b.ts': "import '../search/index.js';" },
    printed: [],
  },
  'another file of another feature may not be imported': {
    files: { 'elements/search/b.ts': '', 'elements/tv/b.ts': "import '../search/b.js';" },
    printed: ['elements/tv/b.ts imports elements/search/b.ts, and may import nothing of elements/search'],
  },
  'two files that import each other are a circle': {
    files: { 'api/b.ts': "import './c.js';", 'api/c.ts': "export { b } from './b.js';" },
    printed: [
      'Files import each other in a circle: api/b.ts → api/c.ts → api/b.ts',
      '  api/b.ts imports api/c.ts',
      '  api/c.ts imports api/b.ts',
    ],
  },
  'types make no circle': {
    files: { 'api/b.ts': "import './c.js';", 'api/c.ts': "import type { B } from './b.js';" },
    printed: [],
  },
};

for (const [name, { files, printed }] of Object.entries(cases))
  test(`the import check finds that ${name}`, async () => assert.deepEqual(await check(files), printed));
