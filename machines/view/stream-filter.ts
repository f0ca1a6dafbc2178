/** Converts the streams of a query to its filter and back (screens/search.md §2; contract search S5). */
import type { Filter } from '../../api/contract/searches.js';

/** Returns the ids of all streams in a filter, each once, in order. */
export function streamsOfFilter(filter: Filter | null | undefined): readonly string[] {
  return [...new Set(collect(filter))];
}

function collect(filter: Filter | null | undefined): string[] {
  if (!filter) return [];
  if (filter.type === 'stream') return filter.id === undefined ? [] : [filter.id];
  return (filter.filters ?? []).flatMap(collect);
}

/**
 * Returns a filter for the given streams: an `or` of streams. Other parts of the old filter, such as a query string,
 * are kept and combined with it by `and`. Null: there is nothing to filter by.
 */
export function withStreams(filter: Filter | null | undefined, streams: readonly string[]): Filter | null {
  const others = withoutStreams(filter);
  const chosen: Filter | null =
    streams.length === 0 ? null : { type: 'or', filters: streams.map((id) => ({ type: 'stream', id })) };
  if (!others) return chosen;
  if (!chosen) return others;
  const rest = others.type === 'and' ? (others.filters ?? []) : [others];
  return { type: 'and', filters: [chosen, ...rest] };
}

function withoutStreams(filter: Filter | null | undefined): Filter | null {
  if (!filter || filter.type === 'stream') return null;
  if (!filter.filters) return filter;
  const kept = filter.filters.flatMap((inner) => withoutStreams(inner) ?? []);
  if (kept.length === 0) return null;
  if (kept.length === filter.filters.length && kept.every((inner, index) => inner === filter.filters?.[index]))
    return filter;
  const [only] = kept;
  return kept.length === 1 && only ? only : { ...filter, filters: kept };
}
