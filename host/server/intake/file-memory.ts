/** What is remembered of files that were read, for the next start and for other names of the same content. */
import type { Collection, Documents } from '../store/types.js';
import type { ReadArchive } from './transport/archives.js';
import { leftId, type FollowedFile, type KnownContent, type LeftFile } from './transport/read-contents.js';

export interface FileMemory {
  readonly positions: Collection<FollowedFile>;
  readonly leftFiles: Collection<LeftFile>;
  readonly archives: Collection<ReadArchive>;
  /** What was read of the files that `--follow` names. */
  readonly knownOfOption: () => readonly KnownContent[];
}

/** @param isFollowed whether an input still follows the file of this position */
export function fileMemory(documents: Documents, isFollowed: (id: string) => boolean): FileMemory {
  const positions = documents.collection<FollowedFile>('followed_files');
  const leftFiles = documents.collection<LeftFile>('left_files');
  const archives = documents.collection<ReadArchive>('read_archives');
  const known = (): KnownContent[] => {
    const left = leftFiles.all().map((file) => ({ ...file, live: false }));
    const isLeft = (file: FollowedFile) => leftFiles.get(leftId(file)) !== undefined;
    const followed = positions
      .all()
      .map((file) => ({ ...file, live: isFollowed(file.id) && !isLeft(file) && !file.left }));
    return [...left, ...followed];
  };
  return { positions, leftFiles, archives, knownOfOption: known };
}
