/**
 * Locks an unused data directory against servers while the directory is copied. A separate process holds the locks:
 * when a process closes a file, the operating system releases all its locks on the file (POSIX locks), and copying
 * closes files.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandError } from '../foundation/command-error.js';
import { openDatabase } from '../store/database.js';

const MiB = 1024 * 1024;
export const lockCommand = 'lock-data';
/** On Windows a lock prevents other programs from reading, so the locks are released before the copy begins. */
const locksReading = process.platform === 'win32';
const lockedWithinMs = 60_000;

export interface DataLock {
  /** Id of the server's node. */
  readonly node: string;
  release(): void;
}

/**
 * Locks a data directory in a child process. @throws CommandError when a server uses the directory, or it cannot be
 * locked in time
 */
export function lockData(data: string): Promise<DataLock> {
  const program = process.argv[1] ?? '';
  const child = spawn(process.execPath, [...process.execArgv, program, lockCommand, '--data', data], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = `${errors}${text}`.slice(-4096)));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill(), lockedWithinMs);
    createInterface(child.stdout).once('line', (line) => {
      clearTimeout(timer);
      const lock = { node: line, release: () => void child.stdin.end() };
      if (!locksReading) return resolve(lock);
      child.removeAllListeners('exit').once('exit', () => resolve(lock));
      lock.release();
    });
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      const reason = errors.trim().split('\n').at(-1);
      reject(new CommandError(reason ? reason : `${data} cannot be locked.`));
    });
  });
}

/**
 * Runs in the child process: prints the id of the node once it has the locks, and releases them when its standard input
 * ends, at the latest when its parent ends.
 * @throws DataDirectoryError when another process uses the directory
 */
export async function holdLocks(data: string): Promise<void> {
  const opened = [];
  for (const name of ['documents.duckdb', 'store.duckdb'])
    opened.push(
      await openDatabase({
        path: join(data, name),
        threads: 1,
        memoryBytes: 256 * MiB,
        checkpointBytes: 8 * MiB,
        temporaryDirectory: join(data, 'temporary'),
        allowedDirectory: data,
      }),
    );
  const [documents] = opened;
  const connection = await documents?.connect();
  const found = await connection
    ?.runAndReadAll("SELECT body FROM entries WHERE collection = 'identities' AND id = 'server'")
    .catch(() => undefined);
  const text = found?.getRows()[0]?.[0];
  const identity: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
  const { node_id: node } = Object(identity) as { readonly node_id?: unknown };
  connection?.disconnectSync();
  console.log(typeof node === 'string' ? node : '');
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve).resume();
  });
  for (const instance of opened) instance.closeSync();
}
