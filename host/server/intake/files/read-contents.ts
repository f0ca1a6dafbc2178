/**
 * Identifies files that were read by their contents: a rotated file has another name, and a compressed file another
 * inode. A content is identified by the hashes of its first bytes and of the bytes before the read position.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Collection } from '../../store/types.js';
import { bytesOfFile, bytesOfStream } from './file-bytes.js';

/** Describes the content of a file and the position up to which it was read. */
interface ReadContent {
  readonly path: string;
  /** Position up to which the file was read, in bytes. */
  readonly offset: number;
  /**
   * Hash of the first `headBytes` bytes. A different hash shows that the file was truncated and has grown again with
   * other content.
   */
  readonly head: string;
  readonly headBytes: number;
  /** Hash of the last bytes before `offset`, at most `markBytes`; absent in records of earlier versions. */
  readonly tail?: string;
}

/** Describes a followed file, and the position up to which it has been read. */
export interface FollowedFile extends ReadContent {
  /**
   * Id of the follower: the id of the input; for an input that may follow several files, a colon and a hash of the path
   * are appended.
   */
  readonly id: string;
  readonly device: number;
  readonly inode: number;
  /** Time of the last read, epoch milliseconds; absent in records of earlier versions. */
  readonly seenAt?: number;
  /** True when the file has disappeared from its path: the content read so far is recorded as a `LeftFile`. */
  readonly left?: true;
}

/** Describes a file that was read and is no longer at its path. */
export interface LeftFile extends ReadContent {
  readonly id: string;
  /** Id of the `FollowedFile` record that this content had while it was at its path. */
  readonly followedBy: string;
  /** Time at which the file left its path, epoch milliseconds. */
  readonly leftAt: number;
  /** Device number; like `inode`, it is absent in records of earlier versions. */
  readonly device?: number;
  readonly inode?: number;
}

/** Largest number of bytes that are hashed to identify a file. */
export const markBytes = 1024;
/** Number of left files that are kept per follower: as many rotations as may happen before a file is compressed. */
const mostLeft = 50;

export const markOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

/** Returns the hash of the bytes of a file from `from` up to `to` (exclusive). */
export async function markIn(handle: FileHandle, from: number, to: number): Promise<string> {
  return markOf(await bytesOfFile(handle, from, to - from));
}

export const tailStart = (offset: number): number => Math.max(0, offset - markBytes);

/**
 * Returns the id of the `LeftFile` record: files of a follower with equal beginnings and read positions share a record.
 */
export const leftId = ({ id, head, offset }: FollowedFile): string => `${id}:${head}:${offset}`;

/** Stores that a file has left its path, and deletes the oldest records of its follower beyond `mostLeft`. */
export async function leave(leftFiles: Collection<LeftFile>, file: FollowedFile): Promise<void> {
  const { id: followedBy, path, device, inode, offset, head, headBytes, tail } = file;
  const id = leftId(file);
  const content = { path, device, inode, offset, head, headBytes, ...(tail !== undefined && { tail }) };
  await leftFiles.put({ id, followedBy, leftAt: Date.now(), ...content });
  const before = leftFiles.all().filter((other) => other.followedBy === followedBy);
  const oldest = before.toSorted((one, other) => one.leftAt - other.leftAt).slice(0, -mostLeft);
  for (const other of oldest) await leftFiles.delete(other.id);
}

/** Describes a content that was read, and tells whether its file is still being read. */
export interface KnownContent extends ReadContent {
  /** True: the file is still being read. */
  readonly live: boolean;
  /** Device number; like `inode`, it is absent in records of earlier versions. */
  readonly device?: number;
  readonly inode?: number;
}

/** Describes a known content with which a file begins. */
export interface ContainedContent {
  /** The known content, which was read up to its `offset`. */
  readonly known: KnownContent;
  /** True when the file has content behind the known content. */
  readonly more: boolean;
}

/**
 * Finds the known content that a file contains. The file must have the same first bytes as the content, and the same
 * bytes before the content's read position. If the file contains several known contents, the content that was read
 * farthest is returned. Returns undefined when the file contains none.
 * @param open opens the file's content at its beginning; called several times
 */
export async function containedContent(
  open: () => AsyncIterable<Buffer>,
  known: readonly KnownContent[],
): Promise<ContainedContent | undefined> {
  if (known.length === 0) return undefined;
  const beginning = await bytesOfStream(open(), 0, markBytes);
  const candidates = known
    .filter(({ head, headBytes }) => headBytes > 0 && markOf(beginning.subarray(0, headBytes)) === head)
    .toSorted((one, other) => one.offset - other.offset);
  return candidates.length === 0 ? undefined : lastContained(open(), candidates);
}

/**
 * Reads a file once, and compares the bytes before the read position of each candidate with its `tail`. A candidate
 * without a `tail` only has to end within the file.
 * @param candidates known contents whose first bytes are those of the file, in ascending order of `offset`
 * @returns the last candidate that the file contains; undefined: the file contains none
 */
async function lastContained(
  content: AsyncIterable<Buffer>,
  candidates: readonly KnownContent[],
): Promise<ContainedContent | undefined> {
  let found: KnownContent | undefined;
  let checked = 0;
  let total = 0;
  /** Last bytes of the previous chunks, because the bytes before a read position may begin in an earlier chunk. */
  let recent: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    if (checked === candidates.length) return found && { known: found, more: true };
    const bytes = Buffer.concat([recent, chunk]);
    const start = total - recent.length;
    total += chunk.length;
    for (let one = candidates[checked]; one !== undefined && one.offset <= total; one = candidates[checked]) {
      const { offset, tail } = one;
      const before = bytes.subarray(tailStart(offset) - start, offset - start);
      if (tail === undefined || markOf(before) === tail) found = one;
      checked += 1;
    }
    if (checked === candidates.length && found && found.offset < total) return { known: found, more: true };
    recent = bytes.subarray(-markBytes);
  }
  return found && { known: found, more: found.offset < total };
}

/** Tells whether a file is still the one that was read, and was neither replaced nor truncated. */
export async function isStill({ offset, head, headBytes, tail, ...one }: KnownContent, handle: FileHandle) {
  const { dev, ino, size } = await handle.stat();
  if (one.device !== dev || one.inode !== ino || headBytes === 0 || size < offset) return false;
  if ((await markIn(handle, 0, headBytes)) !== head) return false;
  return tail === undefined || (await markIn(handle, tailStart(offset), offset)) === tail;
}

/**
 * Tells whether a content may be a copy of the current file: it contains the bytes that follow a position in the file.
 * @param open opens the content at its beginning
 * @param from position in bytes, in the content and in the file
 */
export async function goesOnAs(open: () => AsyncIterable<Buffer>, handle: FileHandle, from: number): Promise<boolean> {
  const { size } = await handle.stat();
  const here = await bytesOfFile(handle, from, Math.min(markBytes, size - from));
  const there = await bytesOfStream(open(), from, here.length);
  return there.length > 0 && here.subarray(0, there.length).equals(there);
}
