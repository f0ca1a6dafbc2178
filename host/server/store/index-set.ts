/** When the index that is written to is sealed, and how many indices are kept: the index set, a document. */
import type { Collection, Documents } from './types.js';

export const defaultIndexSetId = '000000000000000000000101';

/** What the store reads of a document in the collection `index_sets`; others may keep more in it. */
export interface IndexSetDocument {
  id: string;
  /** Indices are named `<prefix>_<number>`; lower-case letters, digits, `_`, `-` and `+`. */
  prefix: string;
  /** The index is sealed when one of these is reached; null: never because of this. */
  rotation: {
    maxMessages: number | null;
    /** Size of the file on disk. */
    maxBytes: number | null;
    maxAgeMs: number | null;
  };
  /** Older indices are deleted; null: all are kept. The index that is written to counts. */
  maxIndices: number | null;
}

export const defaultIndexSet: IndexSetDocument = {
  id: defaultIndexSetId,
  prefix: 'messages',
  rotation: { maxMessages: 20_000_000, maxBytes: 30 * 1024 ** 3, maxAgeMs: null },
  maxIndices: 20,
};

export function indexSets(documents: Documents): Collection<IndexSetDocument> {
  return documents.collection<IndexSetDocument>('index_sets');
}

const prefixRule = /^[a-z0-9][a-z0-9_+-]{0,100}$/;

/** The default index set; made when there is none. */
export async function ensureDefaultIndexSet(documents: Documents): Promise<IndexSetDocument> {
  const sets = indexSets(documents);
  if (!sets.get(defaultIndexSetId)) await sets.put(defaultIndexSet);
  return readIndexSet(documents);
}

/** As it is now; a prefix that cannot be a file name is answered by the default one. */
export function readIndexSet(documents: Documents): IndexSetDocument {
  const set = indexSets(documents).get(defaultIndexSetId) ?? defaultIndexSet;
  return prefixRule.test(set.prefix) ? set : { ...set, prefix: defaultIndexSet.prefix };
}

/** @returns the number of an index of the prefix, undefined for other names */
export function indexNumber(name: string, prefix: string): number | undefined {
  const rest = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : '';
  return /^(0|[1-9]\d{0,8})$/.test(rest) ? Number(rest) : undefined;
}

export interface IndexFigures {
  readonly messages: number;
  /** Bytes on disk. */
  readonly fileBytes: number;
  /** Milliseconds since it was made. */
  readonly ageMs: number;
}

/** Whether it is time for a new index. An empty one is never sealed. */
export function isDue({ rotation }: IndexSetDocument, figures: IndexFigures): boolean {
  if (figures.messages === 0) return false;
  const reached = (value: number, limit: number | null): boolean => limit !== null && value >= limit;
  return (
    reached(figures.messages, rotation.maxMessages) ||
    reached(figures.fileBytes, rotation.maxBytes) ||
    reached(figures.ageMs, rotation.maxAgeMs)
  );
}

/** How many of the sealed indices, oldest first, are too many. */
export function surplus({ maxIndices }: IndexSetDocument, sealed: number): number {
  return maxIndices === null ? 0 : Math.max(0, sealed - Math.max(0, maxIndices - 1));
}
