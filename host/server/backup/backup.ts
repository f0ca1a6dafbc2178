/**
 * `log-console backup DIR`: copies the state of a data directory at one moment, whether or not its server runs. The
 * queues of a running server are copied shortly after that moment. A separate process copies, because closing a file in
 * the server would release the server's lock on it (POSIX locks).
 */
import { mkdir, open, readdir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { CommandError } from '../foundation/command-error.js';
import { syncDirectory, syncFile } from '../store/data-directory.js';
import { checkLayout, layoutFile, layouts } from '../store/layout.js';
import { listSegments, segmentPath } from '../store/journal-format.js';
import { version } from '../foundation/version.js';
import { Draft, ignoreMissing, type BackupBefore } from './draft.js';
import { lockData } from './lock-data.js';
import {
  backupName,
  backupsIn,
  draftEnding,
  manifestFile,
  manifestOf,
  readManifest,
  type Manifest,
} from './manifest.js';
import { ServerLink, type Moment } from './server-link.js';
import { errorOf } from '../foundation/caught.js';

export interface BackupOptions {
  readonly data: string;
  /** Directory that contains one subdirectory for each backup. */
  readonly target: string;
  /** Number of backups to keep, including the new one. */
  readonly keep: number;
}

export interface BackupMade {
  readonly directory: string;
  readonly at: string;
  readonly files: number;
  readonly copiedBytes: number;
  readonly linkedBytes: number;
  /** Milliseconds for which loading into indices and writing documents were paused; undefined: no server runs. */
  readonly heldMs: { readonly indices: number; readonly documents: number } | undefined;
}

/** Directories of queues in the data directory, which are copied in addition to indices, documents and the journal. */
const queueFolders = ['outputs', 'notifications'];
/**
 * Matches files that are left out of backups: derived files, which a start of the server creates again when they are
 * missing, and files that only the running server can use.
 */
const leftOut = /\.(words|words\..*|pages|draft|draft\.wal|dropped)$/;

/**
 * Makes a backup. @throws CommandError when the directories cannot be used, the server does not take part, or, for
 * instance, the disk is full; any other error with which copying fails
 */
export async function backUp({ data, target, keep }: BackupOptions): Promise<BackupMade> {
  await checkDirectories(data, target);
  await checkLayout(data);
  const link = await ServerLink.open(data);
  const lock = link ? undefined : await lockData(data);
  try {
    const node = link?.node ?? lock?.node ?? '';
    const before = await backupBefore(target, node);
    const draft = new Draft(await newDraft(target), data, before);
    try {
      const { manifest, heldMs } = await copied(draft, data, node, link);
      const directory = await finished(draft, target, manifest);
      await forget(target, keep);
      const { copiedBytes, linkedBytes } = draft;
      return { directory, at: manifest.at, files: manifest.files.length, copiedBytes, linkedBytes, heldMs };
    } catch (error) {
      await rm(draft.directory, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw reported(error, data, target);
  } finally {
    link?.close();
    lock?.release();
  }
}

function reported(error: unknown, data: string, target: string): Error {
  const { code, message, path } = errorOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CommandError(`There is no space left for a backup in ${target}.`);
  if (code === 'EACCES' || code === 'EPERM')
    return new CommandError(`${path ?? data} may not be read or written: run this as the user of the server.`);
  if (code === 'EBUSY')
    return new CommandError(`${path ?? data} cannot be copied while the server has it open. Stop it, then try again.`);
  return error instanceof Error ? error : new Error(message);
}

async function checkDirectories(data: string, target: string): Promise<void> {
  const isDirectory = await stat(join(data, 'documents.duckdb')).then(
    () => true,
    () => false,
  );
  if (!isDirectory) throw new CommandError(`${data} is no data directory of Log Console. Name it with --data.`);
  const way = relative(resolve(data), resolve(target));
  if (way === '' || (!way.startsWith(`..${sep}`) && way !== '..' && way !== resolve(target)))
    throw new CommandError('A backup cannot lie in the data directory. Choose another directory.');
  try {
    await mkdir(target, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(`${target} cannot be made: ${errorOf(error).message}.`);
  }
}

/**
 * Finds the newest readable backup, to whose unchanged files the new backup links; undefined: there is none.
 * @throws CommandError when it belongs to another server
 */
async function backupBefore(target: string, node: string): Promise<BackupBefore | undefined> {
  for (const name of await backupsIn(target)) {
    const directory = join(target, name);
    const manifest = await readManifest(directory).catch(() => undefined);
    if (!manifest) continue;
    if (manifest.node !== node)
      throw new CommandError(`${target} holds backups of another Log Console. Choose another directory.`);
    return { directory, files: manifest.files };
  }
  return undefined;
}

/**
 * Creates the directory of an incomplete backup. An existing one was interrupted and is removed, because only one
 * backup of a server runs at a time.
 */
async function newDraft(target: string): Promise<string> {
  for (const name of await readdir(target))
    if (/^new-\d+\.part$/.test(name)) await rm(join(target, name), { recursive: true, force: true });
  const draft = join(target, `new-${process.pid}${draftEnding}`);
  await mkdir(draft, { mode: 0o700 });
  return draft;
}

async function filesBelow(data: string, folder: string): Promise<string[]> {
  const entries = (await readdir(join(data, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const files: string[] = [];
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await filesBelow(data, path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

/** Returns the paths of the index files that a restart of the server would keep. */
async function indexFiles(data: string): Promise<string[]> {
  const files = await filesBelow(data, 'indices');
  const isDropped = new Set(files.filter((file) => file.endsWith('.dropped')).map((file) => file.slice(0, -8)));
  return files.filter((file) => !leftOut.test(file) && !isDropped.has(file.replace(/\.[^/]*$/, '')));
}

async function keepIndices(draft: Draft, data: string, isWanted: (file: string) => boolean): Promise<void> {
  const files = await indexFiles(data);
  for (const file of files) if (isWanted(file)) await draft.keep(file);
  const there = new Set(files);
  for (const path of draft.paths()) if (path.startsWith('indices/') && !there.has(path)) await draft.drop(path);
}

async function copied(
  draft: Draft,
  data: string,
  node: string,
  link: ServerLink | undefined,
): Promise<{ manifest: Manifest; heldMs: BackupMade['heldMs'] }> {
  // Index files that are not written to are copied while the server continues to write, however large they are.
  const isWritten = new Set(link?.written.flatMap((name) => [`indices/${name}.duckdb`, `indices/${name}.duckdb.wal`]));
  await keepIndices(draft, data, (file) => !isWritten.has(file));
  const heldFrom = performance.now();
  await link?.hold();
  // While writing is paused, the files that were written to and those that have changed are copied, and deleted files
  // are removed from the backup.
  await keepIndices(draft, data, () => true);
  const momentFrom = performance.now();
  const moment = await link?.moment();
  for (const file of ['documents.duckdb', 'documents.duckdb.wal']) await draft.keep(file);
  const journal = await openJournal(data, moment);
  let heldMs: BackupMade['heldMs'];
  try {
    if (link) {
      await link.goOn();
      const now = performance.now();
      heldMs = { indices: Math.round(now - heldFrom), documents: Math.round(now - momentFrom) };
    }
    for (const { path, file, bytes } of journal) await draft.write(path, file, bytes);
  } finally {
    for (const { file } of journal) await file.close();
  }
  // The server keeps the files of documents that belong to the moment until the connection ends. Files that are newer
  // than the moment are removed by the first start after a restore.
  for (const file of await filesBelow(data, 'documents')) await draft.keep(file);
  for (const folder of queueFolders)
    for (const file of await queueFiles(data, folder)) await writeWhole(draft, data, file);
  await writeWhole(draft, data, 'secret.key');
  await writeWhole(draft, data, layoutFile);
  const files = await draft.seal();
  const at = new Date(moment?.at ?? Date.now()).toISOString();
  return { manifest: manifestOf({ program: version, layout: layouts, node, at, files }), heldMs };
}

/** Lists the files of queues: positions first, so that no unsent message is missing, then journals, histories last. */
async function queueFiles(data: string, folder: string): Promise<string[]> {
  const rank = (file: string): number => (file.endsWith('/position.json') ? 0 : file.endsWith('.journal') ? 1 : 2);
  return (await filesBelow(data, folder)).filter((file) => !file.endsWith('.new')).sort((a, b) => rank(a) - rank(b));
}

async function writeWhole(draft: Draft, data: string, path: string): Promise<void> {
  const file = await open(join(data, path), 'r').catch(ignoreMissing);
  if (!file) return;
  try {
    await draft.write(path, file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

interface OpenSegment {
  readonly path: string;
  readonly file: FileHandle;
  readonly bytes: number;
}

/** Opens the journal segments of the backup's moment; open files stay readable even if the server deletes them. */
async function openJournal(data: string, moment: Moment | undefined): Promise<OpenSegment[]> {
  const directory = join(data, 'journal');
  const opened: OpenSegment[] = [];
  try {
    for (const segment of (await listSegments(directory).catch(ignoreMissing)) ?? []) {
      if (moment && (segment < moment.from.segment || segment > moment.end.segment)) continue;
      const path = segmentPath(directory, segment);
      const file = await open(path, 'r');
      const whole = (await file.stat()).size;
      const bytes = segment === moment?.end.segment ? Math.min(whole, moment.end.offset) : whole;
      opened.push({ path: `journal/${path.slice(directory.length + 1)}`, file, bytes });
    }
    return opened;
  } catch (error) {
    for (const { file } of opened) await file.close();
    throw error;
  }
}

async function finished({ directory }: Draft, target: string, manifest: Manifest): Promise<string> {
  const path = join(directory, manifestFile);
  await writeFile(path, `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600 });
  await syncFile(path);
  for (const folder of await foldersBelow(directory)) await syncDirectory(folder);
  const made = join(target, backupName(Date.parse(manifest.at)));
  await rename(directory, made);
  await syncDirectory(target);
  return made;
}

async function foldersBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => foldersBelow(join(directory, name)));
  return [directory, ...(await Promise.all(below)).flat()];
}

async function forget(target: string, keep: number): Promise<void> {
  for (const name of (await backupsIn(target)).slice(keep)) {
    // The manifest is removed first, so that an interrupted removal leaves no directory that looks like a valid backup.
    await rm(join(target, name, manifestFile), { force: true });
    await rm(join(target, name), { recursive: true, force: true });
  }
}
