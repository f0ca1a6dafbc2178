/** Server data besides the search itself: streams, settings, fields, keywords. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { NaturalDate } from '../../../api/contract/tools.js';
import { searchesDefaults } from '../../../api/contract/cluster-config-names.js';
import { searchesConfigQuery, withSearchesDefaults } from '../../../api/queries/cluster-config.js';
import { naturalDateQuery } from '../../../api/queries/natural-date.js';
import { streamOptions, streamsQuery, type StreamOption } from '../../../api/queries/streams.js';
import { instantOfWire } from '../../../machines/time-range/local-time.js';
import type { Span } from '../../../machines/time-range/ranges.js';
import { useConnection } from '../../element/connection-context.js';

/** Streams that the user may search, by title; undefined until loaded. */
export function useSearchableStreams(): readonly StreamOption[] | undefined {
  const { client } = useConnection();
  return useQuery({ ...streamsQuery(client), select: streamOptions }).data;
}

/** Undefined until loaded; the defaults when the user may not read it. */
export function useSearchesConfig(): SearchesConfig | undefined {
  const { client } = useConnection();
  const { data, isError } = useQuery({ ...searchesConfigQuery(client), select: withSearchesDefaults });
  return isError ? searchesDefaults : data;
}

/** Time span of an answer in ms; `unknown` if the keyword cannot be parsed. */
function spanOfAnswer(answer: NaturalDate | null): Span | 'unknown' {
  const from = instantOfWire(answer?.from ?? '');
  const to = instantOfWire(answer?.to ?? '');
  return from === undefined || to === undefined ? 'unknown' : { from, to };
}

/** Returns a function that resolves a keyword at the current time, for the pop-over. */
export function useKeywordCheck(): (keyword: string, timezone: string) => Promise<Span | 'unknown'> {
  const { client, queryClient } = useConnection();
  return useCallback(
    async (keyword, timezone) =>
      spanOfAnswer(await queryClient.fetchQuery(naturalDateQuery(client, keyword, timezone))),
    [client, queryClient],
  );
}

/**
 * Returns the instants of a keyword range once known, for the search bar. Without a zone the keyword is resolved in
 * UTC, as on the server.
 */
export function useKeywordSpan(range: TimeRange): Span | undefined {
  const { client } = useConnection();
  const keyword = range.type === 'keyword' ? range.keyword : '';
  const zone = (range.type === 'keyword' && range.timezone) || 'Etc/UTC';
  const { data } = useQuery({
    ...naturalDateQuery(client, keyword, zone),
    enabled: keyword !== '',
    select: spanOfAnswer,
  });
  return data === 'unknown' ? undefined : data;
}
