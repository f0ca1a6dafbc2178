/** Files of an index that is being created. */
import { rm } from 'node:fs/promises';

/** Extension of the file of an index that is being created. */
export const draftEnding = '.draft';

export async function removeDraft(draft: string): Promise<void> {
  await rm(draft, { force: true });
  await rm(`${draft}.wal`, { force: true });
}
