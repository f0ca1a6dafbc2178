/**
 * Copies the files that an upgrade changes to `before-upgrade` in the data directory, so that a downgrade is possible.
 */
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, syncFile } from './data-directory.js';

const folder = 'before-upgrade';

/**
 * Copies files once. A complete copy of an earlier attempt to upgrade is kept, because that attempt may have changed
 * the files after it had copied them.
 * @param name name of the copy: a kind of files and the version of their format
 * @param files paths in the data directory; missing files are skipped
 */
export async function keepBefore(data: string, name: string, files: readonly string[]): Promise<void> {
  const kept = join(data, folder, name);
  if (await stat(kept).catch(() => undefined)) return;
  const draft = `${kept}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  for (const file of files) {
    const copied = await copyFile(join(data, file), join(draft, file)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (copied) await syncFile(join(draft, file));
  }
  await rename(draft, kept);
  await syncDirectory(join(data, folder));
}
