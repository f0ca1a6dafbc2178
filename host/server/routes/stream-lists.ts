/**
 * Routes of the lists of streams: all streams, running streams, and the paged overview (contract data-intake
 * streams.list, .paginated).
 */
import * as administration from '../../../api/contract/stream-administration.js';
import * as endpoints from '../../../api/contract/streams.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import type { ListedStream } from '../../../api/contract/streams.schema.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import { indexSetTitle } from '../documents/index-set-title.js';
import { streamAnswer } from '../entities/streams.js';
import { streamCollection, type StreamDocument } from '../intake/index.js';
import { attribute, EntityList } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';
import { indexSets, type IndexSetDocument } from '../store/index.js';
import type { Collection } from '../store/types.js';

const statuses = [
  { value: 'true', title: 'Paused' },
  { value: 'false', title: 'Running' },
];

function listOf(sets: Collection<IndexSetDocument>): EntityList<StreamDocument> {
  const setTitle = ({ index_set_id: id }: StreamDocument) => {
    const set = sets.get(id);
    return set ? indexSetTitle(set) : '';
  };
  return new EntityList<StreamDocument>(
    [
      attribute('_id', 'id', 'OBJECT_ID', ({ id }) => id, { searchable: true, hidden: true, alias: 'id' }),
      attribute('title', 'Title', 'STRING', ({ title }) => title, { searchable: true }),
      attribute('description', 'Description', 'STRING', (stream) => stream.description ?? '', { searchable: true }),
      attribute('created_at', 'Created', 'DATE', (stream) => stream.created_at, { filterable: true }),
      attribute('index_set_id', 'Index set', 'STRING', (stream) => stream.index_set_id, {
        filterable: true,
        hidden: true,
        related_collection: 'index_sets',
        alias: 'index_set_title',
        sortBy: setTitle,
      }),
      attribute('disabled', 'Status', 'BOOLEAN', (stream) => stream.disabled, {
        filterable: true,
        filter_options: statuses,
      }),
    ],
    'title',
    ({ id }) => id,
  );
}

/**
 * Converts a stream to its form in the overview: outputs as ids, a creation time that ends in `+0000`, and two members
 * of earlier versions that are always null.
 */
const listedStream = (stream: StreamDocument): ListedStream => ({
  ...stream,
  created_at: stream.created_at.replace(/Z$/, '+0000'),
  alert_conditions: null,
  alert_receivers: null,
});

export function registerStreamLists(registry: Registry, { documents }: Needs<'documents'>): void {
  const streams = streamCollection(documents);
  const list = listOf(indexSets(documents));
  const readable = (caller: Caller) => streams.all().filter(({ id }) => can(caller, permissionOn('streams:read', id)));
  const whole = (found: readonly StreamDocument[]) => ({
    total: found.length,
    streams: found.map((stream) => streamAnswer(documents, stream)),
  });

  registry.serve(endpoints.listStreams, {}, ({ user }) => whole(readable(user)));
  registry.serve(endpoints.enabledStreams, {}, ({ user }) => whole(readable(user).filter(({ disabled }) => !disabled)));
  registry.serve(administration.pagedStreams, { query: PageQuery }, ({ query, user }) =>
    list.overview(readable(user), query, listedStream, streams.all().length),
  );
}
