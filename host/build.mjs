// Builds the project if the sources have changed since the last build. Uses only Node's own modules, because nothing is
// built yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = ['api', 'machines', 'elements', 'host', 'test/embed'];
const settings = ['package.json', 'package-lock.json', 'rollup.config.mjs', 'tsconfig.json'];

/**
 * V8 option for the young generation in MiB: compilers keep most of their objects, which the default of 16 would copy
 * again and again.
 */
export const roomForNew = '--max-semi-space-size=64';

/**
 * Returns the path of the program that the package's `bin` starts.
 * @param {string} root path of the repository
 */
export const programOf = (root) => join(root, 'dist', 'host', 'server', 'log-console.cjs');

const stampOf = (root) => join(root, '.cache', 'build-stamp');

function* filesBelow(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Returns the hash of all files that the build reads; equal contents yield an equal build. */
function sourceHash(root) {
  const hash = createHash('sha256');
  for (const path of [
    ...settings.map((name) => join(root, name)),
    ...sources.flatMap((name) => [...filesBelow(join(root, name))]),
  ]) {
    if (!existsSync(path)) continue;
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Tells whether `dist` was built from the present sources. */
export function isBuilt(root) {
  const stamp = stampOf(root);
  return existsSync(programOf(root)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root);
}

/**
 * Builds all of `dist`.
 * @param {string} root path of the repository
 * @throws Error when the bundler fails; its output is on standard error
 */
export function build(root) {
  const wanted = sourceHash(root);
  const rollup = join(root, 'node_modules', 'rollup', 'dist', 'bin', 'rollup');
  const { status, error } = spawnSync(process.execPath, [roomForNew, rollup, '-c', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (error || status !== 0)
    throw new Error(`the build failed (${error?.message ?? `exit code ${status}`}); what it wrote is above.`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stampOf(root), wanted);
}

// When this file is run as a script, it builds even if the sources have not changed.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    build(process.cwd());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
