/**
 * Converts the query of the search page to the page's address and back (spec 1 §2 "Search links"; screens/search.md §0
 * "URL ↔ search").
 */
import type { TimeRange } from '../../api/contract/searches.js';
import type { WidgetModeAddress } from '../widget-mode.js';
import type { QueryDraft } from './document.js';
import type { PageLook } from './page-look.js';

/** State of the search page in its address; in place of absent members the values of the view apply. */
export interface AddressState extends Partial<QueryDraft> {
  /** Id of the message that message tables highlight. */
  readonly highlightMessage?: string;
  /** Further parts of the page in the address, such as columns, sorting and stacking (page-look.ts). */
  readonly look?: PageLook;
}

const rangeParameters = ['rangetype', 'relative', 'from', 'to', 'keyword', 'timezone'] as const;

const secondsOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,12}$/.test(text.trim()) ? Number(text) : undefined;

/** Reads the state of the search page from an address; unreadable parts count as absent. */
export function readAddress(search: string | URLSearchParams): AddressState {
  const parameters = new URLSearchParams(search);
  const timeRange = readRange(parameters);
  const queryString = parameters.get('q');
  const streams = (parameters.get('streams') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const highlightMessage = parameters.get('highlightMessage');
  return {
    ...(queryString ? { queryString } : {}),
    ...(timeRange ? { timeRange } : {}),
    ...(streams.length > 0 ? { streams } : {}),
    ...(highlightMessage ? { highlightMessage } : {}),
  };
}

function readRange(parameters: URLSearchParams): TimeRange | undefined {
  const relative = secondsOf(parameters.get('relative'));
  const type = parameters.get('rangetype') ?? (parameters.has('relative') ? 'relative' : undefined);
  const from = parameters.get('from');
  const to = parameters.get('to');
  switch (type) {
    case 'relative': {
      if (relative !== undefined) return relative === 0 ? { type, range: 0 } : { type, from: relative };
      const seconds = secondsOf(from);
      const until = secondsOf(to);
      if (seconds === undefined) return undefined;
      return until === undefined || until === 0 ? { type, from: seconds } : { type, from: seconds, to: until };
    }
    case 'absolute':
      return from && to ? { type, from, to } : undefined;
    case 'keyword': {
      const keyword = parameters.get('keyword');
      const timezone = parameters.get('timezone');
      if (!keyword) return undefined;
      return timezone ? { type, keyword, timezone } : { type, keyword };
    }
    default:
      return undefined;
  }
}

/**
 * Returns the parameters of the address with the query; other parameters stay, and `streams` is left out when empty.
 * @throws Error 'Invalid range type' when the type of the range is unknown (spec 1 §2)
 */
export function writeAddress(
  current: string | URLSearchParams,
  { queryString, timeRange, streams }: QueryDraft,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  parameters.set('q', queryString);
  writeRange(parameters, timeRange);
  if (streams.length > 0) parameters.set('streams', streams.join(','));
  else parameters.delete('streams');
  return parameters;
}

/**
 * Replaces the range in the parameters; undefined only removes it.
 * @throws Error 'Invalid range type' when the type of the range is unknown (spec 1 §2)
 */
export function writeRange(parameters: URLSearchParams, range: TimeRange | undefined): void {
  for (const name of rangeParameters) parameters.delete(name);
  for (const [name, value] of Object.entries(range ? rangeToParameters(range) : {})) parameters.set(name, value);
}

function rangeToParameters(range: TimeRange): Record<string, string> {
  switch (range.type) {
    case 'relative':
      if (range.range === 0 || (range.to === undefined && range.from === undefined)) {
        return { rangetype: 'relative', relative: String(range.range ?? 0) };
      }
      if (range.to === undefined) return { rangetype: 'relative', relative: String(range.from ?? 0) };
      return { rangetype: 'relative', from: String(range.from ?? 0), to: String(range.to) };
    case 'absolute':
      return { rangetype: 'absolute', from: range.from, to: range.to };
    case 'keyword':
      return {
        rangetype: 'keyword',
        keyword: range.keyword,
        // The time zone is included, because a user who follows the link may have another time zone.
        ...(range.timezone && { timezone: range.timezone }),
      };
    default:
      throw new Error('Invalid range type');
  }
}

/** Longest refresh interval in seconds that the timers of browsers support. */
const longestRefreshSeconds = Math.floor((2 ** 31 - 1) / 1000);

/** Returns the refresh interval in the address, in seconds; undefined if it is absent, unreadable or below a second. */
export function readRefresh(search: string | URLSearchParams): number | undefined {
  const refresh = Number(new URLSearchParams(search).get('refresh') ?? '');
  return Number.isFinite(refresh) && refresh >= 1 ? Math.min(refresh, longestRefreshSeconds) : undefined;
}

/** Returns the parameters of the address with the refresh interval in seconds; other parameters stay. */
export function writeRefresh(current: string | URLSearchParams, refresh: number | undefined): URLSearchParams {
  const parameters = new URLSearchParams(current);
  if (refresh === undefined) parameters.delete('refresh');
  else parameters.set('refresh', String(refresh));
  return parameters;
}

/**
 * Reads from an address which widget has the page to itself: `focusedId`, and flags with the text `true` (spec 2 §2).
 */
export function readWidgetMode(search: string | URLSearchParams): WidgetModeAddress {
  const parameters = new URLSearchParams(search);
  const focusedId = parameters.get('focusedId');
  if (!focusedId) return {};
  return {
    focusedId,
    ...(parameters.get('focusing') === 'true' && { focusing: true }),
    ...(parameters.get('editing') === 'true' && { editing: true }),
  };
}

/** Returns the parameters of the address with the widget mode; other parameters stay. */
export function writeWidgetMode(
  current: string | URLSearchParams,
  { focusedId, focusing, editing }: WidgetModeAddress,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  for (const name of ['focusedId', 'focusing', 'editing']) parameters.delete(name);
  if (focusedId === undefined) return parameters;
  parameters.set('focusedId', focusedId);
  if (focusing) parameters.set('focusing', 'true');
  if (editing) parameters.set('editing', 'true');
  return parameters;
}

/** Returns the parameters of a link to a search from another page of the console; `interval` is passed unchanged. */
export function searchLink(draft: QueryDraft, interval?: string): URLSearchParams {
  const parameters = writeAddress('', draft);
  if (interval !== undefined) parameters.set('interval', interval);
  return parameters;
}
