// `npm run crashes -- ROUNDS [QUERIES]` kills the store, the inverted index, outputs, notifications and the whole
// server with SIGKILL, ROUNDS times each (50 by default). It also kills the server a few times while event definitions
// run, fills disks and sets clocks. It compares the results of QUERIES random queries of the inverted index (2,000 by
// default) with those of a scan. `npm test` does a few of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { install } from '../host/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await install(root);
const [rounds = 50, queries = 2000] = process.argv.slice(2).map(Number);
if (![rounds, queries].every((number) => Number.isInteger(number) && number > 0)) {
  console.error('Usage: npm run crashes -- [ROUNDS [QUERIES]], two whole numbers above 0');
  process.exit(2);
}
const files = [
  'store/crash.test.ts',
  'search/words.test.ts',
  'intake/kill.test.ts',
  'outputs/kill.test.ts',
  'outputs/fed-from-journal.test.ts',
  'outputs/queue-files.test.ts',
  'alerts/crash.test.ts',
  'alerts/notifications/queue.test.ts',
  'alerts/notifications/kill.test.ts',
  'alerts/schedule.test.ts',
  'full-disk.test.ts',
  'full-directories.test.ts',
  'store/full-disk.test.ts',
].map((name) => `test/host/server/${name}`);
const child = spawn(
  process.execPath,
  ['--import', 'tsx', '--test', '--test-reporter=spec', '--test-concurrency=1', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CRASHES: String(rounds),
      // After more rounds every refused message is stored, and nothing is left to retry.
      RETRY_CRASHES: String(Math.min(8, rounds)),
      WORDS_CRASHES: String(rounds),
      WORDS_RUNS: String(queries),
    },
  },
);
const [code] = await once(child, 'close');
process.exitCode = code ?? 1;
