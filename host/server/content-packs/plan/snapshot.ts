/** Hashes of entities as they are on the server: another hash means that somebody changed the entity. */
import { createHash } from 'node:crypto';
import type { Api, ContentKind, IdOf } from '../kind.js';
import { canonical } from '../values.js';

/** Leaves ids as they are: for data that never leaves this server. */
export const sameIds: IdOf = (_type, id) => id;

/** @returns undefined where the entity is gone */
export async function snapshotOf(api: Api, kind: ContentKind, id: string): Promise<string | undefined> {
  const read = await kind.read(api, id);
  return (
    read &&
    createHash('sha256')
      .update(canonical(read.data(sameIds)))
      .digest('hex')
  );
}
