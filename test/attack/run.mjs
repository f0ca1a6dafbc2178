// `npm run attack [-- NAME…]`: replays known attacks, each kind against new servers, and prints a line for each attack.
// Exits with 1 when one of them succeeds, or when the run takes longer than ten minutes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from '../../host/build.mjs';
import { install } from '../../host/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const longestMs = 10 * 60_000;

/** Kinds of attacks, and their test files below `test`. */
const kinds = {
  'bombs sent to inputs': ['conformance/input-bombs.test.ts'],
  'damaged files of queues and documents': [
    'host/server/outputs/queue-files.test.ts',
    'host/server/store/unreadable-documents.test.ts',
    'host/server/store/torn-documents.test.ts',
    'host/server/store/torn-blocks.test.ts',
  ],
  'kills under load': ['host/server/outputs/kill.test.ts', 'host/server/outputs/fed-from-journal.test.ts'],
  'full disks': ['host/server/full-disk.test.ts', 'host/server/store/full-disk.test.ts'],
  'clocks that jump': ['host/server/alerts/schedule.test.ts'],
  'short texts that become long': [
    'host/server/intake/extractors/multiplied.test.ts',
    'host/server/intake/inputs/input-extractors.test.ts',
    'attack/json-tester.test.ts',
    'host/server/intake/decode/hostile.test.ts',
  ],
  'scripts in texts': ['attack/payload-slots.test.ts'],
  'links that redirect a sign-in form to another server': [
    'attack/phishing.test.ts',
    'host/server/http/static.test.ts',
  ],
  'random bytes': ['host/server/intake/decode/fuzz.test.ts', 'host/server/hostile-input.test.ts'],
  'disguised addresses': ['host/server/outgoing/url-allow-list.test.ts', 'host/server/outgoing/egress-guard.test.ts'],
  'hostile brokers': ['host/server/intake/broker-safety.test.ts'],
  'guessed names and passwords': ['host/server/guessing.test.ts', 'host/server/auth/password-rules.test.ts'],
  'escalation of permissions': ['host/server/routes/escalation.test.ts'],
  'files readable by other users of the machine': ['host/server/store/private-data.test.ts'],
  'alerts revealed to other recipients, and markup in alert mails': [
    'host/server/alerts/suppression.test.ts',
    'host/server/alerts/notifications/html-mail.test.ts',
  ],
  'cookies in foreign pages': ['host/server/foundation/cookie-scope.test.ts'],
  'secrets that receivers return': ['host/server/alerts/notifications/redact.test.ts'],
  'formulas in exported tables': ['host/server/search/export.test.ts'],
  'forged names in headers': ['host/server/routes/trusted-header.test.ts'],
  'documents with thousands of fields': ['host/server/wide-documents.test.ts'],
  'floods of datagrams': ['host/server/intake/udp-bursts.test.ts'],
};

/** Test files that open pages of the console in a browser. */
const onPages = ['attack/payload-slots.test.ts', 'attack/phishing.test.ts'];

await install(root);
const wanted = process.argv.slice(2);
const chosen = Object.entries(kinds).filter(
  ([kind]) => wanted.length === 0 || wanted.some((name) => kind.includes(name)),
);
if (chosen.length === 0) {
  console.error(`No kind of attack has this in its name. There are: ${Object.keys(kinds).join(', ')}.`);
  process.exit(2);
}
// A server shows the pages of the build. The time of the build is not part of the ten minutes.
const opensPages = chosen.some(([, files]) => files.some((file) => onPages.includes(file)));
if (opensPages && !isBuilt(root)) build(root);
const begun = Date.now();
let succeeded = 0;
let tried = 0;

/** Replays the attacks of a kind. @returns whether all of them were repelled */
async function replay(kind, files) {
  const left = longestMs - (Date.now() - begun);
  if (left <= 0) {
    console.log(`NOT TRIED  ${kind}: the time is over`);
    return false;
  }
  const paths = files.map((file) => `test/${file}`);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter=tap', '--test-concurrency=1', ...paths],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CRASHES: '3', HOSTILE_SHARE: '1' } },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), left);
  let isError = false;
  for await (const line of createInterface({ input: child.stdout })) {
    // The diagnostics of a test are printed: measured values, and the reason of a failure. The reason is in the block
    // below the line of the test, as `error: 'text'` or in the line after `error: |-`.
    const [, comment] =
      /^ *# (?!Subtest|(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$)(.+)/.exec(line) ?? [];
    const [, error] = /^ +error: (.*)$/.exec(line) ?? [];
    const reason = error === '|-' ? undefined : (error ?? (isError ? line.trim() : comment));
    isError = error === '|-';
    if (reason !== undefined) console.log(`           ${reason.slice(0, 300)}`);
    const [, spaces, not, name] = /^( *)(not )?ok \d+ - (.*?)(?: # .*)?$/.exec(line) ?? [];
    // The runner reports a file as one test around its tests.
    if (name === undefined || paths.some((path) => name.endsWith(path)) || spaces.length > 4) continue;
    tried += 1;
    if (not) succeeded += 1;
    console.log(`${not ? 'SUCCEEDED ' : 'held off  '} ${kind}: ${name.replaceAll('\\', '')}`);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  clearTimeout(timer);
  if (child.signalCode !== null) console.log(`NOT ENDED  ${kind}: the time is over`);
  return child.exitCode === 0;
}

let isHeld = true;
for (const [kind, files] of chosen) if (!(await replay(kind, files))) isHeld = false;
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${tried} attacks in ${seconds} s, ${succeeded} of them succeeded.`);
process.exitCode = isHeld ? 0 : 1;
