/** The built server keeps the names of classes, and creates functions without defining their names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';

// The programs of the build are plain JavaScript without declarations.
const { nameOnlyClasses } = (await import(new URL('../../host/server-program.mjs', import.meta.url).href)) as {
  nameOnlyClasses: (program: string) => string;
};

/** Bundles a program as the build of the server does, and returns the value of its global variable `result`. */
async function built(contents: string): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents },
    bundle: true,
    write: false,
    keepNames: true,
    target: 'node20',
    format: 'cjs',
  });
  const context: { result?: unknown } = {};
  runInNewContext(nameOnlyClasses(outputFiles[0]?.text ?? ''), context);
  return context.result;
}

test('a class keeps its name although the bundle renames it', async () => {
  const names = await built(`
    const Problem = 1;
    function scope() { class Problem extends Error {} return new Problem(); }
    result = [String(scope().constructor).slice(0, 14), scope().constructor.name, Problem].join();`);
  assert.equal(names, 'class Problem2,Problem,1');
});

test('functions that are created at run time do not define their names, and have those of the bundle', async () => {
  const names = await built(`
    const inner = 1;
    function scope() {
      function declared() {}
      const inner = () => () => 1;
      return [inner, declared, { method: (/* a comment, "in" the way */ a = ')') => a }.method, inner()];
    }
    result = scope().map(({ name }) => name).join() + inner;`);
  assert.equal(names, 'inner2,declared,method,1');
});

test('lines and columns of the program stay the same', () => {
  const call = 'var one = /* @__PURE__ */ __name(() => __name(function() {\n  return 1;\n}, "two"), "one"); last();';
  const converted = nameOnlyClasses(call);
  assert.equal(converted.length, call.length);
  assert.equal(converted.indexOf('last'), call.indexOf('last'));
  assert.equal(converted.replaceAll(/ +/g, ' '), 'var one = () => function() {\n return 1;\n} ; last();');
});
