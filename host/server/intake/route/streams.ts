/**
 * Opens the collection of streams, and creates the system streams of every server (contract data-intake,
 * system_streams).
 */
import type { Stream } from '../../../../api/contract/streams.schema.js';
import { entityCollection } from '../../documents/kinds.js';
import { eventsStreamId, systemEventsStreamId } from '../../documents/event-documents.js';
import { defaultIndexSetId, eventIndexSetIds } from '../../store/index-set.js';
import type { Collection, Documents } from '../../store/types.js';

/** Describes a stream in its stored form, which contains the ids of its outputs instead of the outputs. */
export type StreamDocument = Omit<Stream, 'outputs'> & { outputs: string[] };

export const defaultStreamId = '000000000000000000000001';

export function streamCollection(documents: Documents): Collection<StreamDocument> {
  return entityCollection<StreamDocument>(documents, 'stream');
}

/** Tells whether the stream is built in, so that it cannot be changed, paused or deleted, and cannot have rules. */
export const isProtected = (stream: StreamDocument) => stream.is_default || !stream.is_editable;

const systemStream = (
  id: string,
  title: string,
  description: string,
  now: string,
  index_set_id: string = defaultIndexSetId,
): StreamDocument => ({
  id,
  title,
  description,
  creator_user_id: 'admin',
  created_at: now,
  outputs: [],
  matching_type: 'AND',
  disabled: false,
  rules: [],
  content_pack: null,
  is_default: id === defaultStreamId,
  is_editable: id === defaultStreamId,
  remove_matches_from_default_stream: false,
  index_set_id,
});

/** Creates the system streams that are missing. @param now their creation time, epoch milliseconds */
export async function ensureSystemStreams(documents: Documents, now: number): Promise<void> {
  const streams = streamCollection(documents);
  const time = new Date(now).toISOString();
  const wanted = [
    systemStream(
      defaultStreamId,
      'Default Stream',
      'Contains messages that are not explicitly routed to other streams',
      time,
    ),
    systemStream(
      eventsStreamId,
      'All events',
      'Stream containing all events created by Log Console',
      time,
      eventIndexSetIds.events,
    ),
    systemStream(
      systemEventsStreamId,
      'All system events',
      'Stream containing all system events created by Log Console',
      time,
      eventIndexSetIds.system,
    ),
  ];
  for (const stream of wanted) if (!streams.get(stream.id)) await streams.put(stream);
}
