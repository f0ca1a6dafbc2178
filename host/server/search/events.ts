/** Finds events in the searched streams, which are shown as annotations beside a result (contract search S15). */
import type { EventsResult } from '../../../api/contract/searches.js';
import { eventField, eventStreamIds, sourceStreamsField, storedEvent } from '../documents/event-documents.js';
import { Yielder } from '../foundation/yielding.js';
import type { MessageReader } from '../store/types.js';
import type { Match } from './match.js';
import { indicesOf, matchingRows } from './match.js';
import { Parameters } from './parameters.js';
import { countedRows } from './reader.js';
import type { ResultMeter } from './result-size.js';

const maxEvents = 10_000;

/**
 * Returns at most 10,000 events in the range that match the queries. An event that has source streams is returned only
 * if all of them are searched.
 */
export async function findEvents(
  store: MessageReader,
  match: Match,
  meter: ResultMeter,
  signal?: AbortSignal,
): Promise<EventsResult['events']> {
  const ofEvents = { ...match, streams: eventStreamIds };
  const indices = indicesOf(store, ofEvents).filter(({ fields }) => fields.has(eventField));
  if (indices.length === 0) return [];
  const parameters = new Parameters();
  const searched = parameters.add([...match.streams]);
  const rows = await matchingRows(ofEvents, indices, parameters, ({ fields }) =>
    [eventField, sourceStreamsField].map((name, at) => `${fields.get(name)?.column ?? 'NULL'} AS e${at}`).join(', '),
  );
  const allowed = `coalesce(e1, '') = '' OR list_has_all(${searched}::VARCHAR[], string_split(e1, ' '))`;
  const sql = `SELECT e0 FROM (${rows}) WHERE e0 IS NOT NULL AND (${allowed}) LIMIT ${maxEvents}`;
  const yielder = new Yielder();
  const events: EventsResult['events'] = [];
  for await (const rows of countedRows(store, parameters.bind(sql), signal, meter.take)) {
    for (const row of rows) {
      const { id, source_streams: streams, timestamp, message, alert } = storedEvent(String(row['e0']));
      events.push({ id, streams, timestamp, message, alert });
      if (yielder.isOver) await yielder.pause();
    }
  }
  return events;
}
