/**
 * Synchronizes the display settings of a search with the address of the page in both directions. The code calls these
 * settings the look of the search: columns, sorting, stacking, open message, tab, order of the patterns, question, and
 * comparison.
 */
import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { linkedTable, lookOfEntry, ownLook, type PageLook } from '../../../machines/view/page-look.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useHostElement } from '../../element/host-context.js';
import { useTypedAhead } from '../../kit/typed-ahead.js';
import { useDebounced } from '../../kit/use-debounced.js';
import type { LinkedList } from '../../view-area/index.js';
import { questionControl, type QuestionControl } from '../question/question-control.js';
import type { DraftPlace } from './use-kept-draft.js';
import { useView, type SearchPageActor } from './use-search-page.js';

/** Milliseconds without typing after which the address gets the question. */
const settledMs = 400;

type HeldLook = Pick<PageLook, 'message' | 'tab' | 'patternOrder' | 'question' | 'answer' | 'compared'>;
/** Changed parts of the look; a part that is present but `undefined` is removed. */
type LookChange = { readonly [Name in keyof HeldLook]?: HeldLook[Name] | undefined };
const heldLook = ({ message, tab, patternOrder, question, answer, compared }: LookChange): HeldLook => ({
  ...(message && { message }),
  ...(tab && { tab }),
  ...(patternOrder && { patternOrder }),
  ...(question !== undefined && { question }),
  ...(answer && { answer }),
  ...(compared && { compared }),
});

/**
 * Applies the look of the address to the view, and reports changes of the look with the event `log-page-look`.
 *
 * @param requested look of the current address; undefined: the page has no address of its own
 * @param written returns a look as an address contains it
 * @param drafts storage place of the current history entry's draft, which must not have been overwritten yet
 * @returns `linked`: the open message, tab and order of patterns of the linked message table, and a callback for their
 *   changes; undefined without an address or a linked table. `question`: the control of the question line.
 *   `compared`: the open comparison, and `onCompared` the callback for its changes.
 */
export function usePageLook(
  page: SearchPageActor,
  requested: PageLook | undefined,
  written: ((look: PageLook) => PageLook) | undefined,
  drafts: DraftPlace | undefined,
): {
  readonly linked: LinkedList | undefined;
  readonly question: QuestionControl;
  readonly compared: string | undefined;
  readonly onCompared: (compared: string | undefined) => void;
} {
  const host = useHostElement();
  const { view, document, queryId } = useView(page);
  const own = useSelector(view, ({ context }) => ownLook(context), sameWire);
  const [held, setHeld] = useState<HeldLook>(() => heldLook(requested ?? {}));
  const change = useCallback((changed: LookChange) => setHeld((before) => heldLook({ ...before, ...changed })), []);
  const settled = useDebounced(held.question, settledMs) === held.question;
  const emit = useRef(host.emit);
  useEffect(() => {
    emit.current = host.emit;
  });
  /** Last display settings of the address, or reported for it; the same settings are not reported twice. */
  const reported = useRef(requested);
  /** Storage place of the draft that belongs to the current history entry. */
  const place = useRef(drafts);
  const followed = requested !== undefined;
  useEffect(() => {
    const entry = place.current === drafts ? undefined : drafts?.read();
    place.current = drafts;
    // Entries with the same address may differ in fields that are too long for an address.
    if (!requested || (!entry && sameWire(requested, reported.current))) return;
    // The user went back or forward to another history entry.
    if (!sameWire(requested, reported.current)) setHeld(heldLook(requested));
    reported.current = requested;
    view.send({ type: 'page.looked', look: lookOfEntry(view.getSnapshot().context, requested, entry) });
  }, [requested, view, drafts]);
  useEffect(() => {
    if (!followed || !written || !own || !settled) return;
    const look = written({ ...own, ...held });
    if (sameWire(look, reported.current)) return;
    reported.current = look;
    emit.current('log-page-look', look, { inside: true });
  }, [followed, written, own, held, settled]);
  const widgetId = document && linkedTable(document, queryId);
  const { message, tab, patternOrder } = held;
  const columns = requested?.columns;
  const linked = useMemo(
    (): LinkedList | undefined =>
      followed && widgetId !== undefined
        ? {
            widgetId,
            columns,
            ...heldLook({ message, tab, patternOrder }),
            onChange: change,
          }
        : undefined,
    [followed, widgetId, columns, message, tab, patternOrder, change],
  );
  const ahead: Parameters<typeof questionControl>[2] = useRef(undefined);
  const typed = useTypedAhead();
  const question = questionControl(held, change, ahead, typed);
  const onCompared = useCallback((compared: string | undefined) => change({ compared }), [change]);
  return { linked, question, compared: held.compared, onCompared };
}
