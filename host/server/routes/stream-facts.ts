/**
 * Routes that show the consequences of changing or deleting a stream: its dependents, and a preview of its routing. The
 * reference server does not have them.
 */
import * as endpoints from '../../../api/contract/stream-administration.js';
import type { StreamDependents } from '../../../api/contract/streams.schema.js';
import type { StoredDecorator } from '../../../api/contract/decorators.js';
import { grn } from '../auth/grants.js';
import type { Caller } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { StoredEntities } from '../entities/entity-routes.js';
import { entityCollection } from '../documents/kinds.js';
import { previewRouting } from '../entities/routing-preview.js';
import { searchCaller, type SearchHead, type SearchRecord } from '../entities/searches.js';
import { mayRead, type ViewHead, type ViewRecord } from '../entities/views.js';
import type { StreamDocument } from '../intake/index.js';
import type { Registry } from '../http/registry.js';
import { streamsOfSearch } from '../search/index.js';
import { Yielder } from '../foundation/yielding.js';
import { KeyedMutex } from '../store/keyed-mutex.js';

/** Largest number of views that are examined for a stream; the most recently changed views are preferred. */
const mostViews = 2_000;

export function registerStreamFacts(
  registry: Registry,
  { documents, store, auth }: Needs<'documents' | 'store' | 'auth'>,
  streams: StoredEntities<StreamDocument>,
): void {
  const decorators = entityCollection<StoredDecorator>(documents, 'decorator');
  /** Serialises the previews of each user, so that one user cannot occupy the server with concurrent previews. */
  const previews = new KeyedMutex(() => false);

  registry.serve(endpoints.previewRouting, {}, ({ params, user, signal }) => {
    streams.get(params.streamId);
    return previews.take(user.id, () => {
      signal.throwIfAborted();
      return previewRouting(store, streams.get(params.streamId), searchCaller(documents, user), signal);
    });
  });

  async function viewsOf(streamId: string, caller: Caller): Promise<Pick<StreamDependents, 'views' | 'hidden_views'>> {
    const searches = documents.archive<SearchRecord, SearchHead>('searches');
    const heads = documents
      .archive<ViewRecord, ViewHead>('views')
      .heads()
      .toSorted((a, b) => b.last_updated_at.localeCompare(a.last_updated_at))
      .slice(0, mostViews);
    const yielder = new Yielder();
    const views: StreamDependents['views'] = [];
    let hidden = 0;
    for (const head of heads) {
      if (yielder.isOver) await yielder.pause();
      const search = await searches.read(head.search_id);
      if (!search || !streamsOfSearch(search).includes(streamId)) continue;
      if (mayRead(caller, head)) views.push({ type: head.type, id: head.id, title: head.title });
      else hidden += 1;
    }
    return { views: views.sort((a, b) => a.title.localeCompare(b.title, 'en')), hidden_views: hidden };
  }

  registry.serve(endpoints.streamDependents, {}, async ({ params: { streamId }, user }) => {
    streams.get(streamId);
    const shares = auth.grants.on(grn('stream', streamId)).filter(({ grantee }) => grantee !== grn('user', user.id));
    return {
      ...(await viewsOf(streamId, user)),
      shared_with: shares.length,
      start_page_of: auth.users.all().filter(({ startpage }) => startpage?.id === streamId).length,
      decorators: decorators.all().filter(({ stream }) => stream === streamId).length,
    };
  });
}
