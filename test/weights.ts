/**
 * Tests the byte budgets of the production build. The budgets limit the gzip sizes of the files that an entry loads
 * before it can paint, and of parts that load later. Only bytes are counted, no time is measured.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gzipSync } from 'node:zlib';

interface Module {
  imports: string[];
  lazy: string[];
  /** Dynamically imported sources within the module. */
  parts: string[];
}

const kib = 1024;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8')) as Record<string, Module>;
const sizes = new Map<string, number>();

function gzipSize(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** Returns the files that load before the first line of `entry` runs, including `entry` itself. */
function closure(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !manifest[entry]) return seen;
  seen.add(entry);
  for (const file of manifest[entry].imports) closure(file, seen);
  return seen;
}

export function firstPaint(entry: string): number {
  return [...closure(entry)].reduce((sum, file) => sum + gzipSize(file), 0);
}

const searchPage = 'elements/search/page/log-search.tsx';
const entries: [name: string, file: string, budgetKib: number][] = [
  ['log-search before first paint', 'elements/log-search.js', 135],
  ['log-message', 'elements/log-message.js', 140],
];

for (const [name, file, budget] of entries) {
  test(`${name} weighs at most ${budget} KiB`, () => {
    const weight = firstPaint(file) / kib;
    console.log(`# ${name}: ${weight.toFixed(1)} KiB of ${budget}`);
    assert.ok(weight <= budget, `${weight.toFixed(1)} KiB are loaded: ${heaviest(file)}`);
  });
}

/** Self-contained files, which contain everything that their element can load, with their budgets. */
const singleFiles: [name: string, budgetKib: number][] = [
  ['log-alerts', 300],
  ['log-message', 200],
  ['log-widget', 520],
  ['log-search', 700],
  ['log-dashboard', 700],
];
for (const [name, budget] of singleFiles) {
  test(`the single file of ${name} weighs at most ${budget} KiB`, () => {
    const weight = gzipSize(`embed/${name}.js`) / kib;
    console.log(`# embed/${name}.js: ${weight.toFixed(1)} KiB of ${budget}`);
    assert.ok(weight <= budget, `${weight.toFixed(1)} KiB`);
  });
}

test('the four most embedded elements load at most 40 files and 900 KiB (raw) before they are used', () => {
  const files = new Set(
    ['search', 'dashboard', 'message', 'alerts'].flatMap((name) => [...closure(`elements/log-${name}.js`)]),
  );
  const bytes = [...files].reduce((sum, file) => sum + readFileSync(new URL(file, dist)).length, 0);
  console.log(`# four elements: ${files.size} files of 40, ${Math.round(bytes / kib)} KiB of 900`);
  assert.ok(files.size <= 40 && bytes <= 900 * kib);
});

test('the login page weighs at most 140 KiB', () => {
  const entry = Object.keys(manifest).find((file) => file.startsWith('host/page/main'));
  assert.ok(entry);
  const weight = firstPaint(entry) / kib;
  console.log(`# login page: ${weight.toFixed(1)} KiB of 140`);
  assert.ok(weight <= 140, `${weight.toFixed(1)} KiB are loaded: ${heaviest(entry)}`);
});

/** Returns the files that load with a dynamically imported source. */
function onDemand(source: string): Set<string> {
  const file = Object.keys(manifest).find((one) => manifest[one]?.parts.includes(source));
  assert.ok(file, `${source} is loaded on demand`);
  return closure(file);
}

const visualization = (name: string): string => `elements/widgets/visualizations/${name}.tsx`;
const aggregation = 'elements/widgets/aggregation/aggregation-widget.tsx';
/**
 * Source of the query language. It loads when the page is idle, with or without an editor, because it validates queries
 * before they are sent.
 */
const language = 'api/language/index.ts';

/** Budgets of the chunks that load later, without the chunks that are loaded by then (`there`). */
const later: {
  readonly name: string;
  readonly there: readonly string[];
  readonly sources: readonly string[];
  readonly budgetKib: number;
}[] = [
  {
    name: 'charts',
    there: [searchPage],
    sources: [
      aggregation,
      ...['bar/bar-chart', 'line/line-chart', 'pie/pie-chart', 'scatter/scatter-plot', 'heatmap/heatmap'].map(
        visualization,
      ),
      visualization('number/single-number'),
    ],
    budgetKib: 225,
  },
  {
    name: 'map',
    // A chart with several series has loaded the legend, which the map uses, too.
    there: [searchPage, aggregation, visualization('bar/bar-chart'), visualization('chart-legend')],
    sources: [visualization('map/world-map')],
    budgetKib: 90,
  },
  {
    name: 'query editor',
    there: [searchPage, language],
    sources: [
      'elements/search/query/query-editor.ts',
      'elements/search/query/query-completion.ts',
      'api/language/editor.ts',
    ],
    // The file of the query editor also contains the gutter and the tooltips of the rule editor, because both editors
    // share packages.
    budgetKib: 103,
  },
  {
    name: 'query editor until its first key',
    // Completion loads when the editor gets the focus.
    there: [searchPage, language],
    sources: ['elements/search/query/query-editor.ts', 'api/language/editor.ts'],
    budgetKib: 90,
  },
  { name: 'grid', there: [searchPage], sources: ['elements/view-area/grid/moves.ts'], budgetKib: 25 },
];

