/** The events beside a result: what happened in the streams that are searched, for annotations (contract search S15). */
import type { EventsResult } from '../../../api/contract/searches.js';
import { eventField, eventStreamIds, sourceStreamsField, storedEvent } from '../events/event-documents.js';
import type { MessageStore } from '../store/types.js';
import type { Match } from './match.js';
import { indicesOf, matchingRows } from './match.js';
import { Parameters } from './parameters.js';

export const maxEvents = 10_000;

/** Events of the range that match the queries and come from no stream beside those of the match. */
export async function findEvents(
  store: MessageStore,
  match: Match,
  signal?: AbortSignal,
): Promise<EventsResult['events']> {
  const indices = indicesOf(store, match.range).filter(({ fields }) => fields.has(eventField));
  if (indices.length === 0) return [];
  const parameters = new Parameters();
  const searched = parameters.add([...match.streams]);
  const rows = matchingRows({ ...match, streams: eventStreamIds }, indices, parameters, ({ fields }) =>
    [eventField, sourceStreamsField].map((name, at) => `${fields.get(name)?.column ?? 'NULL'} AS e${at}`).join(', '),
  );
  const allowed = `coalesce(e1, '') = '' OR list_has_all(${searched}::VARCHAR[], string_split(e1, ' '))`;
  const sql = `SELECT e0 FROM (${rows}) WHERE e0 IS NOT NULL AND (${allowed}) LIMIT ${maxEvents}`;
  const found = await store.query(...parameters.bind(sql), signal);
  return found.map((row) => {
    const { id, source_streams: streams, timestamp, message, alert } = storedEvent(String(row['e0']));
    return { id, streams, timestamp, message, alert };
  });
}
