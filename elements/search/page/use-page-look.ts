/**
 * Synchronizes the look of a search (columns, sorting, stacking, open message and tab) with the page's address in both
 * directions.
 */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { commonLook, linkedTable, ownLook, type PageLook } from '../../../machines/view/page-look.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useHostElement } from '../../element/host-context.js';
import type { LinkedList } from '../../view-area/index.js';
import { useView, type SearchPageActor } from './use-search-page.js';

type ListLook = Pick<PageLook, 'message' | 'tab'>;
const listLook = ({ message, tab }: { [Name in keyof ListLook]: ListLook[Name] | undefined }): ListLook => ({
  ...(message && { message }),
  ...(tab && { tab }),
});

/**
 * Applies the look of the address to the view, and reports changes of the look with the event `log-page-look`.
 *
 * @param requested look of the current address; undefined: the page has no address of its own
 * @returns the open message and tab of the linked message table, and a callback for their changes; undefined without an
 *   address or a linked table
 */
export function usePageLook(page: SearchPageActor, requested: PageLook | undefined): LinkedList | undefined {
  const host = useHostElement();
  const { view, document, queryId } = useView(page);
  const own = useSelector(view, ({ context }) => ownLook(context), sameWire);
  const [list, setList] = useState<ListLook>(() => listLook(requested ?? {}));
  const emit = useRef(host.emit);
  useEffect(() => {
    emit.current = host.emit;
  });
  /** The look that the address last had or that was last reported for it; prevents reporting a look twice. */
  const reported = useRef(requested);
  const followed = requested !== undefined;
  useEffect(() => {
    if (!requested || sameWire(requested, reported.current)) return;
    // The user went back or forward to another history entry.
    reported.current = requested;
    setList(listLook(requested));
    view.send({ type: 'page.looked', look: { ...commonLook(view.getSnapshot().context), ...requested } });
  }, [requested, view]);
  useEffect(() => {
    if (!followed || !own) return;
    const look: PageLook = { ...own, ...list };
    if (sameWire(look, reported.current)) return;
    reported.current = look;
    emit.current('log-page-look', look, { inside: true });
  }, [followed, own, list]);
  const widgetId = document && linkedTable(document, queryId);
  return useMemo(
    () =>
      followed && widgetId !== undefined
        ? { widgetId, ...list, onChange: (changed) => setList((before) => listLook({ ...before, ...changed })) }
        : undefined,
    [followed, widgetId, list],
  );
}
