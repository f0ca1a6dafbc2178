/**
 * Loads the server data that the search page needs besides search results: streams, settings, and the spans of keyword
 * ranges.
 */
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
import { useHostElement } from '../../element/host-context.js';
import { useConnection } from '../../element/connection-context.js';

/** Returns the streams that the user may search; undefined until they are loaded. */
export function useSearchableStreams(): readonly StreamOption[] | undefined {
  const { client } = useConnection();
  return useQuery({ ...streamsQuery(client), select: streamOptions }).data;
}

/**
 * Returns the configuration of searches: undefined until it is loaded, and the defaults when it cannot be loaded, for
 * example because the user may not read it.
 */
export function useSearchesConfig(): SearchesConfig | undefined {
  const { client } = useConnection();
  const { data, isError } = useQuery({ ...searchesConfigQuery(client), select: withSearchesDefaults });
  return isError ? searchesDefaults : data;
}

/** Returns the time span of the server's answer in epoch milliseconds; `unknown` if the keyword cannot be parsed. */
function spanOfAnswer(answer: NaturalDate | null): Span | 'unknown' {
  const from = instantOfWire(answer?.from ?? '');
  const to = instantOfWire(answer?.to ?? '');
  return from === undefined || to === undefined ? 'unknown' : { from, to };
}

/** Returns a function that resolves a keyword such as "yesterday" at the current time, for the time range pop-over. */
export function useKeywordCheck(): (keyword: string, timezone: string) => Promise<Span | 'unknown'> {
  const { client, queryClient } = useConnection();
  return useCallback(
    async (keyword, timezone) =>
      spanOfAnswer(await queryClient.fetchQuery(naturalDateQuery(client, keyword, timezone))),
    [client, queryClient],
  );
}

/**
 * Returns the instants of a keyword range for the search bar of the console; undefined for other ranges, for an unknown
 * keyword, and until the server has answered. A range without a time zone is resolved in UTC, as on the server. On
 * other host pages this function returns undefined, so that the search bar shows the keyword itself.
 */
export function useKeywordSpan(range: TimeRange): Span | undefined {
  const { client } = useConnection();
  const isConsole = useHostElement().element.localName === 'log-console';
  const keyword = range.type === 'keyword' && isConsole ? range.keyword : '';
  const zone = (range.type === 'keyword' && range.timezone) || 'Etc/UTC';
  const { data } = useQuery({
    ...naturalDateQuery(client, keyword, zone),
    enabled: keyword !== '',
    select: spanOfAnswer,
  });
  return data === 'unknown' ? undefined : data;
}
