/**
 * Remembers the columns and display settings of the message list of a new search for the next new search of the same
 * streams.
 */
import { useSelector } from '@xstate/react';
import { useContext, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Widget } from '../../../api/contract/views.schema.js';
import type { searchPageMachine } from '../../../machines/search-page.js';
import { draftOf } from '../../../machines/view/document.js';
import { streamsKey, type RememberedList } from '../../../machines/view/list-memory.js';
import { useConnection, useUsername } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { LinkedListContext } from '../linked-list.js';
import { listOf, rememberList } from '../list-memory.js';
import { useView, type ViewPageActor } from '../view-page.js';
import { messageTableOf } from '../../../machines/view/widget-config.js';

/**
 * Restores the remembered list when the streams of a new search change.
 *
 * @returns a function that remembers a list, except on read-only pages and for saved searches; it must be called for
 * each change by the user
 */
export function useListMemory(page: ViewPageActor, widget: Widget): (list: RememberedList) => void {
  const { readonly: readOnly } = useHostElement();
  const { client, queryClient, server } = useConnection();
  const username = useUsername();
  const { view, document, queryId } = useView(page);
  // The list of a saved search is stored with that search, so only the lists of new searches are remembered.
  const fresh = useSelector(view, ({ context: { source, stored } }) => source.kind === 'new' && stored === undefined);
  const active = fresh && !readOnly && document !== undefined && document.view.type === 'SEARCH';
  const streams = active ? draftOf(document, queryId).streams : undefined;
  const key = streams && streamsKey(streams);
  const before = useRef(key);
  const isLinked = useContext(LinkedListContext)?.columns !== undefined;
  /** Streams that the user has just chosen on the page; other streams come from the address. */
  const chosen = useRef<string>(undefined);
  useEffect(() => {
    // Cast: both types of pages declare this event, but their union has no common signature of `on`. Only search pages
    // emit the event.
    const { unsubscribe } = (page as ActorRefFrom<typeof searchPageMachine>).on(
      'addressChanged',
      ({ draft, history }) => {
        if (history === 'push') chosen.current = streamsKey(draft.streams);
      },
    );
    return unsubscribe;
  }, [page]);
  useEffect(() => {
    const last = before.current;
    before.current = key;
    // The initial list was already created with the remembered settings.
    if (key === undefined || last === undefined || key === last || streams === undefined) return;
    // Going back, or following a link, shows the columns of the address.
    const isChosen = chosen.current === key;
    chosen.current = undefined;
    if (isLinked && !isChosen) return;
    const list = listOf({ client, queryClient, server, username }, streams);
    if (!list) return;
    const config = { ...messageTableOf(widget) };
    if (list.fields.length > 0) {
      view.send({ type: 'widget.updated', widget: { ...widget, config: { ...config, fields: [...list.fields] } } });
    }
    view.send({ type: 'widget.looked', widgetId: widget.id, look: list.look });
  }, [key, isLinked, streams, client, queryClient, server, username, view, widget]);
  return (list) => {
    if (streams) void rememberList({ client, queryClient, server, username }, streams, list);
  };
}
