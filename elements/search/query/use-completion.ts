/** Provides completions for a position in the query editor from field lists and field values. */
import { useCallback, useContext, useRef } from 'react';
import type { QueryContext } from '../../../api/language/index.js';
import { askableRange } from '../../../machines/time-range/fault.js';
import type { QueryDraft } from '../../../machines/view/document.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { ComputedFieldsContext, useViewClient } from '../../view-area/index.js';
import type { LastValues } from './complete.js';
import type { Offer } from './completions.js';

/**
 * Returns a function that computes the completions for a position in the query. When a request fails, the function
 * returns no completions and does not report the failure.
 */
export function useCompletion(
  draft: QueryDraft,
): (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]> {
  const { queryClient } = useConnection();
  const client = useViewClient();
  const computed = useContext(ComputedFieldsContext);
  const enabled = useCurrentUser()?.preferences?.['enableSmartSearch'] !== false;
  const { streams } = draft;
  const timeRange = askableRange(draft.timeRange);
  const last = useRef<LastValues | undefined>(undefined);

  return useCallback(
    async (place) => {
      if (!enabled) return [];
      const loaded = await import('./complete.js').catch(() => undefined);
      return loaded?.complete(place, { client, queryClient, streams, timeRange, computed, last }) ?? [];
    },
    [client, queryClient, enabled, streams, timeRange, computed],
  );
}
