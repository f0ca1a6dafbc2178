// Failures of bundled tests name the files and lines of their sources.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Cast: the module is plain JavaScript without declarations.
const { positionsInSources } = (await import(new URL('../source-positions.mjs', import.meta.url).href)) as {
  positionsInSources: (output: string, root: string) => string;
};

test('positions in bundles are replaced by positions in sources; other positions stay', async (context) => {
  const root = await mkdtemp(join(tmpdir(), 'log-console-positions-'));
  context.after(() => rm(root, { recursive: true, force: true }));
  await writeFile(
    join(root, 'source.ts'),
    'interface Unused {\n  readonly a: string;\n}\n\nthrow new Error("here");\n',
  );
  const bundle = join(root, 'out.js');
  await build({ entryPoints: [join(root, 'source.ts')], outfile: bundle, sourcemap: true, format: 'esm' });
  const line = (await readFile(bundle, 'utf8')).split('\n').findIndex((text) => text.startsWith('throw')) + 1;
  assert.notEqual(line, 5, 'the bundle has other lines than the source');
  for (const [before, after] of [
    [`at run (${pathToFileURL(bundle).href}:${line}:7)`, 'at run (source.ts:5:7)'],
    [`location: '${bundle}:${line}:7'`, "location: 'source.ts:5:7'"],
    ['at other (/nowhere/other.js:1:1)', 'at other (/nowhere/other.js:1:1)'],
    ['at node:internal/main:1:1', 'at node:internal/main:1:1'],
  ] as const)
    assert.equal(positionsInSources(before, root), after);
});
