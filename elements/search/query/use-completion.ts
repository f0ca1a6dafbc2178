/** Provides completions for a position in the query editor from field lists and field values. */
import { useCallback, useRef } from 'react';
import type { Suggestions } from '../../../api/contract/searches.js';
import { escapeTerm, type QueryContext } from '../../../api/language/index.js';
import { fieldsQuery, suggestionsQuery } from '../../../api/queries/fields.js';
import { askableRange } from '../../../machines/time-range/fault.js';
import { defaultRange } from '../../../machines/time-range/ranges.js';
import type { QueryDraft } from '../../../machines/view/document.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { texts } from '../texts.js';
import {
  isEnumerable,
  nameOffers,
  narrowed,
  valueOffers,
  wantsNames,
  type KnownFields,
  type Offer,
} from './completions.js';

/** The last answer with field values, and the `scope` of its request: streams and time range as JSON. */
interface Requested {
  readonly scope: string;
  readonly answer: Suggestions;
}

/**
 * Returns a function that computes the completions for a position in the query. When a request fails, the function
 * returns no completions and does not report the failure.
 */
export function useCompletion(
  draft: QueryDraft,
): (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]> {
  const { client, queryClient } = useConnection();
  const enabled = useCurrentUser()?.preferences?.['enableSmartSearch'] !== false;
  const { streams } = draft;
  const timeRange = askableRange(draft.timeRange);
  const last = useRef<Requested | undefined>(undefined);

  return useCallback(
    async (place) => {
      if (!enabled) return [];
      const fieldsOf = async (options: ReturnType<typeof fieldsQuery>) =>
        queryClient.fetchQuery(options).catch(() => []);
      const known = async (): Promise<KnownFields> => {
        const [inQuery, everywhere] = await Promise.all([
          fieldsOf(fieldsQuery(client, streams, timeRange)),
          fieldsOf(fieldsQuery(client, [], defaultRange)),
        ]);
        return { inQuery, everywhere };
      };
      const values = async (field: string, fields: KnownFields): Promise<readonly Offer[]> => {
        if (!isEnumerable(fields, field)) return [];
        const scope = JSON.stringify([streams, timeRange]);
        const earlier = last.current?.scope === scope ? last.current.answer : undefined;
        const answer =
          narrowed(earlier, field, place.prefix) ??
          (await queryClient.fetchQuery(
            suggestionsQuery(client, { field, input: place.prefix, timerange: timeRange, streams: [...streams] }),
          ));
        last.current = { scope, answer };
        return valueOffers(answer, place.quoted, escapeTerm, texts.query.hits);
      };
      try {
        const fields = await known();
        if (wantsNames(place)) return nameOffers(place, fields, texts.query.notInStreams);
        return place.field === undefined ? [] : await values(place.field, fields);
      } catch {
        return [];
      }
    },
    [client, queryClient, enabled, streams, timeRange],
  );
}
