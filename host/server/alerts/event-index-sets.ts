/**
 * Creates the index sets that only events use; other streams do not store messages in them (contract
 * dashboards-sharing-alerts EVENT STORAGE).
 */
import { eventsStreamId, systemEventsStreamId } from '../documents/event-documents.js';
import { streamCollection } from '../intake/route/streams.js';
import type { IndexSetRecord } from '../entities/index-set-rules.js';
import { ensureIndexSet, eventIndexSetIds, indexSets } from '../store/index-set.js';
import type { Documents } from '../store/types.js';

const dayMs = 86_400_000;

const eventSet = (id: string, prefix: string, title: string, description: string): IndexSetRecord => ({
  id,
  prefix,
  title,
  description,
  // Events are retained in twelve indices of 30 days each.
  rotation: { maxMessages: null, maxBytes: null, maxAgeMs: 30 * dayMs },
  maxIndices: 12,
});

const wanted = [
  {
    stream: eventsStreamId,
    set: eventSet(eventIndexSetIds.events, 'gl-events', 'Events', 'Stores events of event definitions'),
  },
  {
    stream: systemEventsStreamId,
    set: eventSet(eventIndexSetIds.system, 'gl-system-events', 'System events', 'Stores events of the server itself'),
  },
];

/** Returns a prefix, lengthened if it would collide with the prefix of another index set. */
const freePrefix = (prefix: string, others: readonly string[]): string =>
  others.some((other) => other.startsWith(prefix) || prefix.startsWith(other))
    ? freePrefix(`own-${prefix}`, others)
    : prefix;

/**
 * Creates missing index sets of events, before the store is opened. Event streams of earlier versions, which used the
 * default index set, are moved to these sets.
 * @param now epoch milliseconds
 */
export async function ensureEventIndexSets(documents: Documents, now: number): Promise<void> {
  await ensureIndexSet(documents);
  const sets = indexSets(documents);
  const streams = streamCollection(documents);
  for (const { stream, set } of wanted) {
    if (!sets.get(set.id)) {
      const others = sets.all().map(({ prefix }) => prefix);
      const made: IndexSetRecord = {
        ...set,
        prefix: freePrefix(set.prefix, others),
        createdAt: new Date(now).toISOString(),
      };
      await sets.put(made);
    }
    if (streams.get(stream) && streams.get(stream)?.index_set_id !== set.id)
      await streams.update(stream, (known) => ({ ...known, index_set_id: set.id }));
  }
}
