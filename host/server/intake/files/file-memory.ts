/** Remembers which files were read, for the next start and for other names of the same content, and how much of them is in memory. */
import { Semaphore } from '../../foundation/semaphore.js';
import type { Collection, Documents } from '../../store/types.js';
import type { ReadArchive } from '../transport/archives.js';
import { leftId, type FollowedFile, type KnownContent, type LeftFile } from './read-contents.js';

export interface FileMemory {
  readonly positions: Collection<FollowedFile>;
  readonly leftFiles: Collection<LeftFile>;
  readonly archives: Collection<ReadArchive>;
  /** Batches of lines of all followed files, until they are durable. */
  readonly batches: Semaphore;
  /** Positions in the files of an input; undefined: in all those that `--follow` names, each an input. */
  readonly positionsOf: (inputId: string | undefined) => readonly FollowedFile[];
  /** Contents already read from these files, including those before rotations. */
  readonly knownOf: (inputId: string | undefined) => readonly KnownContent[];
  /** An input is gone, and nobody follows its files. */
  readonly forget: (inputId: string) => Promise<void>;
}

/** However many files are followed, so many are read at once. */
const mostBatches = 3;

/** @param isFollowed whether there is still this input */
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
