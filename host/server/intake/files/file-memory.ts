/**
 * Stores how far files were read, so that reading continues after a restart or renaming; limits the memory of reading.
 */
import { Semaphore } from '../../foundation/semaphore.js';
import type { Collection, Documents } from '../../store/types.js';
import type { ReadArchive } from '../transport/archives.js';
import { leftId, type FollowedFile, type KnownContent, type LeftFile } from './read-contents.js';

export interface FileMemory {
  readonly positions: Collection<FollowedFile>;
  readonly leftFiles: Collection<LeftFile>;
  readonly archives: Collection<ReadArchive>;
  /** Semaphore for batches of lines of all followed files, held until a batch is durable. */
  readonly batches: Semaphore;
  /** Returns the read positions of an input's files; for undefined, the read positions of all inputs of `--follow`. */
  readonly positionsOf: (inputId: string | undefined) => readonly FollowedFile[];
  /**
   * Returns the contents that an input has read, including contents of rotated files; for undefined, the contents that
   * all inputs of `--follow` have read.
   */
  readonly knownOf: (inputId: string | undefined) => readonly KnownContent[];
  /** Deletes everything that is stored about the files of a removed input. */
  readonly forget: (inputId: string) => Promise<void>;
}

/** Largest number of batches of lines that are in memory because they are not yet durable. */
const mostBatches = 3;

/**
 * Creates the memory of files.
 * @param isFollowed tells whether the input with this id still exists
 */
export function fileMemory(documents: Documents, isFollowed: (inputId: string) => boolean): FileMemory {
  const positions = documents.collection<FollowedFile>('followed_files');
  const leftFiles = documents.collection<LeftFile>('left_files');
  const archives = documents.collection<ReadArchive>('read_archives');
  const isOf = (id: string, inputId: string | undefined) =>
    inputId === undefined ? !id.includes(':') : id.startsWith(`${inputId}:`);
  const isLive = (file: FollowedFile) =>
    !file.left && isFollowed(file.id.split(':')[0] ?? '') && leftFiles.get(leftId(file)) === undefined;
  const positionsOf = (inputId: string | undefined) => positions.all().filter(({ id }) => isOf(id, inputId));
  return {
    positions,
    leftFiles,
    archives,
    batches: new Semaphore(mostBatches),
    positionsOf,
    knownOf: (inputId) => {
      const left = leftFiles.all().filter(({ followedBy }) => isOf(followedBy, inputId));
      return [
        ...left.map((file) => ({ ...file, live: false })),
        ...positionsOf(inputId).map((file) => ({ ...file, live: isLive(file) })),
      ];
    },
    forget: async (inputId) => {
      for (const { id } of positionsOf(inputId)) await positions.delete(id);
      for (const { id, followedBy } of leftFiles.all()) if (isOf(followedBy, inputId)) await leftFiles.delete(id);
      for (const archive of archives.all()) if (archive.inputId === inputId) await archives.delete(archive.id);
    },
  };
}
