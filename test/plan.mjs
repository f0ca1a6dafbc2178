// Decides which tests `npm test` runs, and in which browsers. `npm run test:all` runs every test, and those that depend
// on the browser in every browser of the machine.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the sorted paths of the files below a directory whose names have an ending. The paths are relative to the
 * repository, which is the working directory.
 */
export function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(ending) && statSync(path).isFile())
    .sort();
}

const inEndToEnd = (names) => names.map((name) => join('test', 'e2e', name));

/**
 * End-to-end tests of every run, in the newest browser. They test behaviour that spans pages, server and browser and
 * that no unit or element test can cover. The end-to-end tests of single pages are only part of `npm run test:all`,
 * because element tests cover these pages.
 */
const everyRun = inEndToEnd([
  'alert-way.e2e.ts',
  'console.e2e.ts',
  'dashboard-ways.e2e.ts',
  'embed-calls.e2e.ts',
  'embed-views.e2e.ts',
  'export-decorators.e2e.ts',
  'failed-messages.e2e.ts',
  'hostile-views.e2e.ts',
  'intake-way.e2e.ts',
  'isolation.e2e.ts',
  'people.e2e.ts',
  'queued.e2e.ts',
  'reference-server.e2e.ts',
  'search-by-keyboard.e2e.ts',
  'search.e2e.ts',
  'sharing.e2e.ts',
  'shell.e2e.ts',
  'snapshot.e2e.ts',
  'ways-back.e2e.ts',
  'weights.e2e.ts',
  'widget-transfer.e2e.ts',
]);

/** End-to-end tests of every run in the oldest supported browser: each page once, embedding, and the wall display. */
const olderBrowser = inEndToEnd(['page-matrix.test.ts', 'embed.e2e.ts', 'tv.e2e.ts']);

/** Tests of logic, errors and bytes that do not depend on the browser, so they run in a single browser. */
const oneBrowser = inEndToEnd(
  [
    'administration-log',
    'alert-way',
    'configurations',
    'alerts',
    'dashboard-ways',
    'dashboard-widgets',
    'embed-calls',
    'embed-views',
    'errors-search',
    'errors-views',
    'event-definitions',
    'export-decorators',
    'extractors',
    'framed-console',
    'grok-patterns',
    'hostile-views',
    'index-sets',
    'inputs',
    'intake-way',
    'keyboard-dashboard',
    'keyboard-search',
    'notifications',
    'outputs',
    'overlays',
    'plugins',
    'queued',
    'reference-server',
    'replay',
    'rules-bar',
    'rules-dialogs',
    'rules-editor',
    'rules-highlighting',
    'snapshot',
    'search-by-keyboard',
    'sharing',
    'shell',
    'style-rules',
    'system-pages',
    'views',
    'ways-back',
    'weights',
    'widget-transfer',
  ].map((name) => `${name}.e2e.ts`),
);

export const weights = join('test', 'weights.ts');
export const firefoxWalk = join('test', 'e2e', 'firefox.walk.ts');
export const inPages = filesBelow('test', '.browser.test.tsx');
const everyPage = join('test', 'e2e', 'page-matrix.test.ts');
/** Long tests, which are part of `npm run attack` or `npm run crashes`, and of `npm run test:all`. */
const longProofs = [
  join('test', 'attack', 'json-tester.test.ts'),
  join('test', 'attack', 'payload-slots.test.ts'),
  join('test', 'attack', 'phishing.test.ts'),
  join('test', 'conformance', 'input-bombs.test.ts'),
  join('test', 'host', 'server', 'full-directories.test.ts'),
  join('test', 'host', 'server', 'alerts', 'notifications', 'kill.test.ts'),
];
const allInNode = filesBelow('test', '.test.ts').filter(
  (path) => !path.endsWith('.browser.test.ts') && path !== everyPage,
);
/** Returns the tests that run in Node. @param {boolean} all true: includes the long tests */
export const inNode = (all) => allInNode.filter((path) => all || !longProofs.includes(path));
export const endToEnd = [everyPage, ...filesBelow('test/e2e', '.e2e.ts')];

/**
 * Matches names of functions that keep or change state: servers, stores, hooks, clocks, globals. Other tests in the
 * same process would see this state.
 */
const needsOwnProcess =
  /startTestServer|\b(before|after|beforeEach|afterEach)\(|\bmock\b|process\.|globalThis|spawn|child_process|Worker|create\w*Server|connect\(|openDocuments|opened-store|mkdtemp|temporaryDirectory|DuckDB|setTimeout|gc\(|cpuMs|window\./;
const filesOfGroup = 20;

/**
 * Groups files with tables of pure functions into shared processes, because starting a process takes longer than their
 * tests.
 * @param {readonly string[]} paths Node tests
 * @returns {readonly (readonly string[])[]} files of each process
 */
export function processesOf(paths) {
  const tables = paths.filter((path) => !needsOwnProcess.test(readFileSync(path, 'utf8')));
  const groups = Array.from({ length: Math.ceil(tables.length / filesOfGroup) }, (_each, at) =>
    tables.slice(at * filesOfGroup, (at + 1) * filesOfGroup),
  );
  return [...groups, ...paths.filter((path) => !tables.includes(path)).map((path) => [path])];
}

/** Imports of each source, by its path; `reads` is true if the text of the source names the folder of the build. */
const known = new Map();
function importsOf(path) {
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, name]) => {
    // A script that a test runs in the folder of the repository names its modules relative to that folder.
    return [dirname(path), '.'].flatMap((folder) => {
      const base = join(folder, name);
      return [base, ...['.ts', '.tsx'].map((ending) => base.replace(/\.js$/, ending))].filter(
        (file) => /\.(tsx?|mjs)$/.test(file) && existsSync(file),
      );
    });
  });
  return { imports, reads: /(?<!leaflet\/)\bdist\b/.test(text) };
}

/**
 * Returns whether a test reads the build: the test or a module that it imports names the folder `dist`. Other tests
 * can run before the build exists.
 */
export function needsBuild(test) {
  const open = new Set([test]);
  for (const path of open) {
    if (!known.has(path)) known.set(path, importsOf(path));
    const { imports, reads } = known.get(path);
    if (reads) return true;
    for (const file of imports) open.add(file);
  }
  return false;
}

const named = [...everyRun, ...olderBrowser, ...oneBrowser, ...longProofs].filter(
  (path) => !endToEnd.includes(path) && !allInNode.includes(path),
);
if (named.length > 0) throw new Error(`test/plan.mjs names tests that are not there: ${named.join(', ')}`);

/**
 * Sorts tests by descending file size, which approximates their running time. So no long test runs alone at the end.
 */
const longestFirst = (paths) => [...paths].sort((a, b) => statSync(b).size - statSync(a).size);

/**
 * Returns the end-to-end tests that run in a browser.
 * @param {boolean} all true: all end-to-end tests run
 * @param {number} index index of the browser among those found; the newest is 0
 * @param {number} count number of browsers found
 * @returns {readonly string[]} paths of the tests
 */
export function endToEndIn(all, index, count) {
  const isOldest = index === count - 1;
  if (all) return longestFirst(index === 0 ? endToEnd : endToEnd.filter((path) => !oneBrowser.includes(path)));
  return longestFirst([...new Set([...(index === 0 ? everyRun : []), ...(isOldest ? olderBrowser : [])])]);
}
