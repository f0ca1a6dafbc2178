// Builds everything that is shipped into dist/:
//   elements/log-*.js, elements/all.js  ES modules, one entry per element, sharing chunks/
//   host/page/                          the page that assembles them into the full console
//   host/server/log-console.cjs         the program that `npm start` and the package's bin run (host/server-program.mjs)
//   embed/log-*.js                      a self-contained file for each of the main elements, for a single script tag
//   packages/elements/                  log-console-elements: the elements for other pages, with types and wrappers
//   types/                              declarations
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import typescript from '@rollup/plugin-typescript';
import esbuild from 'esbuild';
import { minifyWithSwc } from './elements/element/build-minified.mjs';
import { buildSingleFiles } from './elements/element/build-single-files.mjs';
import { cssAsText, trustedTypes } from './elements/element/build-transforms.mjs';
import { filesOfStartPages, groupedByLoad } from './elements/element/build-chunks.mjs';
import { handbookFiles } from './host/handbook.mjs';
import { licencesOf } from './host/licences.mjs';
import { renderIndexHtml, renderSnapshotHtml } from './host/page/index-html.mjs';
import { buildServer } from './host/server-program.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const elementEntries = readdirSync('elements').filter((name) => /^(log-[\w-]+|all|configure)\.tsx?$/.test(name));

if (!process.env.ROLLUP_WATCH)
  for (const part of ['elements', 'chunks', 'embed', 'host', 'types', 'examples', 'packages'])
    rmSync(`dist/${part}`, { recursive: true, force: true });

const production = replace({
  preventAssignment: true,
  values: { 'process.env.NODE_ENV': JSON.stringify('production'), __VERSION__: JSON.stringify(manifest.version) },
});

/**
 * Writes the console's pages with their hashed entries, the handbook, the licences and the manifest, and copies the
 * example pages.
 */
const hostPage = {
  name: 'host-page',
  generateBundle(_options, bundle) {
    const entryOf = (source) => {
      const found = Object.values(bundle).find(
        (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(source),
      );
      return found ?? this.error(`${source} is not in the bundle`);
    };
    const entry = entryOf('host/page/main.ts');
    const assets = ['style.css', 'snapshot.css', 'icon.svg']
      .filter((name) => existsSync(`host/page/${name}`))
      .map((name) => {
        const source = readFileSync(`host/page/${name}`);
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `host/page/${name.replace('.', `-${hash}.`)}`;
        this.emitFile({ type: 'asset', fileName, source });
        return [name, fileName];
      });
    const { 'snapshot.css': snapshotStyle, ...common } = Object.fromEntries(assets);
    this.emitFile({
      type: 'asset',
      fileName: 'host/page/index.html',
      source: renderIndexHtml({ entry: entry.fileName, imports: entry.imports, assets: common }),
    });
    const snapshot = entryOf('host/page/snapshot.ts');
    this.emitFile({
      type: 'asset',
      fileName: 'host/page/snapshot.html',
      source: renderSnapshotHtml({
        entry: snapshot.fileName,
        imports: snapshot.imports,
        assets: { ...common, 'snapshot.css': snapshotStyle },
      }),
    });
    const named = new Set([entry.fileName, ...entry.imports]);
    const further = Object.entries(filesOfStartPages(bundle)).map(([page, files]) => [
      page,
      files.filter((file) => !named.has(file)),
    ]);
    this.emitFile({
      type: 'asset',
      fileName: 'host/page/start-pages.json',
      source: JSON.stringify(Object.fromEntries(further), undefined, 1),
    });
    for (const name of ['api-browser.html', 'api-browser.css', 'api-browser.js']) {
      this.emitFile({ type: 'asset', fileName: `host/page/${name}`, source: readFileSync(`host/page/${name}`) });
    }
    for (const [name, source] of Object.entries(handbookFiles('.')))
      this.emitFile({ type: 'asset', fileName: `host/page/handbook/${name}`, source });
    const shipped = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules));
    this.emitFile({
      type: 'asset',
      fileName: 'host/page/licences.json',
      source: JSON.stringify(licencesOf('.', shipped)),
    });
    // The manifest lists the imports of each chunk and its lazily loaded sources; the tests of the size budgets read
    // the manifest (test/weights.ts).
    const onDemand = (id) => !id.includes('node_modules') && (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
    const told = ({ imports, dynamicImports, moduleIds }) => ({
      imports,
      lazy: dynamicImports,
      parts: moduleIds.filter(onDemand).map((id) => relative('.', id).replaceAll('\\', '/')),
    });
    const modules = Object.values(bundle).filter((one) => one.type === 'chunk');
    this.emitFile({
      type: 'asset',
      fileName: 'manifest.json',
      source: JSON.stringify(Object.fromEntries(modules.map((one) => [one.fileName, told(one)])), undefined, 1),
    });
    for (const name of readdirSync('test/embed')) {
      if (/\.(html|css|js)$/.test(name))
        this.emitFile({ type: 'asset', fileName: `examples/${name}`, source: readFileSync(`test/embed/${name}`) });
    }
  },
};

/** Resolves React for the example with React 18, whose packages are installed under names that end in `-18`. */
const react18 = {
  name: 'react-18',
  resolveId(source, importer) {
    const own = /node_modules\/react(-dom)?-18\//.test(importer ?? '') && /^(react|react-dom)(\/|$)/.exec(source);
    return own ? this.resolve(source.replace(own[1], `${own[1]}-18`), importer, { skipSelf: true }) : null;
  },
};

