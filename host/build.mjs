// The build, done again only when something that it reads has changed. Plain Node: nothing of ours is built yet when this runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = ['api', 'machines', 'elements', 'host', 'test/embed'];
const settings = ['package.json', 'package-lock.json', 'rollup.config.mjs', 'tsconfig.json'];

/** MiB for what is new. Compilers keep most of what they make, which would be copied again and again within the usual 16. */
export const roomForNew = '--max-semi-space-size=64';

/**
 * The program as the package's `bin` starts it.
 * @param {string} root the repository
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

/** Returns the hash of everything that the build reads; the same contents give the same build. */
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

/** Tells whether `dist` is what the sources make. */
export function isBuilt(root) {
  const stamp = stampOf(root);
  return existsSync(programOf(root)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(root);
}

/**
 * Builds all of `dist`.
 * @param {string} root the repository
 * @throws Error with what the bundler wrote last
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

// Run by itself: builds in any case.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    build(process.cwd());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
