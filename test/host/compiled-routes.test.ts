/** The router of the built server finds the same routes as the package, without compiling functions from texts. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { endpoints } from '../../api/contract/index.js';

// Cast: the programs of the build are plain JavaScript without declarations.
const { withoutCompiledRoutes } = (await import(new URL('../../host/compiled-routes.mjs', import.meta.url).href)) as {
  withoutCompiledRoutes: Plugin;
};

type Find = (method: string, address: string) => { readonly store: unknown; readonly params: object } | null;

/**
 * Bundles the router with all routes of the API and some with many parameters.
 * @param mayCompile false: compiling a function from a text throws an error
 */
async function routerOf(plugins: readonly Plugin[], mayCompile: boolean): Promise<Find> {
  const { outputFiles } = await build({
    stdin: {
      contents: "result = require('find-my-way')({ ignoreTrailingSlash: true });",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    plugins: [...plugins],
  });
  const context: { result?: unknown; require: unknown; URL: unknown } = {
    require: createRequire(import.meta.url),
    URL,
  };
  runInNewContext(outputFiles[0]?.text ?? '', context, { contextCodeGeneration: { strings: mayCompile, wasm: false } });
  // Cast: the program above assigns a router.
  const router = context.result as { on: (...route: unknown[]) => void; find: Find };
  const places = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`));
  for (const place of [...places, 'GET /:a/:b/:c/:d/:e/:f', 'GET /a-long-beginning-of/:an/address', 'GET /*']) {
    const [method, path] = place.split(' ');
    if (![...places].some((other) => other !== place && shape(other) === shape(place) && other < place))
      router.on(method, path, () => undefined, place);
  }
  return (method, address) => router.find(method, address);
}

const shape = (place: string): string => place.replace(/:\w+/g, ':');

test('the router of the built server finds all routes of the API with their parameters', async () => {
  const [plain, built] = await Promise.all([routerOf([], true), routerOf([withoutCompiledRoutes], false)]);
  const filled = endpoints.map(({ method, path }) => [method, path.replace(/\{(\w+)\}/g, 'v%20$1')] as const);
  const addresses = [
    ...filled,
    ...filled.map(([method, path]) => [method, `${path}x`] as const),
    ...filled.map(([method, path]) => [method, path.slice(0, -1)] as const),
    ['GET', '/1/2/3/4/5/6'],
    ['GET', '/a-long-beginning-of/1/address/'],
    ['GET', '/a-long-beginning-of/1/addressee'],
    ['POST', '/'],
  ] as const;
  let found = 0;
  for (const [method, address] of addresses) {
    const [expected, actual] = [plain(method, address), built(method, address)];
    assert.deepEqual(
      [actual?.store, Object.entries(actual?.params ?? {})],
      [expected?.store, Object.entries(expected?.params ?? {})],
      `${method} ${address}`,
    );
    if (actual) found += 1;
  }
  assert.ok(found > filled.length);
});
