// Only tests that read nothing of the build may begin before it exists.
import assert from 'node:assert/strict';
import { test } from 'node:test';

// Cast: the plan is plain JavaScript without declarations.
const { needsBuild } = (await import(new URL('../plan.mjs', import.meta.url).href)) as {
  needsBuild: (test: string) => boolean;
};

for (const [file, isNeeded] of [
  ['test/host/server/routes/users.test.ts', true],
  ['test/conformance/permissions.test.ts', true],
  ['test/host/server/http/static.test.ts', true],
  ['test/e2e/search.e2e.ts', true],
  ['test/weights.ts', true],
  ['test/host/packages/elements-package.test.ts', true],
  ['test/host/server/search/words.test.ts', false],
  ['test/elements/widgets/values.test.ts', false],
] as const)
  test(`${file} ${isNeeded ? 'reads the build' : 'can begin before the build exists'}`, () => {
    assert.equal(needsBuild(file), isNeeded);
  });
