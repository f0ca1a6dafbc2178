/**
 * Checks the answers of searches. A result whose form is not usable counts as missing, so that its widget shows an
 * error while the rest of the page works.
 */
import type { QueryResult, SearchError, SearchJob, SearchTypeResult } from '../../api/contract/searches.js';
import { isObject } from '../../api/is-object.js';
import { isRange } from './effective-range.js';

type Fields = Readonly<Record<string, unknown>>;

const isError = (value: unknown): value is SearchError => isObject(value);
const isMessage = (value: unknown): boolean => isObject(value) && isObject(value['message']);
const isRow = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['values']) && value['values'].every(isObject);

function isSearchType(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const listOf = (name: string, holds: (entry: unknown) => boolean) => {
    const list = value[name];
    return Array.isArray(list) && list.every(holds);
  };
  if (value['type'] === 'messages') return listOf('messages', isMessage);
  if (value['type'] === 'pivot') return listOf('rows', isRow);
  return value['type'] !== 'events' || listOf('events', isObject);
}

/**
 * Tells whether a match can be highlighted: start and length must be non-negative numbers (spec 2 §5). Invalid matches
 * are dropped, but their message is kept.
 */
const isMatch = (value: unknown): boolean =>
  isObject(value) && [value['start'], value['length']].every((number) => typeof number === 'number' && number >= 0);

function usableMatches(value: unknown): Fields | null {
  if (!isObject(value)) return null;
  const fields = Object.entries(value);
  if (fields.every(([, ranges]) => Array.isArray(ranges) && ranges.every(isMatch))) return value;
  return Object.fromEntries(
    fields.map(([field, ranges]) => [field, Array.isArray(ranges) ? ranges.filter(isMatch) : []]),
  );
}

function usableMessage(message: Fields): Fields {
  const { highlight_ranges: matches, decoration_stats: stats } = message;
  const usable = matches == null ? matches : usableMatches(matches);
  const wrongStats = stats != null && !(isObject(stats) && statsParts.every((part) => isObject(stats[part] ?? {})));
  if (usable === matches && !wrongStats) return message;
  return { ...message, highlight_ranges: usable, ...(wrongStats && { decoration_stats: null }) };
}
const statsParts = ['added_fields', 'changed_fields', 'removed_fields'];

const isKey = (key: unknown): boolean => Array.isArray(key) && key.every((part) => typeof part === 'string');
const keyPart = (part: unknown): string => (typeof part === 'string' ? part : (JSON.stringify(part) ?? ''));
/**
 * Returns an object whose `key` is a list of strings. A single value becomes a list. An entry that is no string becomes
 * JSON.
 */
const withKey = (object: Fields): Fields =>
  isKey(object['key']) ? object : { ...object, key: [object['key'] ?? []].flat().map(keyPart) };

function usableRow(row: Fields): Fields {
  const values = row['values'] as readonly Fields[];
  return withKey(values.every(({ key }) => isKey(key)) ? row : { ...row, values: values.map(withKey) });
}

function usableEntries(result: Fields): Fields {
  const { type } = result;
  const name = type === 'messages' ? 'messages' : type === 'pivot' ? 'rows' : undefined;
  if (name === undefined) return result;
  const list = result[name] as readonly Fields[];
  const usable = list.map(name === 'rows' ? usableRow : usableMessage);
  return usable.every((entry, index) => entry === list[index]) ? result : { ...result, [name]: usable };
}

const errorsIn = (value: unknown): SearchError[] => (Array.isArray(value) ? value.filter(isError) : []);

/**
 * Returns an object without an unreadable range. The range of the whole query replaces it if that is readable. Readers
 * take the range from `effectiveRange`.
 */
function withUsableRange(object: Fields, whole?: unknown): Fields {
  const { effective_timerange: range, ...rest } = object;
  if (range === undefined || isRange(range)) return object;
  return isRange(whole) ? { ...rest, effective_timerange: whole } : rest;
}

function usableResult(result: QueryResult): QueryResult {
  const stats: Fields = isObject(result.execution_stats) ? result.execution_stats : {};
  const types: Fields = isObject(result.search_types) ? result.search_types : {};
  const usable = Object.entries(types).flatMap(([id, found]) => {
    if (!isSearchType(found)) return [];
    const shown = withUsableRange(usableEntries(found), stats['effective_timerange']);
    // `isSearchType` and `usableEntries` make sure that the result has this type.
    return [[id, shown as Fields & SearchTypeResult] as const];
  });
  return {
    ...result,
    execution_stats: withUsableRange({
      ...stats,
      duration: typeof stats['duration'] === 'number' ? stats['duration'] : 0,
      timestamp: typeof stats['timestamp'] === 'string' ? stats['timestamp'] : '',
    }) as QueryResult['execution_stats'],
    errors: errorsIn(result.errors),
    search_types: Object.fromEntries(usable),
  };
}

/** Returns a job with usable results only; missing members get neutral values. */
export function usableJob(job: SearchJob): SearchJob {
  const results: unknown = job.results;
  const own = Object.entries(isObject(results) ? results : {}).filter(([, result]) => isObject(result));
  return {
    ...job,
    errors: errorsIn(job.errors),
    results: isObject(results)
      ? Object.fromEntries(own.map(([id, result]) => [id, usableResult(result as QueryResult)]))
      : {},
  };
}
