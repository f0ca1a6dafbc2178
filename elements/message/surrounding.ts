/** "Show surrounding messages": a search around the time of a message (spec 2 §2, screens/search.md §8). Pure. */
import { addToQuery, escapeField, quote } from '../../api/language/index.js';
import type { ResultMessage } from '../../api/contract/searches.js';
import { instantOf } from '../widgets/time/format-instant.js';
import { ownValue } from '../widgets/values/own-value.js';

export interface SurroundingConfig {
  /** ISO 8601 durations → label, as configured. */
  readonly options: Readonly<Record<string, string>>;
  readonly filterFields: readonly string[];
}
export interface SurroundingOption {
  readonly seconds: number;
  readonly label: string;
}

/** Seconds of an ISO duration such as `PT1M30S` or `P1D`; undefined if it is none. Months have 30, years 365 days. */
export function durationSeconds(duration: string): number | undefined {
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
    duration,
  );
  if (!match || duration.endsWith('P') || duration.endsWith('T')) return undefined;
  const parts = match.slice(1).map((part) => Number(part ?? 0));
  const units = [31_536_000, 2_592_000, 604_800, 86_400, 3600, 60, 1];
  return parts.reduce((sum, part, index) => sum + part * (units[index] ?? 0), 0);
}

/** Options by length; what is no duration is left out. */
export function surroundingOptions(options: SurroundingConfig['options']): SurroundingOption[] {
  return Object.entries(options)
    .map(([duration, label]) => ({ seconds: durationSeconds(duration), label }))
    .filter((option): option is SurroundingOption => option.seconds !== undefined)
    .sort((a, b) => a.seconds - b.seconds);
}

/** Route of the search `seconds` around the message; undefined when the message has no time. */
export function surroundingRoute(
  message: ResultMessage,
  seconds: number,
  filterFields: readonly string[],
  streams: readonly string[] = [],
): string | undefined {
  const instant = instantOf(message.message['timestamp']);
  if (instant === undefined) return undefined;
  const query = filterFields
    .map((field) => [field, ownValue(message.message, field)] as const)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== 'object' && value !== '')
    .reduce((joined, [field, value]) => addToQuery(joined, `${escapeField(field)}:${quote(String(value))}`), '');
  const parameters = new URLSearchParams({
    rangetype: 'absolute',
    from: new Date(instant - seconds * 1000).toISOString(),
    to: new Date(instant + seconds * 1000).toISOString(),
    ...(query !== '' && { q: query }),
    ...(streams.length > 0 && { streams: streams.join(',') }),
    highlightMessage: String(message.message['_id'] ?? ''),
  });
  return `/search?${parameters.toString()}`;
}
