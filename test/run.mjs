// `npm test`: everything that CI checks, from a clean clone. Installs what is missing, then formatting, lint, types,
// circular imports and the build, byte budgets, Node tests; browser tests in the browser that the project brings and in an
// installed one (test/browser.ts); all end-to-end tests in the newest, many of them and every page in the other; a walk in Firefox.
// The last line is `N passed, N failed`. `node test/run.mjs node e2e` runs only the named steps.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../host/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const only = process.argv.slice(2);
const totals = { passed: 0, failed: 0 };
const failures = [];

/** Runs a command; its output goes on to ours. @returns {Promise<{code: number, output: string}>} */
function run(command, args, { timeoutMs = 45 * 60_000, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const timer = setTimeout(() => {
      output += `\n${command} ${args.join(' ')} took longer than ${timeoutMs / 1000} s and was ended\n`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('error', (error) => {
      output += error.stack;
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
    // A reporter that draws on a terminal puts what it clears before a line.
    const names = output.match(/^[^a-z\n]*not ok .*$/gm) ?? ['  no test is named'];
    failures.push(`failed: ${step}`, ...names);
    // The names first: of a long output often only the beginning or the end is kept.
    console.log([...names, output].join('\n'));
  }
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** A check that passes or fails as one. */
const check = (command, args) => async (step) => {
  const { code, output, seconds } = await timed(() => run(command, args));
  count(step, code === 0 ? 1 : 0, code === 0 ? 0 : 1, tail(output), seconds);
  return code === 0;
};

function files(folder, ending) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(ending) && statSync(path).isFile())
    .map((path) => relative(root, path))
    .sort();
}

/** What took longest: where a run that has become slow is mended. */
function slowest(output, most = 5) {
  return [...output.matchAll(/^(?:not )?ok \d+ - (.*)\n {2}---\n {2}duration_ms: ([\d.]+)/gm)]
    .map(([, name, ms]) => ({ name, seconds: Number(ms) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1)} s ${name}`);
}

/** Files under test/ run by Node's own test runner; each file is a process of its own. */
const nodeTests = (paths, concurrency, env) => async (step) => {
  if (paths.length === 0) return true;
  const { code, output, seconds } = await timed(() =>
    run(
      process.execPath,
      [
        '--import',
        'tsx',
        '--test',
        '--test-reporter=tap',
        `--test-concurrency=${concurrency}`,
        '--test-timeout=300000',
        ...paths,
      ],
      { env },
    ),
  );
  const number = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failed = number('fail') + number('cancelled');
  const lines = output.split('\n');
  const failedLines = lines.flatMap((line, index) => {
    if (!/^\s*not ok /.test(line)) return [];
    const next = lines.findIndex((other, at) => at > index && /^\s*(not )?ok /.test(other));
    return lines.slice(index, Math.min(index + 40, next === -1 ? lines.length : next));
  });
  count(
    step,
    number('pass'),
    failed || (code === 0 ? 0 : 1),
    failedLines.length ? failedLines.slice(0, 2_000).join('\n') : tail(output),
    seconds,
  );
  if (seconds > 60) console.log(slowest(output).join('\n'));
  return code === 0;
};

const browserTests = (env) => async (step) => {
  if (files('test/elements', '.browser.test.tsx').length === 0) return true;
  const { code, output, seconds } = await timed(() =>
    run(bin('web-test-runner'), ['--config', 'test/web-test-runner.config.mjs'], { env }),
  );
  const results = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const failed = Number(results?.[2] ?? 0) || (code === 0 ? 0 : 1);
  count(step, Number(results?.[1] ?? 0), failed, tail(output, 200), seconds);
  return failed === 0;
};

/**
 * About our own logic, errors and bytes, and pages made of the same controls as the others: what no browser does in another way.
 * In the older one the matrix opens every page instead; what is about layout, embedding and pictures runs in each.
 */
const ofOneBrowser = [
  'administration-log',
  'alert-way',
  'configurations',
  'alerts',
  'dashboard-ways',
  'dashboard-widgets',
  'errors-search',
  'errors-views',
  'event-definitions',
  'export-decorators',
  'extractors',
  'grok-patterns',
  'hostile-views',
  'index-sets',
  'intake-way',
  'keyboard-dashboard',
  'keyboard-search',
  'notifications',
  'outputs',
  'plugins',
  'queued',
  'reference-server',
  'replay',
  'rules-bar',
  'rules-dialogs',
  'rules-editor',
  'rules-highlighting',
  'search-by-keyboard',
  'sharing',
  'shell',
  'system-pages',
  'views',
  'ways-back',
  'weights',
  'widget-transfer',
].map((name) => join('test', 'e2e', `${name}.e2e.ts`));

/** Side by side: tests wait about half of their time, so one more than there are cores. */
const atOnce = Math.min(4, availableParallelism() + 1);

const everyPage = join('test', 'e2e', 'page-matrix.test.ts');
const inTest = files('test', '.test.ts').filter((path) => !path.endsWith('.browser.test.ts'));
const steps = {
  format: check(bin('prettier'), ['--check', '--log-level', 'warn', '.']),
  lint: check(bin('eslint'), ['-c', '.config/eslint.config.mjs', '--max-warnings', '0', '.']),
  types: check(bin('tsc'), ['-p', 'tsconfig.json']),
  circles: check(bin('madge'), [
    '--circular',
    '--extensions',
    'ts,tsx',
    '--ts-config',
    'tsconfig.json',
    'api',
    'machines',
    'elements',
    'host',
  ]),
  build: check(process.execPath, ['host/build.mjs']),
  weights: nodeTests(['test/weights.ts'].filter(existsSync), 1),
  node: nodeTests(inTest, atOnce),
};
const asked = (step) => only.length === 0 || only.includes(step);

await install(root);
// The servers of the tests are the built ones, unless single steps are run on sources that were changed since.
if (only.length === 0) process.env.TEST_BUILT = '1';
// Only now is there a package to import: on a new machine nothing was installed before.
const { tsImport } = await import('tsx/esm/api');
/** What does not need each other runs side by side; two cores are what there is. */
const groups = [[['format', 'lint', 'circles', 'types'], ['build']], [['weights']], [['node']]];
for (const group of groups) {
  await Promise.all(
    group.map(async (lane) => {
      for (const step of lane) if (asked(step)) await steps[step](step);
    }),
  );
}

const { findBrowsers } = await tsImport('./browser.ts', import.meta.url);
const { findFirefox } = await tsImport('./firefox.ts', import.meta.url);
const versionOf = ({ version }) => Number(/\d+/.exec(version)?.[0] ?? 0);
/** The newest first. */
const browsers =
  asked('browser') || asked('e2e') ? (await findBrowsers()).sort((a, b) => versionOf(b) - versionOf(a)) : [];
const environmentOf = (origin) => (origin === 'named' ? {} : { TEST_BROWSER: origin });
if (browsers.length)
  console.log(`browsers: ${browsers.map(({ version, origin }) => `${version} (${origin})`).join(', ')}`);
/** Steps with their names, the longest first. */
const waiting = [];
if (asked('e2e')) {
  const all = files('test/e2e', '.e2e.ts');
  const gone = [everyPage, ...ofOneBrowser].filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Error(`No such tests: ${gone.join(', ')}`);
  // By turns: files of one subject are of one weight, and have neighbouring names.
  const halves = [0, 1].map((half) => all.filter((_path, index) => index % 2 === half));
  for (const [index, { version, origin }] of browsers.entries()) {
    const env = environmentOf(origin);
    if (index > 0)
      waiting.push([
        `e2e of every page in ${version}`,
        nodeTests([everyPage, ...all.filter((path) => !ofOneBrowser.includes(path))], 1, env),
      ]);
    else halves.forEach((half, at) => waiting.push([`e2e in ${version}, ${at + 1} of 2`, nodeTests(half, 1, env)]));
  }
}
if (asked('browser'))
  for (const { version, origin } of browsers)
    waiting.push([`browser in ${version}`, browserTests(environmentOf(origin))]);
if (asked('firefox')) {
  const firefox = await findFirefox();
  if (firefox) waiting.push([`firefox in ${firefox.version}`, nodeTests(['test/e2e/firefox.walk.ts'], 1)]);
  else console.log('firefox: none is installed here, so nothing was tried in it');
}
async function workOff() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await next[1](next[0]);
}
await Promise.all(Array.from({ length: atOnce }, workOff));
// Once more at the end: of a long run often only that is kept.
if (failures.length) console.log(failures.join('\n'));
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
