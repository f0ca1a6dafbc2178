/** Computes hashes of entities on the server: a different hash means that somebody has changed the entity. */
import { createHash } from 'node:crypto';
import type { Api, ContentKind, IdOf } from '../kind.js';
import { canonical } from '../values.js';

/** Leaves ids unchanged, for data that never leaves this server. */
export const sameIds: IdOf = (_type, id) => id;

/** Returns the hash of an entity; undefined: the entity no longer exists. */
export async function snapshotOf(api: Api, kind: ContentKind, id: string): Promise<string | undefined> {
  const read = await kind.read(api, id);
  return (
    read &&
    createHash('sha256')
      .update(canonical(read.data(sameIds)))
      .digest('hex')
  );
}
