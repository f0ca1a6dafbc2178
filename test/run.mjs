// `npm test` runs the checks of CI, also in a new clone. It does the following:
// - It installs missing packages.
// - It checks formatting, lint, types, directions and cycles of imports, and exports that nobody imports.
// - It builds, and checks the byte budgets.
// - It runs the Node tests, and the element tests in the oldest supported browser.
// - It runs a selection of the end-to-end tests in the newest browser, and a test of every page in the oldest browser
//   (test/plan.mjs).
// - It walks through the console in Firefox if that is installed.
// `npm run test:all` runs every test, and those that depend on the browser in every Chromium of the machine. The last
// line of the output is `N passed, N failed`. `node test/run.mjs node e2e` runs only the named steps; `--all` may come
// before them.
// `npm test` does not test optimized code of pages: Chromium compiles scripts without optimization, to save time. Only
// `npm run test:all` and named steps test the code as the optimizing compilers of users' browsers compile it.
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { roomForNew } from '../host/build.mjs';
import { install } from '../host/install.mjs';
import { continueUnderOwnNode } from '../host/runtime.mjs';
import { positionsInSources } from './source-positions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
// The plan is imported only here, because it reads the folders of the working directory.
const { endToEnd, endToEndIn, firefoxWalk, inNode, inPages, needsBuild, processesOf, weights } =
  await import('./plan.mjs');
const all = process.argv.includes('--all');
const only = process.argv.slice(2).filter((argument) => argument !== '--all');
// TEST_ALL lets long tests run all their rounds (test/amounts.ts).
if (all) process.env.TEST_ALL = '1';
// The browsers compile scripts without optimization (test/browser.ts).
else if (only.length === 0) process.env.TEST_UNOPTIMIZED = '1';
const steps = [
  'format',
  'lint',
  'callbacks',
  'types',
  'imports',
  'exports',
  'build',
  'weights',
  'node',
  'browser',
  'firefox',
  'e2e',
];
const unknown = only.filter((step) => !steps.includes(step));
if (unknown.length > 0) throw new Error(`No such steps: ${unknown.join(', ')}. There are: ${steps.join(', ')}`);
const totals = { passed: 0, failed: 0 };
const failures = [];

/** Started processes that have not ended; each leads its own process group. */
const leaders = new Set();
/** Ends the remaining processes of a command, which would otherwise keep its output open and outlive the run. */
function endGroup({ pid }, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // The group has ended already.
  }
}
/** Data directory of a server that has started once. */
const startedData = join(root, '.cache', `started-data-${process.pid}`);
/** Environment of the Node tests: with TEST_DATA they start their servers on copies of it (test/server.ts). */
const nodeEnvironment = {};
/** Removes the files of this run; its bundles only after bundle.mjs is loaded, because there are none before. */
let tidyUp = () => rm(startedData, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const child of leaders) endGroup(child, 'SIGKILL');
    void tidyUp().finally(() => process.exit(1));
  });

