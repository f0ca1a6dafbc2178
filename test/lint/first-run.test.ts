// Tests that scripts of a clean clone import only Node and their own files, because nothing is installed yet.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Returns all static imports of a file and, recursively, of the files that it imports, as "file: specifier". */
function staticImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/^(?:import|export)\b(?:[^'";]*?\bfrom\s*)?\s*'([^']+)';/gm)].map(
    ([, name = '']) => name,
  );
  return specifiers.flatMap((specifier) =>
    specifier.startsWith('.')
      ? staticImports(join(dirname(file), specifier), seen)
      : [`${relative(root, file)}: ${specifier}`],
  );
}

for (const name of ['start', 'dev', 'build', 'test', 'bench']) {
  test(`npm run ${name} needs no package before it has installed the packages`, () => {
    const [, path] = /^node (\S+)/.exec(scripts.scripts[name] ?? '') ?? [];
    assert.ok(path, `package.json has a script ${name} that runs a file`);
    const found = staticImports(join(root, path));
    assert.ok(found.length > 0, `${path} has imports`);
    assert.deepEqual(
      found.filter((line) => !line.includes(': node:')),
      [],
    );
  });
}
