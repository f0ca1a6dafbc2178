/** What the program does beside being the server: each a word before its options. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '../backup/backup.js';
import { holdLocks, lockCommand } from '../backup/lock-data.js';
import { restore } from '../backup/restore.js';
import { helpText } from '../help.js';
import { OptionError } from '../options.js';

type Environment = Readonly<Record<string, string | undefined>>;

interface Given {
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Against which relative paths are read. */
  readonly directory: string;
}

type Command = (given: Given) => Promise<void>;

const exitCodes = { done: 0, failed: 1, badOptions: 2 } as const;

const bytesText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** @throws OptionError */
function parsed(args: readonly string[], options: Readonly<Record<string, { type: 'string' | 'boolean' }>>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [reason = 'Bad options'] = (error as Error).message.split('\n');
    throw new OptionError(reason);
  }
}

function dataOf(option: unknown, { environment, directory }: Given): string {
  const named = typeof option === 'string' ? option : environment['LOG_CONSOLE_DATA'];
  return resolve(directory, named || 'data');
}

/** @throws OptionError unless there is one */
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

/** Not for people. */
async function lockDataCommand(given: Given): Promise<void> {
  await holdLocks(dataOf(parsed(given.args, { data: { type: 'string' } }).values['data'], given));
}

const commands: Readonly<Record<string, Command>> = {
  backup: backupCommand,
  restore: restoreCommand,
  [lockCommand]: lockDataCommand,
};

/** @returns undefined: it is the server that is wanted */
export const commandOf = ([first = '']: readonly string[]): Command | undefined =>
  Object.hasOwn(commands, first) ? commands[first] : undefined;

/** @returns the exit code; one line says what failed */
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
    console.error((error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' '));
    return error instanceof OptionError ? exitCodes.badOptions : exitCodes.failed;
  }
}
