/** Provides the ids of this node and its cluster, which are stored in the documents. */
import { randomUUID } from 'node:crypto';
import type { Documents } from './store/types.js';

interface Identities {
  id: string;
  node_id: string;
  cluster_id: string;
}

/** Returns the ids of this node and its cluster; the first start creates them. */
export async function identities(documents: Documents): Promise<Identities> {
  const stored = documents.collection<Identities>('identities');
  const known = stored.get('server');
  if (known) return known;
  const made = { id: 'server', node_id: randomUUID(), cluster_id: randomUUID() };
  await stored.put(made);
  return made;
}
