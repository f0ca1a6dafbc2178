// `npm run test:hosts [-- NAME…]`: builds applications of other frameworks from the packed package and drives them in
// the browser. The frameworks are installed from the package registry into a folder outside the repository, so these
// tests are not part of `npm test`.
//   HOSTS_FOLDER=/some/folder   uses this folder and keeps the installed packages for the next run
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from '../../../host/build.mjs';
import { install } from '../../../host/install.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
await install(root);
if (!isBuilt(root)) {
  console.error('Building …');
  build(root);
}
const kept = process.env.HOSTS_FOLDER;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'log-console-hosts-'));
mkdirSync(folder, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', '--test', '--test-reporter=spec', 'test/embed/hosts/hosts.run.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOSTS: process.argv.slice(2).join(), HOSTS_FOLDER: folder, TEST_BUILT: '1' },
  },
);
if (kept === undefined) rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
