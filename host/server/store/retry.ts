/** Tries again to store refused messages. Each message goes into the present index of its set. */
import { DiskFullError, isDiskFull } from './errors.js';
import { holdersOf } from './holders.js';
import type { IndexFamilies } from './index-families.js';
import type { IndexFamily } from './index-family.js';
import { decodeMessage, type AcceptedMessage } from './record.js';
import { partsOf, readKept, type KeptMessage, type Retry } from './retries.js';
import { storable, type Sieve } from './storable.js';
import type { RefusedMessage, RetryOutcome } from './types.js';

/**
 * Largest number of characters of messages that are retried together, because they take several times as much memory.
 */
export const mostCharactersAtOnce = 8 * 1024 * 1024;

interface RetryRooms extends Sieve {
  readonly families: IndexFamilies;
}

/**
 * Retries refused messages. Must run while nothing is loaded. Each result is written in one transaction with its
 * message, so that no message is stored twice, whenever the server ends.
 * @throws DiskFullError when the disk is full, or the reason why nothing can be stored; messages that were retried
 * before the error may be stored
 */
export async function retryRefused(rooms: RetryRooms, wanted: readonly RefusedMessage[]): Promise<RetryOutcome> {
  const { connection, families } = rooms;
  const done = { stored: 0, refused: 0 };
  for (const part of await partsOf(connection, families.files(), wanted, mostCharactersAtOnce)) {
    const kept = await readKept(connection, families.files(), part);
    for (const [family, failed] of byFamily(families, kept))
      for (const { reason } of await retryIn(rooms, family, failed))
        done[reason === undefined ? 'stored' : 'refused'] += 1;
  }
  families.changed();
  return { ...done, missing: wanted.length - done.stored - done.refused };
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
  for (const { index, messageId, record, tries } of failed) {
    messages.push({ ...decodeMessage(record), id: messageId });
    retries.set(messageId, { index, messageId, tries: tries + 1 });
  }
  const sifted = await storable(rooms, target, await withHomes(rooms, family, messages));
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
  families.retried(all, target.name);
  return all;
}

/**
 * Marks as copies the messages that another set also contains. Searches leave copies out as long as the other set's
 * index exists and is not closed.
 */
async function withHomes(
  { connection, families }: RetryRooms,
  family: IndexFamily,
  messages: readonly AcceptedMessage[],
): Promise<AcceptedMessage[]> {
  const others = families.files().filter((file) => !family.files().includes(file));
  const homes = await holdersOf(connection, others, messages);
  return messages.map((message) => {
    const home = homes.get(message.id);
    return home === undefined ? message : { ...message, home };
  });
}