/** Runs a command and collects its output. @returns {Promise<{code: number, output: string}>} */
function run(command, args, { timeoutMs = 45 * 60_000, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    });
    leaders.add(child);
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setTimeout(() => {
      output += `\n${command} ${args.join(' ')} took longer than ${timeoutMs / 1000} s and was ended\n`;
      // A test that receives SIGTERM ends the browsers that it started.
      endGroup(child, 'SIGTERM');
      setTimeout(() => endGroup(child, 'SIGKILL'), 10_000).unref();
    }, timeoutMs);
    child.on('error', (error) => {
      output += error.stack;
    });
    child.on('exit', () => {
      leaders.delete(child);
      endGroup(child, 'SIGKILL');
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}

const bin = (name) => join(root, 'node_modules', '.bin', name);
const tail = (text, lines = 60) => text.trimEnd().split('\n').slice(-lines).join('\n');

function count(step, passed, failed, output, seconds) {
  totals.passed += passed;
  totals.failed += failed;
  console.log(`${failed ? 'FAIL' : 'ok  '} ${step}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
  if (failed) {
    // Reporters for terminals write control sequences in front of a line.
    const names = output.match(/^[^a-z\n]*not ok .*$/gm) ?? ['  no test is named'];
    failures.push(`failed: ${step}`, ...names);
    // The names come first, because a long output is often truncated.
    console.log([...names, output].join('\n'));
  }
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** Creates a step that passes or fails as a whole. */
const check = (command, args) => async (step) => {
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${roomForNew}` };
  const { code, output, seconds } = await timed(() => run(command, args, { env }));
  count(step, code === 0 ? 1 : 0, code === 0 ? 0 : 1, tail(output), seconds);
  return code === 0;
};

/** Time limit in milliseconds of one file of tests, longer than any file takes on a busy machine. */
const fileTimeoutMs = 900_000;

/** Returns the TAP lines of failures with their details. */
function failuresIn(output) {
  const lines = output.split('\n');
  return lines.flatMap((line, index) => {
    if (!/^\s*not ok /.test(line)) return [];
    const next = lines.findIndex((other, at) => at > index && /^\s*(not )?ok /.test(other));
    return lines.slice(index, Math.min(index + 40, next === -1 ? lines.length : next));
  });
}

/** Returns lines that name the slowest files of tests, which show where a slow run can be accelerated. */
const slowest = (times, most = 10) =>
  [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([path, seconds]) => `  ${seconds.toFixed(1)} s ${path}`);

/**
 * Returns tasks that run files with the test runner of Node. Each file has its own process unless files are grouped
 * (plan.mjs), so that each lane can take the next process.
 * @param {readonly (readonly string[])[]} processes files of each process
 * @returns one task for each process, and whether it needs the build; the task that ends last reports the step
 */
function nodeTests(step, processes, env = {}) {
  if (processes.length === 0) throw new Error(`There are no tests for ${step}`);
  const total = { passed: 0, failed: 0, lines: [], times: [] };
  let begun;
  const task = (files) => async () => {
    begun ??= performance.now();
    const path = files.length === 1 ? files[0] : `${files[0]} and ${files.length - 1} other tables`;
    const program = files.length === 1 ? bundleOf(files[0]) : bundleOfGroup(files);
    // Node would read the source map of every module at each start. So the output names positions in bundles, and they
    // are replaced by positions in the sources only after a failure.
    const args = ['--test-reporter=tap', program];
    const { code, output, seconds } = await timed(() => run(process.execPath, args, { timeoutMs: fileTimeoutMs, env }));
    const number = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
    // A process that ends before it has reported its tests has passed none of them.
    const failed = number('fail') + number('cancelled') || (code === 0 && number('tests') > 0 ? 0 : 1);
    total.passed += number('pass');
    total.failed += failed;
    total.times.push([path, seconds]);
    if (failed) {
      const text = positionsInSources(output, root);
      const lines = failuresIn(text);
      total.lines.push(`in ${path}:`, ...(lines.length ? lines : [`not ok ${path} ended with ${code}`, tail(text)]));
    }
    if (total.times.length < processes.length) return;
    count(step, total.passed, total.failed, total.lines.slice(0, 2_000).join('\n'), (performance.now() - begun) / 1000);
    if (seconds > 60 || processes.length > 1) console.log(slowest(total.times).join('\n'));
  };
  return processes.map((files) => ({ run: task(files), needsBuild: files.some(needsBuild) }));
}

const browserTests = (env) => async (step) => {
  const { code, output, seconds } = await timed(() =>
    run(bin('web-test-runner'), ['--config', 'test/web-test-runner.config.mjs'], { env }),
  );
  const results = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const failed = Number(results?.[2] ?? 0) || (code === 0 && Number(results?.[1] ?? 0) > 0 ? 0 : 1);
  count(step, Number(results?.[1] ?? 0), failed, tail(output, 200), seconds);
  return failed === 0;
};

/**
 * Number of concurrent lanes, at most four. It is one more than there are cores, because tests wait about half of their
 * time.
 */
const atOnce = Math.min(4, availableParallelism() + 1);

/**
 * Share of idle processor time above which a task begins besides the lanes. `idleForMs` is the time in milliseconds
 * over which this share is measured.
 */
const idleShare = 0.2;
const idleForMs = 2_000;

/** Returns the share of processor time, from 0 to 1, in which the machine is idle during the next seconds. */
async function measureIdle() {
  const times = () =>
    cpus().reduce(
      ([idle, total], { times: of }) => [idle + of.idle, total + of.user + of.nice + of.sys + of.irq + of.idle],
      [0, 0],
    );
  const [idleBefore, totalBefore] = times();
  await new Promise((resolve) => setTimeout(resolve, idleForMs));
  const [idle, total] = times();
  return (idle - idleBefore) / Math.max(1, total - totalBefore);
}

const checks = {
  format: check(process.execPath, ['.config/format.mjs']),
  lint: check(bin('oxlint'), ['--deny-warnings', '--report-unused-disable-directives', '.']),
  // ESLint runs only for the one rule that needs types (.config/clean-up-only.mjs).
  callbacks: check(bin('eslint'), ['-c', '.config/eslint.config.mjs', '--max-warnings', '0', '.']),
  // TypeScript 7 checks in a third of the time. The preceding version is installed too, because plug-ins of the build
  // and the linter need its API.
  types: check(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.json']),
  imports: check(process.execPath, ['.config/imports.mjs']),
  exports: check(bin('knip'), ['-c', '.config/knip.jsonc']),
  build: check(process.execPath, ['host/build.mjs']),
};
const isRequested = (step) => only.length === 0 || only.includes(step);

/** Runs the requested steps among the named steps, one after another. */
async function inTurn(...names) {
  for (const name of names) if (isRequested(name)) await checks[name](name);
}

/** Returns the tasks for the lanes, in the order in which they start. */
async function findTests() {
  const versionOf = ({ version }) => Number(/\d+/.exec(version)?.[0] ?? 0);
  const { findBrowsers } = await tsImport('./browser.ts', import.meta.url);
  const { findFirefox } = await tsImport('./firefox.ts', import.meta.url);
  /** Browsers, newest first. */
  const browsers =
    isRequested('browser') || isRequested('e2e')
      ? (await findBrowsers()).sort((a, b) => versionOf(b) - versionOf(a))
      : [];
  const environmentOf = (origin) => (origin === 'named' ? {} : { TEST_BROWSER: origin });
  if (browsers.length)
    console.log(`browsers: ${browsers.map(({ version, origin }) => `${version} (${origin})`).join(', ')}`);
  const tasks = [];
  if (isRequested('weights')) tasks.push(...nodeTests('weights', [[weights]]));
  // The element tests are the longest task, because only one page at a time can have the keyboard focus. So they begin
  // before all other tests except the short one of the byte budgets.
  if (isRequested('browser'))
    for (const { version, origin } of all ? browsers : browsers.slice(-1)) {
      const step = `browser in ${version}`;
      const tests = browserTests({ ...environmentOf(origin), TEST_BUNDLED: pagesOutput });
      tasks.push({ run: () => tests(step), needsBuild: false });
    }
  // The end-to-end tests wait for most of their time. They begin before the Node tests, so that they run beside the
  // element tests, and so that no long test runs alone at the end. The tests in the older browser begin first, because
  // they contain the test of all pages, which takes longest.
  if (isRequested('e2e'))
    for (const [index, { version, origin }] of [...browsers.entries()].reverse()) {
      const paths = endToEndIn(all, index, browsers.length);
      const processes = paths.map((path) => [path]);
      if (paths.length > 0) tasks.push(...nodeTests(`e2e in ${version}`, processes, environmentOf(origin)));
    }
  if (isRequested('firefox')) {
    const firefox = await findFirefox();
    if (firefox) tasks.push(...nodeTests(`firefox in ${firefox.version}`, [[firefoxWalk]]));
    else console.log('firefox: none is installed here, so nothing was tried in it');
  }
  if (isRequested('node')) tasks.push(...nodeTests('node', processesOf(inNode(all)), nodeEnvironment));
  return tasks;
}

await install(root);
await continueUnderOwnNode(root);
console.log(`Node.js ${process.version}`);
// The tests use the built server, except when single steps are requested, which run on the present sources.
if (only.length === 0) process.env.TEST_BUILT = '1';
// Packages can be imported only after the installation, because a new machine has none.
const { tsImport } = await import('tsx/esm/api');
const { bundleForNode, bundleForPages, groupedBundle, pagesOutput, removeBundles } = await import('./bundle.mjs');
const removeData = tidyUp;
tidyUp = () => Promise.all([removeBundles(), removeData()]);
/** Returns the path of the bundle of a test. */
let bundleOf;
const bundleOfGroup = (files) => groupedBundle(files.map(bundleOf));

/** Returns the tasks of the lanes when all their prerequisites except the build are ready. */
async function prepareTests() {
  try {
    const [tasks] = await Promise.all([findTests(), bundleTests()]);
    return tasks;
  } catch (error) {
    count('tests', 0, 1, `not ok the tests cannot begin: ${error.message.replaceAll('\n', ' ')}\n${error.stack}`, 0);
    return [];
  }
}

async function bundleTests() {
  if (isRequested('browser')) await bundleForPages(inPages);
  if (['weights', 'node', 'firefox', 'e2e'].some(isRequested))
    bundleOf = await bundleForNode([weights, firefoxWalk, ...inNode(all), ...endToEnd]);
}

/**
 * Starts and stops a server on an empty directory, of which tests then use copies. If that fails, the tests start on
 * empty directories and report why. In the full run, they always start on empty directories.
 */
async function startOnce() {
  if (all || !isRequested('node')) return;
  const { startTestServer } = await tsImport('./server.ts', import.meta.url);
  // The server's own log would be among the messages that tests find.
  const environment = { LOG_CONSOLE_LOG_LEVEL: 'error' };
  const server = await startTestServer({ data: startedData, environment }).catch(() => undefined);
  if ((await server?.stop()) === 0) nodeEnvironment.TEST_DATA = startedData;
}

const checked = inTurn('format', 'lint', 'imports', 'exports', 'types', 'callbacks');
const built = inTurn('build').then(startOnce);
const prepared = prepareTests();
let isBuilt = false;
void built.then(() => (isBuilt = true));
/** Removes and returns the next task that can run now. */
function nextOf(tasks) {
  const at = isBuilt ? 0 : tasks.findIndex((task) => !task.needsBuild);
  return at < 0 ? undefined : tasks.splice(at, 1)[0];
}
/**
 * Runs tasks one after another until none is left. The first lane begins as soon as the build exists, even if the
 * checks are still running. The second lane begins as soon as the checks have ended, even if the build is still
 * running, because the build then leaves a core idle.
 */
async function workOff(lane) {
  await Promise.all([...(lane === 1 ? [] : [built]), ...(lane === 0 ? [] : [checked])]);
  const tasks = await prepared;
  while (tasks.length > 0) {
    const task = nextOf(tasks);
    await (task ? task.run() : built);
  }
}
/** Runs a task besides the lanes whenever the tests of the lanes wait for time rather than for the processor. */
async function workOffWhileIdle() {
  await Promise.all([built, checked]);
  const tasks = await prepared;
  while (tasks.length > 0) if ((await measureIdle()) > idleShare) await nextOf(tasks)?.run();
}
const lanes = Array.from({ length: atOnce }, (_each, lane) => workOff(lane));
await Promise.all([checked, ...lanes, workOffWhileIdle()]);
await tidyUp();
// Failures are printed again at the end, because often only the end of a long run is kept.
if (failures.length) console.log(failures.join('\n'));
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
