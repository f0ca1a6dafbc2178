/** Installs and builds a host application from its sources and the packed package, as its developer would. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host } from './hosts.js';

const apps = fileURLToPath(new URL('apps/', import.meta.url));
const longestMs = 10 * 60_000;

/** Returns the last lines of a program's output, because builds list hundreds of files before an error. */
const tailOf = (written: string): string => written.trimEnd().split('\n').slice(-60).join('\n');

/** Runs npm. @throws Error with the last lines that it wrote, when it fails or takes longer than ten minutes */
async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const isWindows = process.platform === 'win32';
  // Values of the surrounding npm and test runner would change what the application's own tools do. Additional
  // certificates stay, because the package registry may be behind a proxy that needs them.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_(?!EXTRA_CA_CERTS$)|INIT_CWD$)/i.test(name),
  );
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    shell: isWindows,
    // npm runs in a separate process group, so that its child processes can be ended with it.
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(inherited),
      // Some frameworks need a newer Node than the machine has.
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      CI: '1',
      NG_CLI_ANALYTICS: 'false',
      NEXT_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
    },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (isWindows || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  }, longestMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearTimeout(timer));
  if (isLate)
    throw new Error(
      `npm ${args.join(' ')} in ${folder} took longer than ${longestMs / 60_000} minutes:\n${tailOf(written)}`,
    );
  if (code !== 0) throw new Error(`npm ${args.join(' ')} in ${folder} ended with ${code}:\n${tailOf(written)}`);
  return written;
}

/** Packs `dist/packages/elements`. @returns the path of the file */
export async function packElements(root: string, folder: string): Promise<string> {
  const written = await npm(join(root, 'dist', 'packages', 'elements'), 'pack', '--pack-destination', folder);
  return join(folder, written.trim().split('\n').pop() ?? '');
}

/** Removes the sources of an earlier run; installed packages stay. */
function emptied(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name !== 'node_modules' && name !== 'package-lock.json')
      rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Installs and builds a host application.
 *
 * @param packed path of the packed package
 * @param within directory outside the repository
 * @returns directory of the built application
 */
export async function buildHost({ name, from }: Host, packed: string, within: string): Promise<string> {
  const folder = join(within, name);
  emptied(folder);
  for (const source of [from, name]) if (source !== undefined) cpSync(join(apps, source), folder, { recursive: true });
  cpSync(join(apps, 'shared', 'portal.ts'), join(folder, 'src', 'portal.ts'));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  manifest.dependencies['log-console-elements'] = `file:../${basename(packed)}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  // A lock file of an earlier run would contain the checksum of an earlier package.
  rmSync(join(folder, 'package-lock.json'), { force: true });
  rmSync(join(folder, 'node_modules', 'log-console-elements'), { recursive: true, force: true });
  rmSync(join(folder, 'node_modules', '.package-lock.json'), { force: true });
  await npm(folder, 'install', '--prefer-offline');
  await rebuild(folder);
  return folder;
}

/** Builds an application whose sources have changed since it was installed. */
export async function rebuild(folder: string): Promise<void> {
  await npm(folder, 'run', 'build');
}
