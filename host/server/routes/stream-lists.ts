/** Lists of streams: whole, running ones, and the overview by pages (contract data-intake streams.list, streams.paginated). */
import * as endpoints from '../../../api/contract/streams.js';
import { PageQuery, type EntityAttribute } from '../../../api/contract/list.schema.js';
import type { ListedStream } from '../../../api/contract/streams.schema.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import { indexSetTitle } from '../entities/index-sets.js';
import { streamAnswer } from '../entities/streams.js';
import { streamCollection, type StreamDocument } from '../intake/index.js';
import { attributeFilter, listFilter, type ListFields } from '../lists/list-query.js';
import { paged, sorted } from '../lists/paging.js';
import type { Registry } from '../registry.js';
import { indexSets, type IndexSetDocument } from '../store/index.js';
import type { Collection } from '../store/types.js';

const attributes: EntityAttribute[] = [
  { id: '_id', title: 'id', type: 'OBJECT_ID', sortable: true, searchable: true, hidden: true },
  { id: 'title', title: 'Title', type: 'STRING', sortable: true, searchable: true },
  { id: 'description', title: 'Description', type: 'STRING', sortable: true, searchable: true },
  { id: 'created_at', title: 'Created', type: 'DATE', sortable: true, filterable: true },
  {
    id: 'index_set_id',
    title: 'Index set',
    type: 'STRING',
    sortable: true,
    filterable: true,
    hidden: true,
    related_collection: 'index_sets',
  },
  {
    id: 'disabled',
    title: 'Status',
    type: 'BOOLEAN',
    sortable: true,
    filterable: true,
    filter_options: [
      { value: 'true', title: 'Paused' },
      { value: 'false', title: 'Running' },
    ],
  },
];

const fields: ListFields<StreamDocument> = {
  defaultField: 'title',
  fields: {
    id: { kind: 'text', read: (stream) => stream.id },
    _id: { kind: 'text', read: (stream) => stream.id },
    title: { kind: 'text', read: (stream) => stream.title },
    description: { kind: 'text', read: (stream) => stream.description },
  },
};
const filterable: ListFields<StreamDocument> = {
  defaultField: 'title',
  fields: {
    created_at: { kind: 'date', read: (stream) => stream.created_at },
    index_set_id: { kind: 'text', read: (stream) => stream.index_set_id },
    disabled: { kind: 'boolean', read: (stream) => stream.disabled },
  },
};

/** The values that the overview may be sorted by. */
function sortValue(name: string, sets: Collection<IndexSetDocument>): (stream: StreamDocument) => unknown {
  switch (name) {
    case 'description':
      return (stream) => stream.description ?? '';
    case 'created_at':
      return (stream) => stream.created_at;
    case 'disabled':
      return (stream) => Number(stream.disabled);
    case '_id':
      return (stream) => stream.id;
    case 'index_set_title':
    case 'index_set_id':
      return ({ index_set_id }) => {
        const set = sets.get(index_set_id);
        return set ? indexSetTitle(set) : '';
      };
    default:
      return (stream) => stream.title;
  }
}

/** In the overview: outputs as ids, the instant in another form, and two members of former times that are always null. */
const listedStream = (stream: StreamDocument): ListedStream => ({
  ...stream,
  created_at: stream.created_at.replace(/Z$/, '+0000'),
  alert_conditions: null,
  alert_receivers: null,
});

export function registerStreamLists(registry: Registry, { documents }: ServerContext): void {
  const streams = streamCollection(documents);
  const sets = indexSets(documents);
  const readable = (caller: Caller) => streams.all().filter(({ id }) => can(caller, permissionOn('streams:read', id)));
  const whole = (found: readonly StreamDocument[]) => ({
    total: found.length,
    streams: found.map((stream) => streamAnswer(documents, stream)),
  });

  registry.serve(endpoints.listStreams, {}, ({ user }) => whole(readable(user)));
  registry.serve(endpoints.enabledStreams, {}, ({ user }) => whole(readable(user).filter(({ disabled }) => !disabled)));
  registry.serve(endpoints.pagedStreams, { query: PageQuery }, ({ query, user }) => {
    const matches = listFilter(query.query ?? '', fields);
    const filtered = attributeFilter(query.filters, filterable);
    const found = readable(user).filter((stream) => matches(stream) && filtered(stream));
    const sort = query.sort ?? 'title';
    const inOrder = sorted(found, query.order, sortValue(sort, sets), (stream) => stream.id);
    const { items, body } = paged(inOrder, query);
    return {
      query: query.query ?? '',
      pagination: body,
      total: streams.all().length,
      sort,
      order: query.order?.toLowerCase() === 'desc' ? ('desc' as const) : ('asc' as const),
      elements: items.map(listedStream),
      attributes,
      defaults: { sort: { id: 'title', direction: 'ASC' as const } },
    };
  });
}
