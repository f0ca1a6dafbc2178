/** Provides the search that the field statistics refer to, and the number of messages with each field. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { inBackground } from '../../../api/client.js';
import { reasonOf } from '../../../api/failures.js';
import { syncSearchQuery } from '../../../api/queries/sync-search.js';
import type { FieldType } from '../../../api/contract/searches.js';
import type { SearchedDraft } from '../../../machines/view/draft-search.js';
import { presenceOf, presenceSearch, rangeOfResult, type Presence } from '../../../machines/view/field-presence.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useIsOut, useKeptData } from '../../element/use-kept-data.js';
import { useViewClient, type ViewPageActor } from '../../view-area/index.js';

/** Minimum time in ms between two counts while the same search refreshes automatically. */
const refreshMs = 10_000;

/**
 * Returns the displayed search with its effective range, for which statistics are requested; undefined until there is a
 * result. The returned search changes only after a search has been answered, and while the same search refreshes
 * automatically, at most every `refreshMs`.
 */
export function useShownDraft(page: ViewPageActor, executed: SearchedDraft): SearchedDraft | undefined {
  const execution = useSelector(page, ({ context }) => context.execution);
  const running = useSelector(execution, (state) => state.matches({ run: 'running' }));
  const shown = useSelector(execution, ({ context }) => context.shown);
  const now = useMemo(
    () =>
      running || !shown?.result
        ? undefined
        : { ...executed, timeRange: rangeOfResult(shown.result, executed.timeRange) },
    [running, shown, executed],
  );
  const [kept, setKept] = useState<{
    readonly draft: SearchedDraft;
    readonly of: SearchedDraft;
    readonly at: number;
  }>();
  useEffect(() => {
    if (!now || sameWire(now, kept?.draft)) return undefined;
    const wait = kept?.of === executed ? Math.max(0, kept.at + refreshMs - Date.now()) : 0;
    const timer = setTimeout(() => setKept({ draft: now, of: executed, at: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [now, kept, executed]);
  return kept?.draft;
}

export interface PresenceAnswer {
  readonly presence: Presence | undefined;
  readonly waiting: boolean;
  /** Reason why counts are missing or incomplete. */
  readonly problem: string | undefined;
  readonly onRetry: () => void;
}

/**
 * Counts the messages with each field. A request is sent for each changed `draft`, in the background, so that it does
 * not prolong the session.
 * @param draft undefined: nothing is requested
 */
export function usePresence(
  draft: SearchedDraft | undefined,
  fields: readonly FieldType[] | undefined,
): PresenceAnswer {
  const client = useViewClient();
  const search = useMemo(() => (draft && fields ? presenceSearch(draft, fields) : { queries: [] }), [draft, fields]);
  const enabled = search.queries.length > 0;
  const {
    data: job,
    error,
    isPending,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...syncSearchQuery(inBackground(client), search),
    enabled,
    placeholderData: keepPreviousData,
  });
  // Not an option `select` of the query: after a change of the query, it would return another object at each rendering,
  // and each other object renders this hook again.
  const data = useMemo(() => job && presenceOf(job), [job]);
  // Searches of an automatic refresh differ in their range only.
  const kept = useKeptData({ data, error, isPlaceholderData }, JSON.stringify({ ...draft, timeRange: null }));
  const isOut = useIsOut(error);
  const presence = !enabled || kept.failure ? undefined : kept.data;
  return {
    presence,
    waiting: enabled && isPending,
    // The page itself reports an outage.
    problem: (isOut || !error ? undefined : reasonOf(error)) ?? presence?.errors[0]?.description,
    onRetry: () => void refetch(),
  };
}
