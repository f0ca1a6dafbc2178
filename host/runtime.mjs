// Selects the Node.js of the repository's packages, whatever the machine provides. Uses only Node's own modules,
// because nothing is built yet.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * Returns the path of Node.js in the development dependency `node`, whose install script downloads the program for this
 * platform.
 */
const nodeOf = (root) => join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * Restarts this program under the Node.js of the packages with the same arguments, and passes on signals and the exit
 * code. The function returns only if this program already runs under that Node.js, or if that Node.js is missing or
 * cannot be started: a registry without it, or `ignore-scripts`, must not prevent the start.
 * @param {string} root path of the repository
 */
export async function continueUnderOwnNode(root) {
  const node = nodeOf(root);
  if (!existsSync(node)) {
    console.error(`Node.js 24 is not among the packages, so this runs under the machine's own ${process.version}.`);
    return;
  }
  if (realpathSync(process.execPath) === realpathSync(node)) return;
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // Child processes find Node.js by the PATH, so its directory comes first there.
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${node} could not be started (${error.message}), so this runs under ${process.version}.`);
      resolve();
    });
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
  });
}
