/** Registers the routes of the overview lists of dashboards and saved searches. */
import * as endpoints from '../../../api/contract/views.js';
import {
  PageQuery,
  type EntityAttribute,
  type EntityPage,
  type PageQuery as PageQueryShape,
} from '../../../api/contract/list.schema.js';
import type { ViewSummary } from '../../../api/contract/views.schema.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Bookmarks } from '../entities/bookmarks.js';
import { mayRead, viewSummary, type ViewHead, type ViewRecord } from '../entities/views.js';
import { attribute, EntityList } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';

type ViewType = ViewRecord['type'];

function listOf(type: ViewType): EntityList<ViewHead> {
  // By the contract, descriptions and summaries of saved searches cannot be searched.
  const isDashboard = type === 'DASHBOARD';
  const searched: Partial<EntityAttribute> = isDashboard ? { searchable: true } : {};
  return new EntityList<ViewHead>(
    [
      attribute('_id', 'id', 'OBJECT_ID', ({ id }) => id, { searchable: true, hidden: true, alias: 'id' }),
      attribute('title', 'Title', 'STRING', ({ title }) => title, { searchable: true }),
      attribute('created_at', 'Created', 'DATE', (view) => view.created_at, { filterable: true, queryable: true }),
      attribute('description', 'Description', 'STRING', ({ description }) => description, searched),
      attribute('summary', 'Summary', 'STRING', ({ summary }) => summary, searched),
      attribute('owner', 'Owner', 'STRING', ({ owner }) => owner, { queryable: isDashboard }),
      attribute('favorite', 'Favorite', 'STRING', () => undefined, { sortable: false }),
    ],
    'title',
    ({ title }) => title,
  );
}

export function registerViewLists(registry: Registry, { documents }: Needs<'documents'>, bookmarks: Bookmarks): void {
  const views = documents.archive<ViewRecord, ViewHead>('views');
  const lists = { DASHBOARD: listOf('DASHBOARD'), SEARCH: listOf('SEARCH') };

  function list(type: ViewType, query: PageQueryShape, caller: Caller): EntityPage<ViewSummary> {
    const found = views.heads().filter((view) => view.type === type && mayRead(caller, view));
    const favorites = bookmarks.favorites(caller.id);
    return lists[type].overview(found, query, (view) => viewSummary(view, favorites));
  }

  registry.serve(endpoints.listDashboards, { query: PageQuery }, ({ query, user }) => list('DASHBOARD', query, user));
  registry.serve(endpoints.listSavedSearches, { query: PageQuery }, ({ query, user }) => list('SEARCH', query, user));
}
