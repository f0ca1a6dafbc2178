/**
 * Counts how many of the displayed messages have each field, with one search of ordinary pivots, and ranks the fields
 * by these numbers. The functions are pure.
 */
import type {
  FieldType,
  MessagesResult,
  QueryResult,
  Search,
  SearchError,
  SearchJob,
  SearchType,
  TimeRange,
} from '../../api/contract/searches.js';
import { fieldExists } from '../../api/language/index.js';
import { numberOf } from '../pivot/numbers.js';
import { errorsOf, pivotOf, rowValues, searchOf, totalOf, type SearchedDraft } from './draft-search.js';
import { matchingFields, type ListedField } from './listed-fields.js';

/** Maximum number of fields that one pivot counts, because servers limit pivots. */
const countsPerPivot = 200;
/** Maximum number of fields that are counted; further fields are listed without a count. */
const mostCounted = 2_000;
/** Maximum number of full-text fields that are counted, because each of them needs a query of its own. */
const mostTexts = 8;
const queryId = 'presence';

/** Tells whether a field is full text. Servers store no values of such a field, so its metrics fail. */
export const isFreeText = ({ properties }: FieldType['type']): boolean =>
  properties.includes('full-text-search') && !properties.includes('enumerable');

/**
 * Builds the search that counts the fields. A full-text field is counted with a query for the messages that have it.
 */
export function presenceSearch(draft: SearchedDraft, fields: readonly FieldType[]): Search {
  const counted = fields.slice(0, mostCounted);
  const plain = counted.filter(({ type }) => !isFreeText(type)).map(({ name }) => `count(${name})`);
  const pivots: SearchType[] = [];
  for (let from = 0; from < plain.length; from += countsPerPivot)
    pivots.push(pivotOf(`counts-${from}`, plain.slice(from, from + countsPerPivot)));
  // The field `message` is not counted, because every message has it.
  const texts = counted.filter(({ name, type }) => isFreeText(type) && name !== 'message').slice(0, mostTexts);
  return searchOf(queryId, draft, [
    pivotOf('total', []),
    ...pivots,
    ...texts.map(({ name }) =>
      pivotOf(`text-${name}`, [], { query: { type: 'elasticsearch', query_string: fieldExists(name) } }),
    ),
  ]);
}

export interface Presence {
  /** Number of messages found; undefined: the search failed. */
  readonly total: number | undefined;
  /** Number of messages that have a field, by field name. Fields that were not counted are absent. */
  readonly counts: ReadonlyMap<string, number>;
  /** Errors because of which counts are missing. */
  readonly errors: readonly SearchError[];
}

export function presenceOf(job: SearchJob): Presence {
  const query = job.results?.[queryId];
  const results = Object.entries(query?.search_types ?? {});
  const total = totalOf(query?.search_types?.['total']);
  const errors = errorsOf(job, query);
  if (total === undefined) return { total, counts: new Map(), errors };
  const counts = new Map<string, number>([['message', total]]);
  for (const [id, result] of results) {
    if (id.startsWith('text-')) {
      const own = totalOf(result);
      if (own !== undefined) counts.set(id.slice('text-'.length), own);
    } else
      for (const [name, value] of rowValues(result))
        // A list value counts once per entry, so that the count could exceed the number of messages.
        counts.set(name.slice('count('.length, -1), Math.min(total, numberOf(value) ?? 0));
  }
  return { total, counts, errors };
}

export interface RankedField extends ListedField {
  /** Number of messages with the field; undefined: it was not counted. */
  readonly count: number | undefined;
}

/**
 * Ranks fields by the number of messages that have them, then by name. Fields that were not counted come after them.
 * Fields that do not occur in the searched messages come last.
 *
 * Fields that no message has are left out, unless they are pinned, `all` is true, or no messages were found. Without
 * `presence`, all fields stay in their order.
 * @param fields fields sorted by name
 */
export function rankedFields(
  fields: readonly ListedField[],
  presence: Presence | undefined,
  all: boolean,
  pinned: readonly string[] = [],
): readonly RankedField[] {
  const ranked = fields.map((field): RankedField => ({ ...field, count: presence?.counts.get(field.name) }));
  if (!presence) return ranked;
  const rank = ({ count, inQuery }: RankedField): number => (inQuery ? (count ?? -1) : -2);
  // Equal fields stay in order of their names, because they are already sorted by name and sorting is stable.
  const kept = new Set(pinned);
  const stays = ({ count, name }: RankedField): boolean => all || !presence.total || count !== 0 || kept.has(name);
  return ranked.filter(stays).sort((a, b) => rank(b) - rank(a));
}

/** Fields in three groups; every field is in only one of them. */
export interface FieldGroups {
  readonly pinned: readonly RankedField[];
  readonly recent: readonly RankedField[];
  readonly others: readonly RankedField[];
}

export function groupedFields(
  fields: readonly RankedField[],
  pinned: readonly string[],
  recent: readonly string[],
  filter: string,
): FieldGroups {
  const matching = matchingFields(fields, filter);
  const byName = new Map(matching.map((field) => [field.name, field]));
  const take = (names: readonly string[]): RankedField[] =>
    names.flatMap((name) => {
      const field = byName.get(name);
      byName.delete(name);
      return field ?? [];
    });
  const first = take(pinned);
  const next = take(recent);
  return { pinned: first, recent: next, others: [...byName.values()] };
}

/**
 * Returns the effective range of the displayed messages, which statistics use. If the result has no such range, it
 * returns the requested range.
 */
export function rangeOfResult(result: QueryResult | undefined, requested: TimeRange): TimeRange {
  const found = Object.values(result?.search_types ?? {});
  const messages = found.find((one): one is MessagesResult => one.type === 'messages');
  const { from, to } = messages?.effective_timerange ?? result?.execution_stats?.effective_timerange ?? {};
  return from && to ? { type: 'absolute', from, to } : requested;
}
