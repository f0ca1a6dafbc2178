// Installs the packages of package-lock.json when they are missing or stale. Plain Node: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root the repository
 * @throws Error saying what npm answered
 */
export async function install(root) {
  const lock = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', '.log-console-install');
  const wanted = createHash('sha256')
    .update(readFileSync(lock))
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages …');
  // The flags keep npm quiet; NODE_ENV=production would leave out what the build needs.
  const { status, error } = spawnSync(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'development' },
      shell: process.platform === 'win32',
    },
  );
  if (error || status !== 0)
    throw new Error(
      `npm ci failed (${error?.message ?? `exit code ${status}`}): check that the npm registry can be reached, then try again`,
    );
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
}