/** Elements that are also built as single files for other pages. All other elements exist as modules only. */
const embedded = [
  'alerts',
  'console',
  'search',
  'dashboard',
  'inputs',
  'message',
  'share',
  'streams',
  'tv',
  'users',
  'widget',
].map((name) => `log-${name}`);

const singleFiles = {
  name: 'single-files',
  writeBundle: () => buildSingleFiles(embedded, 'dist/embed', manifest.version),
};

/**
 * Makes the package for embedders from the written files. It runs in a separate process, because it loads the scripts
 * of all elements in order to read the definitions.
 */
const elementsPackage = {
  name: 'elements-package',
  writeBundle: () => promisify(execFile)(process.execPath, ['host/packages/elements-package.mjs']),
};

/** Minifies each file with esbuild, and `minifiedAgain` with swc (elements/element/build-minified.mjs). */
const minified = {
  name: 'minified',
  renderChunk: (source) =>
    esbuild.transform(source, { format: 'esm', target: 'es2022', minify: true, sourcemap: 'external' }),
};
const minifiedAgain = {
  name: 'minified-again',
  renderChunk: (source) => minifyWithSwc(source, { module: true, sourceMap: true }),
};

/** Writes the declarations with TypeScript 7, which takes a quarter of the time of the plug-in for Rollup. */
const declarations = {
  name: 'declarations',
  writeBundle: () =>
    promisify(execFile)(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', '.config/declarations.json']),
};

/** Builds the program of the server and its worker threads into dist/host/server. */
const serverProgram = {
  name: 'server-program',
  writeBundle: () => buildServer('.'),
};

/**
 * Compresses the files whose names contain a hash of their content. The server itself compresses all other files when
 * they are requested (host/server/http/static.ts).
 */
const packedFiles = {
  name: 'packed-files',
  writeBundle: ({ dir }, bundle) =>
    Promise.all(
      Object.keys(bundle)
        .filter((name) => /^(chunks|host\/page)\/.*-[\w-]{8}\.(js|css|svg)$/.test(name))
        .map(async (name) => {
          const file = join(dir, name);
          const packed = await promisify(brotliCompress)(await readFile(file), {
            params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
          });
          await writeFile(`${file}.br`, packed);
        }),
    ),
};

const page = {
  input: {
    ...Object.fromEntries(
      elementEntries.map((name) => [`elements/${basename(name).replace(/\.tsx?$/, '')}`, `elements/${name}`]),
    ),
    'host/page/main': 'host/page/main.ts',
    'host/page/snapshot': 'host/page/snapshot.ts',
    'examples/react-18': 'test/embed/react-18.ts',
  },
  output: groupedByLoad({
    dir: 'dist',
    format: 'es',
    // The package contains no source maps, so its files must not refer to any.
    sourcemap: 'hidden',
    entryFileNames: (chunk) => (chunk.name.startsWith('host/page/') ? '[name]-[hash].js' : '[name].js'),
    chunkFileNames: 'chunks/[name]-[hash].js',
    minifyInternalExports: true,
    experimentalMinChunkSize: 1200,
    plugins: [
      minified,
      minifiedAgain,
      hostPage,
      singleFiles,
      elementsPackage,
      declarations,
      packedFiles,
      serverProgram,
    ],
  }),
  plugins: [
    cssAsText(),
    trustedTypes(),
    production,
    react18,
    nodeResolve({
      browser: true,
      mainFields: ['module', 'browser', 'main'],
      extensions: ['.mjs', '.js', '.ts', '.tsx', '.json'],
    }),
    commonjs(),
    json(),
    typescript({
      tsconfig: 'tsconfig.json',
      include: ['api/**/*', 'machines/**/*', 'elements/**/*', 'host/page/**/*', 'test/embed/*.ts'],
      compilerOptions: {
        noEmit: false,
        incremental: false,
        tsBuildInfoFile: undefined,
        outDir: 'dist',
        noCheck: true,
        sourceMap: true,
        rootDir: '.',
      },
      exclude: ['test/!(embed)/**/*', 'test/*.ts', 'host/server/**/*'],
      noEmitOnError: true,
    }),
  ],
  treeshake: { moduleSideEffects },
  onwarn: quiet,
};

/**
 * Declares that only the entries of `api`, `machines` and `elements` have side effects when they load. Otherwise
 * importing one name of an `index.ts` would load every module behind it that calls a function at its top level, such as
 * styles or parser tables.
 */
function moduleSideEffects(id) {
  if (/\/node_modules\//.test(id)) return !/\/@lezer\//.test(id);
  return !/\/(api|machines|elements)\//.test(id) || /\/elements\/[\w-]+\.ts$/.test(id);
}

function quiet(warning, warn) {
  // Chunks that import each other would read bindings before they are initialised, and the page would fail to start.
  if (warning.code === 'CIRCULAR_CHUNK') throw new Error(warning.message);
  if (
    ['MODULE_LEVEL_DIRECTIVE', 'CIRCULAR_DEPENDENCY', 'THIS_IS_UNDEFINED', 'SOURCEMAP_ERROR'].includes(warning.code) &&
    /node_modules/.test(`${warning.message} ${warning.id ?? ''} ${warning.ids ?? ''}`)
  )
    return;
  warn(warning);
}

export default page;