for (const { name, there, sources, budgetKib } of later) {
  test(`${name} loads at most ${budgetKib} KiB beyond the files that are already loaded`, () => {
    const known = new Set([...closure('elements/log-search.js'), ...there.flatMap((source) => [...onDemand(source)])]);
    const files = new Set(sources.flatMap((source) => [...onDemand(source)]).filter((file) => !known.has(file)));
    const weight = [...files].reduce((sum, file) => sum + gzipSize(file), 0) / kib;
    console.log(`# ${name}: ${weight.toFixed(1)} KiB of ${budgetKib}`);
    assert.ok(weight <= budgetKib, `${weight.toFixed(1)} KiB are loaded: ${[...files].join(', ')}`);
  });
}

function heaviest(entry: string): string {
  return [...closure(entry)]
    .sort((a, b) => gzipSize(b) - gzipSize(a))
    .slice(0, 8)
    .map((file) => `${file} ${(gzipSize(file) / kib).toFixed(1)}`)
    .join(', ');
}

const administration = readdirSync(new URL('../elements/admin/', import.meta.url), { recursive: true })
  .map((path) => `elements/admin/${String(path).replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('-page.tsx'));

/** Each administration page has a budget for the files that neither the console nor a page of another area loads. */
for (const page of administration) {
  test(`${page} loads at most 40 KiB of files that no other page shares`, () => {
    const area = page.split('/').slice(0, 3).join('/');
    const others = administration.filter((other) => !other.startsWith(`${area}/`));
    const shared = new Set(others.flatMap((other) => [...onDemand(other)]));
    for (const file of closure('elements/log-console.js')) shared.add(file);
    const files = [...onDemand(page)].filter((file) => !shared.has(file));
    const weight = files.reduce((sum, file) => sum + gzipSize(file), 0) / kib;
    console.log(`# ${page}: ${weight.toFixed(1)} KiB of 40`);
    assert.ok(weight <= 40, `${weight.toFixed(1)} KiB are loaded: ${files.join(', ')}`);
  });
}

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

test('the package contains the whole build except source maps, and the files named in package.json, at most 16 MiB', () => {
  const root = new URL('..', import.meta.url);
  const { bin, exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    bin: Record<string, string>;
    exports: Record<string, string | Record<string, string>>;
  };
  const isWindows = process.platform === 'win32';
  // The package is built already, so packing must not build it again.
  const { stdout, stderr } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts'],
    { cwd: root, encoding: 'utf8', shell: isWindows, maxBuffer: 64 * 1024 * 1024 },
  );
  assert.match(stdout, /^\[/, stderr);
  const [{ size, files } = { size: 0, files: [] }] = JSON.parse(stdout) as Packed[];
  const packed = new Set(files.map(({ path }) => path));
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/\.(map|cache)$/.test(entry.name) && !entry.parentPath.includes('compile-cache'),
    )
    .map((entry) => relative(fileURLToPath(root), join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const named = Object.values(exports)
    .flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)))
    .map((path) => path.replace('*', 'log-search').slice(2));
  const program = ['main.cjs', 'grok-worker.cjs', 'lookup-worker.cjs', 'index-worker.cjs'].map(
    (name) => `dist/host/server/${name}`,
  );
  const page = ['index.html', 'handbook/index.html', 'api-browser.html', 'licences.json'].map(
    (name) => `dist/host/page/${name}`,
  );
  const needed = [
    'README.md',
    'LICENSE',
    'package.json',
    ...Object.values(bin),
    ...named,
    ...program,
    ...page,
    ...built,
  ];
  assert.ok(built.length > 500, `${built.length} files are built`);
  assert.deepEqual(
    needed.filter((path) => !packed.has(path)),
    [],
    'the package contains every file of the build',
  );
  assert.deepEqual(
    [...packed].filter((path) => !needed.includes(path)),
    [],
    'the package contains no unneeded file',
  );
  console.log(`# package: ${(size / kib / kib).toFixed(1)} MiB of 16`);
  assert.ok(size <= 16 * kib * kib, `the package has ${size} bytes`);
});

/** File names of all elements that other pages can embed, as `rollup.config.mjs` builds them. */
const embedded = [
  'alerts',
  'console',
  'dashboard',
  'inputs',
  'message',
  'search',
  'share',
  'streams',
  'tv',
  'users',
  'widget',
].map((name) => `log-${name}.js`);

test('each embeddable element has a self-contained file', () => {
  const built = readdirSync(new URL('embed/', dist)).filter((name) => /^log-[a-z-]+\.js$/.test(name));
  assert.deepEqual(built.sort(), embedded, 'each built file is tested');
  for (const name of embedded) {
    assert.ok(existsSync(new URL(`embed/${name}`, dist)), name);
    assert.doesNotMatch(readFileSync(new URL(`embed/${name}`, dist), 'utf8').slice(0, 2000), /^import /m, name);
  }
});

test('files named by their contents are stored compressed as well', () => {
  const hashed = Object.keys(manifest).filter((file) => /^(chunks|host\/page)\/.*-[\w-]{8}\.js$/.test(file));
  assert.ok(hashed.length > 100, `${hashed.length} files have hashed names`);
  for (const file of hashed) {
    const packed = readFileSync(new URL(`${file}.br`, dist));
    assert.ok(brotliDecompressSync(packed).equals(readFileSync(new URL(file, dist))), file);
  }
});
