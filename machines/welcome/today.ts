/**
 * Facts about today for the welcome page: builds one small search, and turns its answer into numbers, bars and sources.
 * The functions are pure.
 */
import type { Search, SearchJob, SearchType } from '../../api/contract/searches.js';
import type { PatternOfMessages, PatternsAnswer } from '../../api/contract/patterns.js';
import { effectiveRange } from '../search-execution/effective-range.js';
import { instantOf, localOf } from '../time-range/zone.js';
import { pivotOf, totalOf } from '../view/draft-search.js';

const dayMs = 86_400_000;
export const slotMs = 1_800_000;
const slotsOfDay = dayMs / slotMs;
const sourceRows = 6;
const comparedSources = 200;
/** Query for messages with the levels emergency to error (RFC 5424). */
export const errorQuery = 'level:[0 TO 3]';

export interface Today {
  /** Midnight at the start of today in the time zone; `now` is the present. Both are in epoch milliseconds. */
  readonly start: number;
  readonly now: number;
  /**
   * Midnight at the start of yesterday; `sameTime` is the present time of day yesterday. Both are in epoch
   * milliseconds.
   */
  readonly before: number;
  readonly sameTime: number;
}

/** Returns the instants of today and yesterday. @param now epoch milliseconds @param zone IANA name of the time zone */
export function todayOf(now: number, zone: string): Today {
  const local = localOf(now, zone);
  const midnight = Math.floor(local / dayMs) * dayMs;
  return {
    now,
    start: instantOf(midnight, zone),
    before: instantOf(midnight - dayMs, zone),
    sameTime: instantOf(local - dayMs, zone),
  };
}

const absolute = (from: number, to: number) =>
  ({
    type: 'absolute',
    from: new Date(from).toISOString(),
    to: new Date(Math.max(to, from + 1)).toISOString(),
  }) as const;
export const todayRange = ({ start, now }: Today) => absolute(start, now);

export function todaySearch(today: Today): Search {
  const todays = absolute(today.start, today.now);
  const yesterdays = absolute(today.before, today.sameTime);
  const errors = { query: { type: 'elasticsearch', query_string: errorQuery } } as const;
  const slots: SearchType['row_groups'] = [
    { type: 'time', fields: ['timestamp'], interval: { type: 'timeunit', timeunit: '30m' } },
  ];
  const bySource = (limit: number): Partial<SearchType> => ({
    row_groups: [{ type: 'values', fields: ['source'], limit }],
    sort: [{ type: 'series', field: 'count()', direction: 'Descending' }],
  });
  const pivot = (id: string, parts: Partial<SearchType>) => pivotOf(id, ['count()'], parts);
  return {
    queries: [
      {
        id: 'today',
        query: { type: 'elasticsearch', query_string: '' },
        timerange: todays,
        filter: null,
        filters: [],
        search_types: [
          pivot('messages', { row_groups: slots }),
          pivot('errors', { row_groups: slots, ...errors }),
          pivot('before', { timerange: yesterdays }),
          pivot('errorsBefore', { timerange: yesterdays, ...errors }),
          pivot('sources', bySource(sourceRows)),
          pivot('sourcesBefore', { timerange: yesterdays, ...bySource(comparedSources) }),
        ],
      },
    ],
    parameters: [],
  };
}

export interface Volume {
  readonly today: number;
  /** Number of messages yesterday from midnight until the present time of day. */
  readonly before: number;
  /** Number of messages in each half hour of today, from midnight on; 0 for half hours in the future. */
  readonly slots: readonly number[];
}

interface LoudSource {
  readonly source: string;
  readonly today: number;
  /**
   * Number of messages yesterday until the present time of day. undefined: the source was not among the top sources
   * yesterday.
   */
  readonly before: number | undefined;
}

interface TodayFacts {
  readonly messages: Volume;
  readonly errors: Volume;
  readonly sources: readonly LoudSource[];
}

/** Returns the facts about today; undefined when the answer lacks today's numbers of messages or of errors. */
export function todayFacts(job: SearchJob, { start }: Today): TodayFacts | undefined {
  const types = job.results?.['today']?.search_types ?? {};
  const volume = (id: string, before: string): Volume | undefined => {
    const total = totalOf(types[id]);
    if (total === undefined) return undefined;
    const slots = new Array<number>(slotsOfDay).fill(0);
    for (const [key, count] of rowsOf(types[id])) {
      const slot = Math.floor((Date.parse(key) - start) / slotMs);
      if (slot >= 0 && slot < slotsOfDay) slots[slot] = (slots[slot] ?? 0) + count;
    }
    return { today: total, before: totalOf(types[before]) ?? 0, slots };
  };
  const messages = volume('messages', 'before');
  const errors = volume('errors', 'errorsBefore');
  if (!messages || !errors) return undefined;
  const earlier = new Map(rowsOf(types['sourcesBefore']));
  const sources = rowsOf(types['sources']).map(([source, today]) => ({ source, today, before: earlier.get(source) }));
  return { messages, errors, sources };
}

function rowsOf(found: NonNullable<NonNullable<SearchJob['results']>[string]>['search_types'][string] | undefined) {
  if (found?.type !== 'pivot') return [];
  return (found.rows ?? []).flatMap(({ key, values, source }): [string, number][] => {
    const [first] = key;
    const count = Number(values[0]?.value ?? 0);
    return source === 'leaf' && first !== undefined ? [[String(first), count]] : [];
  });
}

/** Smallest ratio between today and yesterday, in either direction, that counts as a difference. */
const leastNotableRatio = 1.05;

/** Compares two numbers of messages in words, for example "4% more than yesterday" or "3.1 times yesterday". */
export function comparisonText(today: number, before: number): string {
  if (before === 0) return today === 0 ? 'none yesterday either' : 'none yesterday until now';
  const ratio = today / before;
  if (ratio >= 2)
    return `${ratio >= 10 ? Math.round(ratio).toLocaleString('en-US') : ratio.toFixed(1)} times yesterday`;
  if (ratio > leastNotableRatio) return `${Math.round((ratio - 1) * 100)}% more than yesterday`;
  if (ratio < 1 / leastNotableRatio) return `${Math.round((1 - ratio) * 100)}% fewer than yesterday`;
  return 'about as many as yesterday';
}

type PatternsOfTwoDays = Pick<PatternsAnswer, 'patterns' | 'examined' | 'total_results' | 'effective_timerange'>;

/**
 * Returns the patterns that occurred today and not yesterday, the most frequent first.
 * @returns undefined when there were so many messages that no message of yesterday was examined; no pattern is then
 * known to be new
 */
export function newPatterns(answer: PatternsOfTwoDays, { start }: Today): readonly PatternOfMessages[] | undefined {
  const { patterns, examined, total_results: total } = answer;
  const from = effectiveRange(answer)?.from;
  if (examined < total && (from === undefined || Date.parse(from) >= start)) return undefined;
  return patterns.filter(({ first }) => Date.parse(first) >= start);
}
