// Browser tests: every test/**/*.browser.test.tsx runs in a page of its own in the browser of test/browser.ts.
//   npx web-test-runner --config test/web-test-runner.config.mjs [--files 'test/elements/kit/**/*.browser.test.tsx']
// The tests are bundled before the start (bundle.mjs): shared chunks, no on-the-fly conversion.
// The last line on stdout is `browser tests: N passed, N failed, N skipped`; the exit code is 1 when anything failed.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { tsImport } from 'tsx/esm/api';
import { bundleForPages, pagesOutput, removeBundles } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** True: this program bundles the tests. `npm test` bundles them itself, once for all browsers. */
const isOurs = process.env['TEST_BUNDLED'] === undefined;
const { findBrowser, scriptSwitch } = await tsImport('./browser.ts', import.meta.url);
const browser = await findBrowser();
Object.assign(process.env, browser.env);

/** Returns a free port. It is chosen explicitly, because two concurrent runs would choose the same default port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Prefixes of the globs after `--files`: all tests whose paths start with them are bundled. */
function chosenPrefixes() {
  const from = process.argv.indexOf('--files');
  if (from < 0) return ['test'];
  const values = [];
  for (const value of process.argv.slice(from + 1)) {
    if (value.startsWith('--')) break;
    values.push(relative(root, value.replace(/[*?{[].*$/, '')));
  }
  return values;
}

const prefixes = chosenPrefixes();
const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => join('test', name))
  .filter((name) => /\.browser\.test\.tsx?$/.test(name) && prefixes.some((prefix) => name.startsWith(prefix)));
/** Serves the bundle of a test under the address of its source, so that reports name the source. */
const bundledTests = {
  name: 'bundled-tests',
  async serverStart() {
    if (isOurs) await bundleForPages(files);
  },
  async serverStop() {
    if (isOurs) await removeBundles();
  },
  serve(context) {
    if (!/^\/(chunks\/|test\/.*\.browser\.test\.(tsx?|js\.map)$)/.test(context.path)) return undefined;
    const body = readFileSync(join(pagesOutput, context.path.replace(/\.tsx?$/, '.js')), 'utf8');
    // The names of chunks contain hashes of their contents, so the browser may keep them and their compiled code.
    const headers = context.path.startsWith('/chunks/') ? { 'Cache-Control': 'max-age=86400, immutable' } : {};
    return { body, type: context.path.endsWith('.map') ? 'json' : 'js', headers };
  },
};

/** Returns a reporter that prints failures and counts last, for readers of only the end of the output. */
function countsReporter() {
  return {
    stop({ sessions }) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      const failed = (file, name, error) => {
        counts.failed += 1;
        console.log(`not ok ${relative(root, file)} > ${name}: ${error?.message ?? 'no reason given'}`);
      };
      for (const { testFile, testResults, passed, errors } of sessions) {
        const count = (suite) => {
          for (const test of suite?.tests ?? [])
            if (test.skipped) counts.skipped += 1;
            else if (test.passed) counts.passed += 1;
            else failed(testFile, test.name, test.error);
          for (const inner of suite?.suites ?? []) count(inner);
        };
        count(testResults);
        // A file that does not load, or fails in a hook, has no test that could report the failure.
        if (!passed && !(testResults && hasFailedTest(testResults))) failed(testFile, 'the file itself', errors?.[0]);
      }
      console.log(`browser tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    },
  };
}

function hasFailedTest(suite) {
  return suite.tests.some((test) => !test.passed && !test.skipped) || suite.suites.some(hasFailedTest);
}

/**
 * Each browser rejects slider rules of other browsers, and the development build of the style sheets logs each
 * rejection.
 */
const forOtherBrowsers = /^There was a problem inserting the following rule: "[^"]*::-(moz|webkit)-/;

export default {
  rootDir: root,
  filterBrowserLogs: ({ args }) => !forOtherBrowsers.test(String(args[0])),
  files,
  // The full form `127.0.0.1` would be treated as all interfaces; the short form is used unchanged.
  hostname: '127.1',
  port: await freePort(),
  // Only one page at a time can have the keyboard focus.
  concurrency: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 180_000,
  testFramework: { config: { timeout: 30_000 } },
  browsers: [
    chromeLauncher({
      // The page must receive keys and focus even if the browser window has none.
      createPage: async ({ context }) => {
        const page = await context.newPage();
        // On a busy machine a page may take longer than the 30 seconds that puppeteer allows by default.
        page.setDefaultNavigationTimeout(120_000);
        const session = await page.createCDPSession();
        await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
        return page;
      },
      launchOptions: {
        executablePath: browser.executablePath,
        args: [...browser.args, ...scriptSwitch('--expose-gc'), '--window-size=1280,800'],
      },
    }),
  ],
  plugins: [bundledTests],
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), countsReporter()],
};
