// `npm start` and `npm run dev`: installs what is missing, builds what is stale, then becomes the server.
// Plain Node: nothing is installed yet when this runs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = join(root, 'dist', 'host', 'server', 'main.js');
const stamp = join(root, '.cache', 'build-stamp');
const sources = ['api', 'machines', 'elements', 'host', 'test/embed'];
const settings = ['package.json', 'package-lock.json', 'rollup.config.mjs', 'tsconfig.json'];

/** Fails with the one line that says why and what to do. */
function fail(message) {
  console.error(`Log Console cannot start: ${message}`);
  process.exit(1);
}

function* filesBelow(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Of everything that the build reads: the same contents make the same build. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const path of [
    ...settings.map((name) => join(root, name)),
    ...sources.flatMap((name) => [...filesBelow(join(root, name))]),
  ]) {
    if (!existsSync(path)) continue;
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function build() {
  const wanted = sourceHash();
  if (existsSync(server) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Building …');
  const rollup = join(root, 'node_modules', 'rollup', 'dist', 'bin', 'rollup');
  const { status, error } = spawnSync(process.execPath, [rollup, '-c', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (error || status !== 0)
    fail(`the build failed (${error?.message ?? `exit code ${status}`}); what it wrote is above.`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
}

const development = process.argv.includes('--dev');
try {
  await install(root);
} catch (error) {
  fail(error.message);
}
if (development) {
  const { develop } = await import('./develop.mjs');
  await develop(
    root,
    process.argv.slice(2).filter((argument) => argument !== '--dev'),
  );
} else {
  build();
  run();
}

/**
 * The server in a process of its own: how many threads it may search with must be in its environment before it starts.
 * Signals and the exit code are passed on.
 */
function run() {
  const child = spawn(process.execPath, [server, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { UV_THREADPOOL_SIZE: '16', ...process.env },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`node could not be started (${error.message}).`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
}
