/** The overview lists of dashboards and saved searches. */
import * as endpoints from '../../../api/contract/views.js';
import {
  PageQuery,
  type EntityAttribute,
  type EntityPage,
  type PageQuery as PageQueryShape,
} from '../../../api/contract/list.schema.js';
import type { ViewSummary } from '../../../api/contract/views.schema.js';
import type { Caller } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import type { Bookmarks } from '../entities/bookmarks.js';
import { mayRead, viewSummary, type ViewHead, type ViewRecord } from '../entities/views.js';
import { attributeFilter, listFilter, type ListFields } from '../lists/list-query.js';
import { paged, sorted } from '../lists/paging.js';
import type { Registry } from '../registry.js';

type ViewType = ViewRecord['type'];

function attributesOf(type: ViewType): EntityAttribute[] {
  // Descriptions and summaries of saved searches cannot be searched, says the contract.
  const searchable = type === 'DASHBOARD' ? { searchable: true } : {};
  return [
    { id: '_id', title: 'id', type: 'OBJECT_ID', sortable: true, searchable: true, hidden: true },
    { id: 'title', title: 'Title', type: 'STRING', sortable: true, searchable: true },
    { id: 'created_at', title: 'Created', type: 'DATE', sortable: true, filterable: true },
    { id: 'description', title: 'Description', type: 'STRING', sortable: true, ...searchable },
    { id: 'summary', title: 'Summary', type: 'STRING', sortable: true, ...searchable },
    { id: 'owner', title: 'Owner', type: 'STRING', sortable: true },
    { id: 'favorite', title: 'Favorite', type: 'STRING', sortable: false },
  ];
}

const field = (kind: 'text' | 'date', read: (view: ViewHead) => unknown, title?: string) => ({
  kind,
  read,
  ...(title !== undefined && { title }),
});
const allFields = {
  _id: field('text', (view) => view.id),
  id: field('text', (view) => view.id),
  title: field('text', (view) => view.title),
  created_at: field('date', (view) => view.created_at, 'Created'),
  description: field('text', (view) => view.description),
  summary: field('text', (view) => view.summary),
  owner: field('text', (view) => view.owner),
};
const searchable: Readonly<Record<ViewType, ListFields<ViewHead>>> = {
  DASHBOARD: { defaultField: 'title', fields: allFields },
  SEARCH: {
    defaultField: 'title',
    fields: { _id: allFields._id, id: allFields.id, title: allFields.title, created_at: allFields.created_at },
  },
};

const filterable: ListFields<ViewHead> = { defaultField: 'title', fields: { created_at: allFields.created_at } };

export function registerViewLists(registry: Registry, { documents }: ServerContext, bookmarks: Bookmarks): void {
  const views = documents.archive<ViewRecord, ViewHead>('views');

  function list(type: ViewType, query: PageQueryShape, caller: Caller): EntityPage<ViewSummary> {
    const found = views
      .heads()
      .filter((view) => view.type === type && mayRead(caller, view))
      .filter(listFilter(query.query ?? '', searchable[type]))
      .filter(attributeFilter(query.filters, filterable));
    const key = query.sort?.toLowerCase() ?? 'title';
    const known = key in allFields ? (key as keyof typeof allFields) : 'title';
    const ordered = sorted(found, query.order, allFields[known].read, (view) => view.title);
    const { items, body } = paged(ordered, query);
    const favorites = bookmarks.favorites(caller.id);
    return {
      elements: items.map((view) => viewSummary(view, favorites)),
      query: query.query ?? '',
      pagination: body,
      total: body.total,
      sort: known,
      order: query.order?.toLowerCase() === 'desc' ? 'desc' : 'asc',
      attributes: attributesOf(type),
      defaults: { sort: { id: 'title', direction: 'ASC' } },
    };
  }

  registry.serve(endpoints.listDashboards, { query: PageQuery }, ({ query, user }) => list('DASHBOARD', query, user));
  registry.serve(endpoints.listSavedSearches, { query: PageQuery }, ({ query, user }) => list('SEARCH', query, user));
}
