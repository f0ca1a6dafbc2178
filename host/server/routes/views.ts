/** Registers the routes of views: saved searches and dashboards (contract search views.*). */
import * as endpoints from '../../../api/contract/views.js';
import { Type } from '@sinclair/typebox';
import { BulkRequest, PageQuery } from '../../../api/contract/list.schema.js';
import type { Search } from '../../../api/contract/searches.schema.js';
import { ViewInput, type View } from '../../../api/contract/views.schema.js';
import { isEntityId, newEntityId } from '../foundation/ids.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Bookmarks } from '../entities/bookmarks.js';
import type { Entities } from '../entities/catalogue.js';
import { inBulk } from '../entities/entity-routes.js';
import type { EntityType } from '../documents/kinds.js';
import type { SearchHead, Searches, SearchRecord } from '../entities/searches.js';
import { StoredViews } from '../entities/stored-views.js';
import {
  checkIntegrity,
  checkMapping,
  mayEdit,
  mayRead,
  replacedView,
  viewAnswer,
  viewGrn,
  viewRecord,
  type ViewHead,
  type ViewRecord,
} from '../entities/views.js';
import { BadRequestError, ConflictError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import { EntityList, text } from '../lists/entity-list.js';
import { streamedList } from '../lists/streamed-list.js';
import type { Registry } from '../http/registry.js';
import { unlessDiskFull } from '../store/errors.js';

const list = new EntityList<ViewHead>(
  [
    text('id', (view) => view.id),
    text('title', (view) => view.title),
    // The contract says that a query with the prefix `summary:` searches the description.
    text('summary', (view) => view.description, { sortBy: (view) => view.summary }),
    text('created_at', (view) => view.created_at, { searchable: false }),
    text('owner', (view) => view.owner, { searchable: false }),
    text('description', (view) => view.description, { searchable: false }),
  ],
  'title',
  (view) => view.title,
);

const kindOf = ({ type }: Pick<ViewHead, 'type'>): EntityType => (type === 'DASHBOARD' ? 'dashboard' : 'search');

const Anything = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

export function registerViews(
  registry: Registry,
  { documents }: Needs<'documents'>,
  entities: Entities,
  bookmarks: Bookmarks,
  storedSearches: Searches,
): void {
  /** Ids of views that are being stored for the first time. */
  const creating = new Set<string>();
  const views = new StoredViews(documents);
  const searches = documents.archive<SearchRecord, SearchHead>('searches');
  const defaultView = documents.collection<{ id: string; view_id: string }>('default_view');

  const missing = (id: string) => new NotFoundError(`View ${id} doesn't exist`);
  const answer = (caller: Caller, view: ViewRecord) => viewAnswer(view, bookmarks.favorites(caller.id));

  /**
   * Returns the search of a view; undefined: it does not exist, or the caller may not read it and must not get access
   * to it through a view (contract search V2).
   */
  async function searchFor(caller: Caller, { search_id }: Pick<ViewInput, 'search_id'>): Promise<Search | undefined> {
    try {
      return await storedSearches.get(search_id, caller);
    } catch (error) {
      if (error instanceof NotFoundError || error instanceof ForbiddenError) return undefined;
      throw error;
    }
  }

  /** Yields the complete views, which are read one after another to bound the memory. */
  async function* stored(heads: readonly ViewHead[], caller: Caller): AsyncGenerator<object> {
    for (const { id } of heads) {
      const view = await views.read(id);
      if (view) yield answer(caller, view);
    }
  }

  function readable(caller: Caller, id: string): ViewHead {
    const wanted = id === 'default' ? defaultView.get('default')?.view_id : id;
    const view = wanted === undefined ? undefined : views.head(wanted);
    // A caller who may not read the view must not learn that it exists.
    if (!view || !mayRead(caller, view)) throw missing(id);
    return view;
  }

  registry.serve(endpoints.listViews, { query: PageQuery }, ({ query, user }) => {
    const { items, body } = list.page(
      views.heads().filter((view) => mayRead(user, view)),
      query,
    );
    const rest = { ...body, ...(query.query !== undefined && { query: query.query }) };
    return streamedList(stored(items, user), { name: 'views', rest });
  });

  async function open(user: Caller, { id }: ViewHead): Promise<View> {
    const view = await views.read(id);
    if (!view) throw missing(id);
    await bookmarks.opened(user.id, viewGrn(view)).catch(unlessDiskFull);
    return answer(user, view);
  }
  registry.serve(endpoints.getView, {}, ({ params, user }) => open(user, readable(user, params.viewId)));

  registry.serve(endpoints.createView, { body: ViewInput }, async ({ body, user }) => {
    const type = body.type ?? 'DASHBOARD';
    if (type === 'DASHBOARD' && !can(user, 'dashboards:create')) {
      throw new ForbiddenError('Not authorized: this needs dashboards:create.');
    }
    const id = body.id ? body.id : newEntityId();
    if (!isEntityId(id))
      throw new BadRequestError(`The id of a view has 24 hexadecimal digits, got ${JSON.stringify(id)}.`);
    if (views.head(id) || creating.has(id)) throw new ConflictError(`View ${id} exists already.`);
    const view = viewRecord(body, { id, type, owner: user.username, created_at: new Date().toISOString() });
    creating.add(id);
    await storedSearches
      .whileSaving(body.search_id, async () => {
        const search = await searchFor(user, body);
        checkIntegrity(body, search);
        checkMapping(body, search);
        await views.create(view);
      })
      .finally(() => creating.delete(id));
    await entities.created(kindOf(view), view.id, user);
    return answer(user, view);
  });

  async function replace(user: Caller, known: ViewHead, body: ViewInput): Promise<View> {
    // A caller who may neither read nor edit the view must not learn that it exists.
    if (!mayRead(user, known) && !mayEdit(user, known)) throw missing(known.id);
    if (!mayEdit(user, known)) {
      throw new ForbiddenError(`Not allowed to edit ${known.type.toLowerCase()} <${known.id}>.`);
    }
    const view = await storedSearches.whileSaving(body.search_id, async () => {
      checkIntegrity(body, await searchFor(user, body));
      return views.update(known.id, (old) => replacedView(old, body));
    });
    if (!view) throw missing(known.id);
    await entities.updated(kindOf(view), view.id, user);
    return answer(user, view);
  }
  registry.serve(endpoints.updateView, { body: ViewInput }, ({ params, body, user }) => {
    const known = views.head(params.viewId);
    if (!known && can(user, permissionOn('view:edit', params.viewId)))
      throw new BadRequestError(`View ${params.viewId} doesn't exist`);
    if (!known) throw missing(params.viewId);
    return replace(user, known, body);
  });

  async function remove(caller: Caller, id: string): Promise<ViewRecord> {
    if (!can(caller, permissionOn('view:delete', id))) throw new ForbiddenError(`Unable to delete view <${id}>.`);
    const view = await views.read(id);
    if (!view || !(await views.delete(id))) throw missing(id);
    await entities.removed(kindOf(view), id, view.title, caller);
    return view;
  }
  entities.handle(
    ['dashboard', 'search'],
    (id, caller) => remove(caller, id),
    async (id, from, to) => {
      const given = await views.update(id, (view) => (view.owner === from ? { ...view, owner: to } : view));
      if (given) await storedSearches.give(given.search_id, from, to);
    },
  );

  const removed = async (user: Caller, id: string): Promise<View> => ({
    ...answer(user, await remove(user, id)),
    favorite: false,
  });
  registry.serve(endpoints.deleteView, {}, ({ params, user }) => removed(user, params.viewId));

  /**
   * Returns the head of a dashboard for its old address (contract dashboards-sharing-alerts dashboards.legacy).
   * @throws NotFoundError when no dashboard has the id
   */
  function dashboard(id: string): ViewHead {
    const view = views.head(id);
    if (view?.type !== 'DASHBOARD') throw missing(id);
    return view;
  }
  registry.serve(endpoints.getDashboard, {}, ({ params, user }) =>
    open(user, readable(user, dashboard(params.dashboardId).id)),
  );
  registry.serve(endpoints.updateDashboard, { body: ViewInput }, ({ params, body, user }) =>
    replace(user, dashboard(params.dashboardId), body),
  );
  registry.serve(endpoints.deleteDashboard, {}, ({ params, user }) => removed(user, dashboard(params.dashboardId).id));

  registry.serve(endpoints.deleteViews, { body: BulkRequest }, ({ body, user }) =>
    inBulk(body, (id) => remove(user, id)),
  );

  registry.serve(endpoints.setDefaultView, {}, async ({ params, user }) => {
    if (!can(user, 'default-view:set')) throw new ForbiddenError('Not authorized: this needs default-view:set.');
    const view = readable(user, params.viewId);
    await defaultView.put({ id: 'default', view_id: view.id });
    return undefined;
  });

  async function* parameterized(caller: Caller): AsyncGenerator<object> {
    for (const view of views.heads()) {
      const { id, type, title, summary, description, search_id } = view;
      if (!searches.head(search_id)?.parameterized || !mayRead(caller, view)) continue;
      const { parameters = [] } = (await searches.read(search_id)) ?? {};
      yield { id, type, title, summary, description, parameters };
    }
  }
  registry.serve(endpoints.viewsForValue, { body: Anything }, ({ user }) => streamedList(parameterized(user)));
}
