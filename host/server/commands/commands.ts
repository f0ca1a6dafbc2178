/** Executes the commands of the program besides running the server; a command is a word before the options. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup/backup.js';
import { holdLocks, lockCommand } from '../backup/lock-data.js';
import { restore } from '../backup/restore.js';
import { listProvisioned } from '../../../api/contract/provisioning.js';
import { createClient, type Client } from '../../../api/client.js';
import { helpText } from '../options/help.js';
import { kinds, notMoved } from '../move/kinds.js';
import { move } from '../move/move.js';
import { linesOf } from '../move/report.js';
import type { Api } from '../content-packs/kind.js';
import { exportAll } from '../provision/export.js';
import { readFolder } from '../provision/files.js';
import { provisionPlan, publicIdOf } from '../provision/plan.js';
import { OptionError, parsingProblem } from '../options/options.js';
import { CommandError } from '../foundation/command-error.js';
import { errorOf } from '../foundation/caught.js';
import { resetPassword } from './reset-password.js';

type Environment = Readonly<Record<string, string | undefined>>;

interface Given {
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Directory that relative paths refer to. */
  readonly directory: string;
}

type Command = (given: Given) => Promise<void>;

const exitCodes = { done: 0, failed: 1, badOptions: 2 } as const;

const bytesText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** Parses the arguments of a command. @throws OptionError for invalid arguments */
function parsed(args: readonly string[], options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new OptionError(parsingProblem(error));
  }
}

function dataOf(option: unknown, { environment, directory }: Given): string {
  const named = typeof option === 'string' ? option : environment['LOG_CONSOLE_DATA'];
  return resolve(directory, named || 'data');
}

/** Returns the directory in the arguments. @throws OptionError unless exactly one directory is given */
function directoryOf(positionals: readonly string[], what: string, { directory }: Given): string {
  const [named, ...more] = positionals;
  if (named === undefined || named === '') throw new OptionError(`Say ${what}.`);
  if (more.length > 0) throw new OptionError(`Unknown argument ${JSON.stringify(more[0])}.`);
  return resolve(directory, named);
}

async function backupCommand(given: Given): Promise<void> {
  const { values, positionals } = parsed(given.args, { data: { type: 'string' }, keep: { type: 'string' } });
  const keep = values['keep'] ?? '3';
  if (typeof keep !== 'string' || !/^[1-9]\d{0,5}$/.test(keep))
    throw new OptionError(`--keep must be a number from 1 on, got ${JSON.stringify(keep)}.`);
  const made = await backUp({
    data: dataOf(values['data'], given),
    target: directoryOf(positionals, 'into which directory: log-console backup DIR', given),
    keep: Number(keep),
  });
  const { directory, at, files, copiedBytes, linkedBytes, heldMs } = made;
  console.log(`Backup of ${at} made in ${directory}: ${files} files.`);
  console.log(`Copied ${bytesText(copiedBytes)}; ${bytesText(linkedBytes)} were there from the backup before.`);
  if (heldMs) console.log(`Indices stood still for ${heldMs.indices} ms, documents for ${heldMs.documents} ms.`);
}

async function restoreCommand(given: Given): Promise<void> {
  const { values, positionals } = parsed(given.args, { data: { type: 'string' } });
  const source = directoryOf(positionals, 'from which directory: log-console restore DIR', given);
  const data = dataOf(values['data'], given);
  const { directory, manifest, bytes } = await restore({ source, data });
  console.log(
    `Restored ${directory}, of ${manifest.at}, into ${data}: ${manifest.files.length} files, ${bytesText(bytes)}.`,
  );
}

