// Bundles tests together with the sources they use, in one pass for all files. A process or a page then loads a few
// files instead of compiling hundreds of sources.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { esbuildTransforms } from '../elements/element/build-transforms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Output directory of the bundled browser tests; TEST_BUNDLED names it if they are bundled already. */
export const pagesOutput = process.env['TEST_BUNDLED'] ?? join(root, '.cache', `browser-tests-${process.pid}`);
const nodeOutput = join(root, '.cache', `node-tests-${process.pid}`);

const ofAll = {
  absWorkingDir: root,
  outbase: root,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  logLevel: 'warning',
};

/** Bundles browser tests. @param {readonly string[]} files paths of the tests, relative to the repository */
export const bundleForPages = (files) =>
  build({
    ...ofAll,
    entryPoints: [...files],
    outdir: pagesOutput,
    target: 'es2022',
    jsx: 'automatic',
    sourcemap: 'linked',
    loader: { '.html': 'text', '.txt': 'text' },
    plugins: [esbuildTransforms()],
    // Libraries check less in production, which takes a third less processor time; `npm run test:all` reports their
    // warnings.
    define: {
      'process.env.NODE_ENV': process.env['TEST_ALL'] === '1' ? '"development"' : '"production"',
      __VERSION__: '"test"',
      // The tests of records of pages (elements/admin/records) read these constants.
      ...Object.fromEntries(
        ['UPDATE_RECORDS', 'ALL_RECORDS', 'TEST_ALL'].map((name) => [
          `process.env.${name}`,
          JSON.stringify(process.env[name] ?? ''),
        ]),
      ),
    },
    external: ['/__web-dev-server__web-socket.js'],
  });

const inNodeOutput = (source) => join(nodeOutput, source).replace(/\.tsx?$/, '.js');

/**
 * Plug-in that gives a bundled module the address of its source, so that the module finds files beside its source, and
 * starts child processes from sources. Only code that starts a thread gets the address of the bundle, because the
 * thread's program is beside the bundle.
 */
const ownAddress = {
  name: 'own-address',
  setup(pass) {
    pass.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const address = pathToFileURL(text.includes('startThread') ? inNodeOutput(relative(root, path)) : path).href;
      return {
        contents: text.replaceAll('import.meta.url', JSON.stringify(address)),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
};

const limitedTests = join(root, 'test', 'limited-tests.mjs');

/** Plug-in that gives every test a time limit (limited-tests.mjs). */
const timeLimits = {
  name: 'time-limits',
  setup(pass) {
    pass.onResolve({ filter: /^node:test$/ }, ({ importer }) =>
      importer === limitedTests ? { path: 'node:test', external: true } : { path: limitedTests },
    );
  },
};

/**
 * Bundles tests for Node, without the packages.
 * @param {readonly string[]} files paths of the tests, relative to the repository
 * @returns {Promise<(file: string) => string>} returns the path of a test's bundle. Reported positions in the bundle
 * are replaced by positions in the sources (source-positions.mjs)
 */
export async function bundleForNode(files) {
  // The programs of worker threads are bundled as entries, because no module imports them.
  const workers = readdirSync(join(root, 'host/server'), { recursive: true })
    .filter((name) => name.endsWith('-worker.ts'))
    .map((name) => join('host/server', name));
  await build({
    ...ofAll,
    entryPoints: [...files, ...workers],
    outdir: nodeOutput,
    packages: 'external',
    platform: 'node',
    target: `node${process.versions.node}`,
    // Tests print the names of error classes, so they must survive bundling.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    plugins: [ownAddress, timeLimits],
  });
  return inNodeOutput;
}

let groups = 0;
/**
 * Writes a program that runs the bundles of several tests in one process. The `location` of a failure names its file.
 * @param {readonly string[]} bundles paths returned by `bundleForNode`
 * @returns {string} path of the program
 */
export function groupedBundle(bundles) {
  groups += 1;
  const path = join(nodeOutput, `group-${groups}.js`);
  writeFileSync(path, bundles.map((bundle) => `import ${JSON.stringify(pathToFileURL(bundle).href)};\n`).join(''));
  return path;
}

export const removeBundles = () =>
  Promise.all([nodeOutput, pagesOutput].map((output) => rm(output, { recursive: true, force: true })));
