// `npm start` and `npm run dev`: installs missing packages, builds outdated output, then runs the server. Uses only
// Node's own modules, because no package is installed yet.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build, isBuilt, programOf } from './build.mjs';
import { install } from './install.mjs';
import { continueUnderOwnNode } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Exits with one line that explains the reason and the remedy. */
function fail(message) {
  console.error(`Log Console cannot start: ${message}`);
  process.exit(1);
}

const development = process.argv.includes('--dev');
try {
  await install(root);
} catch (error) {
  fail(error.message);
}
await continueUnderOwnNode(root);
if (development) {
  const { develop } = await import('./develop.mjs');
  await develop(
    root,
    process.argv.slice(2).filter((argument) => argument !== '--dev'),
  );
} else {
  try {
    if (!isBuilt(root)) {
      console.error('Building …');
      build(root);
    }
  } catch (error) {
    fail(error.message);
  }
  run();
}

/** Runs the server in a child process, like the package's `bin`, and passes on signals and the exit code. */
function run() {
  const child = spawn(process.execPath, [programOf(root), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`node could not be started (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}