const moveOptions = {
  all: { type: 'string' },
  here: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

/** Creates a client of a server. @throws OptionError for an invalid address, or without a token in the environment */
function clientOf(address: string, variable: string, { environment }: Given): Client {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new OptionError(`A server is an address such as https://logs.example.org, got ${JSON.stringify(address)}.`);
  const token = environment[variable];
  if (!token) throw new OptionError(`${variable} must hold an access token for ${url.origin}.`);
  const base = url.href.replace(/\/+$/, '').replace(/\/api$/, '');
  return createClient({ baseUrl: `${base}/api`, getToken: async () => ({ token, kind: 'access' }) });
}

/** Copies the configuration between this server and another one. @param other address of the other server */
async function moveCommand(
  given: Given,
  other: string,
  isImport: boolean,
  values: Record<string, unknown>,
): Promise<void> {
  const { here } = values;
  const dryRun = values['dry-run'] === true;
  const ours = clientOf(typeof here === 'string' ? here : 'http://127.0.0.1:9000', 'LOG_CONSOLE_TOKEN', given);
  const theirs = clientOf(other, 'LOG_CONSOLE_REMOTE_TOKEN', given);
  const [from, to] = isImport ? [theirs, ours] : [ours, theirs];
  let failed = 0;
  for await (const moved of move({ from, to, kinds, dryRun })) {
    for (const line of linesOf(moved, dryRun)) console.log(line);
    failed += moved.notes.filter(({ what }) => what === 'failed').length;
  }
  console.log(notMoved);
  if (failed > 0) throw new CommandError(`${failed} could not go; the lines above say why.`);
}

async function importCommand(given: Given): Promise<void> {
  const { to: _to, all: _all, ...options } = moveOptions;
  const { values, positionals } = parsed(given.args, options);
  const [other, ...more] = positionals;
  if (other === undefined || more.length > 0) throw new OptionError('Say from which server: log-console import URL.');
  await moveCommand(given, other, true, values);
}

async function exportCommand(given: Given): Promise<void> {
  const { values, positionals } = parsed(given.args, moveOptions);
  const { to, all } = values;
  if (typeof all === 'string') return exportAllCommand(given, values);
  if (typeof to !== 'string' || positionals.length > 0)
    throw new OptionError(
      'Say to which server, log-console export --to URL, or into which folder, log-console export --all DIR.',
    );
  await moveCommand(given, to, false, values);
}

/** Returns the API of a server over HTTP for provisioning. */
function apiOf(given: Given, { here }: Record<string, unknown>): Api {
  const client = clientOf(typeof here === 'string' ? here : 'http://127.0.0.1:9000', 'LOG_CONSOLE_TOKEN', given);
  return { call: (endpoint, ...options) => client.call(endpoint, ...options), serves: () => true };
}

async function exportAllCommand(given: Given, values: Record<string, unknown>): Promise<void> {
  const directory = resolve(given.directory, String(values['all']));
  const written = await exportAll(apiOf(given, values), directory);
  for (const [type, count] of Object.entries(written)) console.log(`${type}: ${count} written`);
  console.log(`Written into ${directory}. Passwords and keys are never exported: write them as \${NAME}, from the environment.
Addresses of webhooks are exported as they are, so only the owner of the files may read them.`);
}

async function planCommand(given: Given): Promise<void> {
  const { values, positionals } = parsed(given.args, { here: { type: 'string' } });
  const directory = directoryOf(positionals, 'which folder: log-console plan DIR', given);
  const api = apiOf(given, values);
  const { steps } = await provisionPlan(api, await readFolder(directory, given.environment));
  const { objects } = await api.call(listProvisioned).catch(() => ({ objects: [] }));
  const kept = new Set(steps.map(({ kind, id, title }) => `${kind.type} ${publicIdOf(kind.type, id ?? title)}`));
  const gone = objects.filter(({ type, id }) => !kept.has(`${type} ${id}`));
  for (const { action, kind, title, file, fields } of steps)
    if (action !== 'same')
      console.log(
        `${action} ${kind.type} ${JSON.stringify(title)} (${file.file})${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`,
      );
  for (const { type, id, file } of gone) console.log(`remove ${type} ${id} (its file ${file} is gone)`);
  const changes = steps.filter(({ action }) => action !== 'same').length + gone.length;
  console.log(
    changes === 0
      ? `Nothing to change: ${steps.length} objects are as the files say.`
      : `${changes} to change, ${steps.length + gone.length - changes} as the files say.`,
  );
}

/**
 * Sets a new password of an account. It is read from the environment, so that it does not appear in the list of
 * processes; without it, a password is generated and printed once.
 */
async function resetPasswordCommand(given: Given): Promise<void> {
  const { values, positionals } = parsed(given.args, { data: { type: 'string' } });
  const [username, ...more] = positionals;
  if (username === undefined || more.length > 0)
    throw new OptionError('Say whose password: log-console reset-password NAME.');
  const chosen = given.environment['LOG_CONSOLE_NEW_PASSWORD'] || undefined;
  const password = await resetPassword({ data: dataOf(values['data'], given), username, password: chosen });
  console.log(
    chosen === undefined ? `The password of ${username} is now ${password}` : `${username} has the new password.`,
  );
}

/** Executes an internal command that locks the data directory; users do not need it. */
async function lockDataCommand(given: Given): Promise<void> {
  await holdLocks(dataOf(parsed(given.args, { data: { type: 'string' } }).values['data'], given));
}

const commands: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  restore: restoreCommand,
  import: importCommand,
  export: exportCommand,
  plan: planCommand,
  'reset-password': resetPasswordCommand,
  [lockCommand]: lockDataCommand,
};

/** Returns the command that the arguments name; undefined: the arguments start the server. */
export const commandOf = ([first = '']: readonly string[]): Command | undefined =>
  Object.hasOwn(commands, first) ? commands[first] : undefined;

/** Runs a command. A failure is printed in one line. @returns the exit code */
export async function runCommand(
  command: Command,
  args: readonly string[],
  environment: Environment,
  directory: string,
): Promise<number> {
  if (args.includes('--help')) {
    console.log(helpText);
    return exitCodes.done;
  }
  try {
    await command({ args, environment, directory });
    return exitCodes.done;
  } catch (error) {
    console.error(errorOf(error).message.replace(/\s*\n\s*/g, ' '));
    return error instanceof OptionError ? exitCodes.badOptions : exitCodes.failed;
  }
}
