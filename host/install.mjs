// Installs the packages of package-lock.json when they are missing or outdated. Uses only Node's own modules, because
// no package is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs an npm command. @returns the reason of its failure; undefined when it succeeded */
function npm(root, command) {
  // The flags silence npm; NODE_ENV=production would skip the packages that the build needs.
  const { status, stderr, error } = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    [...command, '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_ENV: 'development' },
      shell: process.platform === 'win32',
    },
  );
  if (!error && status === 0) return undefined;
  const [reason] = /^npm error (?!code)(.+)$/m.exec(stderr?.toString() ?? '')?.slice(1) ?? [];
  return error?.message ?? reason ?? `exit code ${status}`;
}

/**
 * Installs the packages unless they are up to date, or are a link to the packages of another checkout.
 * @param {string} root path of the repository
 * @throws Error with the reason that npm gives
 */
export async function install(root) {
  const lock = join(root, 'package-lock.json');
  const packages = join(root, 'node_modules');
  // npm would first delete the packages to which a link leads, which belong to another checkout.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const stamp = join(packages, '.log-console-install');
  const wanted = createHash('sha256')
    .update(readFileSync(lock))
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages …');
  // `npm ci` rejects a lock file that was written without the packages of other platforms; `npm install` completes it.
  // Everything also works without install scripts, except the package that provides Node.js (runtime.mjs), which a
  // registry may lack.
  const failure = npm(root, ['ci']) && npm(root, ['install', '--no-save']) && npm(root, ['ci', '--ignore-scripts']);
  if (failure) {
    throw new Error(`npm install failed (${failure}): check that the npm registry can be reached, then try again`);
  }
  mkdirSync(packages, { recursive: true });
  writeFileSync(stamp, wanted);
}
