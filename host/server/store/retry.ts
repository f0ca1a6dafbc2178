/** Tries again to store messages that were refused. Each goes into the index of its set that is written to now. */
import { DiskFullError, isDiskFull } from './errors.js';
import type { IndexFamilies } from './index-families.js';
import type { IndexFamily } from './index-family.js';
import { decodeMessage, type AcceptedMessage } from './record.js';
import { readKept, storedIn, type KeptMessage, type Retry } from './retries.js';
import { storable, type Sieve } from './storable.js';
import type { RefusedMessage, RetryOutcome } from './types.js';

interface RetryRooms extends Sieve {
  readonly families: IndexFamilies;
}

/**
 * Only between two loads. What becomes of each is written with it, so that none is stored twice, whenever the server ends.
 * @throws DiskFullError, or why nothing can be stored; then those before it may be stored
 */
export async function retryRefused(rooms: RetryRooms, wanted: readonly RefusedMessage[]): Promise<RetryOutcome> {
  const { connection, families } = rooms;
  const found = await readKept(connection, families.files(), wanted);
  const kept = [...found, ...(await homesOf(rooms, found))];
  const asked = new Set(wanted.map(keyOf));
  const done = { stored: 0, refused: 0 };
  // Homes first: copies say where they are.
  const refused = new Set<string>();
  const tryAgain = async (part: readonly KeptMessage[]): Promise<void> => {
    for (const [family, failed] of byFamily(families, part))
      for (const { index, messageId, reason } of await retryIn(rooms, family, failed)) {
        const key = keyOf({ index, messageId });
        if (reason !== undefined) refused.add(key);
        if (asked.has(key)) done[reason === undefined ? 'stored' : 'refused'] += 1;
      }
  };
  await tryAgain(kept.filter(({ home }) => home === undefined));
  const copies = kept.filter(({ home }) => home !== undefined);
  const isBehind = ({ home = '', messageId }: KeptMessage): boolean => refused.has(keyOf({ index: home, messageId }));
  done.refused += copies.filter((copy) => isBehind(copy) && asked.has(keyOf(copy))).length;
  await tryAgain(copies.filter((copy) => !isBehind(copy)));
  families.changed();
  return { ...done, missing: wanted.length - done.stored - done.refused };
}

const keyOf = ({ index, messageId }: RefusedMessage): string => `${index} ${messageId}`;

/** Messages whose copies are tried: a copy is not stored while the message is not. */
async function homesOf({ connection, families }: RetryRooms, found: readonly KeptMessage[]): Promise<KeptMessage[]> {
  const known = new Set(found.map(keyOf));
  const homes = found
    .flatMap(({ home, messageId }) => (home === undefined ? [] : [{ index: home, messageId }]))
    .filter((home) => !known.has(keyOf(home)));
  return homes.length === 0 ? [] : readKept(connection, families.files(), homes);
}

function byFamily(families: IndexFamilies, kept: readonly KeptMessage[]): Map<IndexFamily, KeptMessage[]> {
  const found = new Map<IndexFamily, KeptMessage[]>();
  for (const one of kept) {
    const family = families.holder(one.index);
    if (!family) continue;
    const own = found.get(family);
    if (own) own.push(one);
    else found.set(family, [one]);
  }
  return found;
}

async function retryIn(rooms: RetryRooms, family: IndexFamily, failed: readonly KeptMessage[]): Promise<Retry[]> {
  const { connection, families, nodeId, limits } = rooms;
  const target = family.current;
  const messages: AcceptedMessage[] = [];
  const retries = new Map<string, Retry>();
  for (const { index, messageId, record, home, tries } of failed) {
    const now = home === undefined ? undefined : await homeNow(rooms, home, messageId);
    messages.push({ ...decodeMessage(record), id: messageId, ...(now !== undefined && { home: now }) });
    retries.set(messageId, { index, messageId, tries: tries + 1 });
  }
  const sifted = await storable(rooms, target, messages);
  for (const { messageId, reason } of sifted.refused) {
    const retry = retries.get(messageId);
    if (retry) retries.set(messageId, { ...retry, reason });
  }
  const all = [...retries.values()];
  try {
    await target.load(connection, sifted.messages, target.position, nodeId, limits, [], all);
  } catch (error) {
    await family.recover().catch(() => undefined);
    families.changed();
    throw isDiskFull(error) ? new DiskFullError({ cause: error }) : error;
  }
  return all;
}

/** Where the message of a copy is now that was to be in an index. */
async function homeNow({ connection, families }: RetryRooms, home: string, messageId: string): Promise<string> {
  return (await storedIn(connection, families.files(), home, [messageId])).get(messageId) ?? home;
}
