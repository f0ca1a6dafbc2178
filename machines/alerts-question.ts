/**
 * Describes the search of the page of alerts and events: its form in the address, and the parts of the last search that
 * the browser remembers (screens/dashboards-sharing-alerts.md §8). The functions are pure.
 */
import { quoteExactly } from '../api/language/escape.js';
import type { AlertGroupSort, AlertsSearchParameters, AlertStatus, AlertTimeline } from '../api/contract/alerts.js';
import type { ListSort } from './paged-list.js';

export const alertPageSizes = [10, 25, 50, 100] as const;
/** Key of the last search in the local storage (screens/dashboards-sharing-alerts.md §8, Memory). */
export const lastSearchKey = 'events-last-search';

export type AlertTypes = 'only' | 'exclude' | 'include';
export const alertTypes: readonly AlertTypes[] = ['only', 'exclude', 'include'];
/** Columns by which the groups of alerts can be sorted. */
const groupSorts: readonly AlertGroupSort[] = ['timestamp', 'key', 'state', 'since', 'count'];
export const alertStatuses: readonly AlertStatus[] = ['open', 'acknowledged', 'muted', 'closed'];

/** Time span that the user has selected in the timeline; both ends are in ISO 8601. */
export interface ChosenTime {
  readonly from: string;
  readonly to: string;
}

export interface AlertsQuestion {
  readonly query: string;
  /** Length in seconds of the range that ends now; 0: all time. */
  readonly seconds: number;
  /** Selected time span; it is searched in place of the range of `seconds`. */
  readonly chosen?: ChosenTime | undefined;
  readonly type: AlertTypes;
  /** Selected states; empty: alerts in any state. */
  readonly states: readonly AlertStatus[];
  /** Ids of the selected event definitions; empty: events of all definitions. */
  readonly definitions: readonly string[];
  /** Page number, counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly view: 'list' | 'groups';
  readonly groupSort: GroupSort;
}

/** Sort order of the groups; the list of single alerts is always sorted by time, newest first. */
export interface GroupSort extends ListSort {
  readonly attributeId: AlertGroupSort;
}

export const firstAlertsQuestion: AlertsQuestion = {
  query: '',
  seconds: 3600,
  type: 'only',
  states: [],
  definitions: [],
  page: 1,
  pageSize: 10,
  view: 'list',
  groupSort: { attributeId: 'timestamp', direction: 'desc' },
};

export type RememberedSearch = Pick<AlertsQuestion, 'seconds' | 'type'>;

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isGroupSort = (value: unknown): value is AlertGroupSort => groupSorts.includes(value as AlertGroupSort);
const isType = (value: unknown): value is AlertTypes => alertTypes.includes(value as AlertTypes);

/** Returns the parts of a search that the browser remembers: the type of the alerts, and the range in seconds. */
export const keptSearch = ({ seconds, type }: AlertsQuestion) => ({
  filter: { alerts: type, event_definitions: [] },
  timerange: { type: 'relative', range: seconds },
});

/** Reads a remembered search; returns undefined when it is unreadable. */
export function rememberedSearch(kept: unknown): RememberedSearch | undefined {
  const { filter, timerange } = (kept ?? {}) as { filter?: { alerts?: unknown }; timerange?: { range?: unknown } };
  const [type, seconds] = [filter?.alerts, timerange?.range];
  return isType(type) && isSeconds(seconds) ? { type, seconds } : undefined;
}

const isInstant = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text));

/** Reads the address. @param remembered remembered search, which provides the parts that the address lacks */
export function readAlertsQuestion(search: string, remembered?: RememberedSearch): AlertsQuestion {
  const parameters = new URLSearchParams(search);
  const first = { ...firstAlertsQuestion, ...remembered };
  const stream = parameters.get('stream_id');
  const range = parameters.get('range');
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  const type = parameters.get('alerts');
  const page = Number(parameters.get('page') ?? 1);
  const sort = parameters.get('sort');
  const size = Number(parameters.get('pageSize') ?? first.pageSize);
  return {
    query: parameters.get('query') ?? (stream ? `source_streams:${stream}` : ''),
    seconds: range !== null && /^\d{1,12}$/.test(range) ? Number(range) : first.seconds,
    ...(isInstant(from) && isInstant(to) && Date.parse(from) < Date.parse(to) && { chosen: { from, to } }),
    type: isType(type) ? type : first.type,
    states: alertStatuses.filter((one) => (parameters.get('state') ?? '').split(',').includes(one)),
    definitions: [...new Set(parameters.getAll('definition').filter((id) => id !== ''))].slice(0, 100),
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    pageSize: (alertPageSizes as readonly number[]).includes(size) ? size : first.pageSize,
    view: parameters.get('view') === 'groups' ? 'groups' : 'list',
    groupSort: isGroupSort(sort)
      ? { attributeId: sort, direction: parameters.get('order') === 'asc' ? 'asc' : 'desc' }
      : first.groupSort,
  };
}

/** Returns the query string for the address. Default values are left out, except the range and the type. */
export function writeAlertsQuestion(question: AlertsQuestion): string {
  const { query, seconds, chosen, type, states, definitions, page, pageSize, view, groupSort } = question;
  const first = firstAlertsQuestion;
  const { attributeId, direction } = groupSort;
  const isSorted = attributeId !== first.groupSort.attributeId || direction !== first.groupSort.direction;
  const parameters = new URLSearchParams();
  const set = (name: string, value: string | number, when: boolean): void => {
    if (when) parameters.set(name, String(value));
  };
  set('query', query, query !== '');
  // Range and type are always written, because the reader's browser may remember other values of them.
  set('range', seconds, true);
  set('from', chosen?.from ?? '', chosen !== undefined);
  set('to', chosen?.to ?? '', chosen !== undefined);
  set('alerts', type, true);
  set('state', states.join(','), states.length > 0);
  for (const id of definitions) parameters.append('definition', id);
  set('page', page, page !== first.page);
  set('pageSize', pageSize, pageSize !== first.pageSize);
  set('view', view, view !== first.view);
  set('sort', attributeId, isSorted);
  set('order', direction, isSorted);
  return parameters.toString();
}

/**
 * Returns the body of the request for events and alerts.
 * @param view the displayed view, which determines the sort order; it is the list on servers without groups
 */
export function alertsBody(question: AlertsQuestion, view = question.view): AlertsSearchParameters {
  const { query, seconds, chosen, type, states, definitions, page, pageSize, groupSort } = question;
  const { attributeId, direction } = view === 'groups' ? groupSort : firstAlertsQuestion.groupSort;
  return {
    query,
    page,
    per_page: pageSize,
    timerange: chosen ? { type: 'absolute', ...chosen } : { type: 'relative', range: seconds },
    filter: { alerts: type, event_definitions: [...definitions] },
    sort_by: attributeId,
    sort_direction: direction,
    ...(states.length > 0 && { states: [...states] }),
  };
}

/** Returns the query for events with exactly this key; null: for events without a key. */
export const keyQuery = (key: string | null): string =>
  key === null ? 'NOT _exists_:key' : `key:${quoteExactly(key)}`;

/** A bar of the timeline; `from` and `to` are in epoch milliseconds. */
export interface TimelineBar {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly normal: number;
  readonly high: number;
  readonly total: number;
}

/** Maximum number of bars of the timeline. */
const mostBars = 200;

/**
 * Returns the bars of the whole time span, including bars without events. Returns no bars if there would be more than
 * `mostBars`, or if the time span or the interval is empty.
 */
export function timelineBars({ from, to, interval_ms: step, buckets }: AlertTimeline): readonly TimelineBar[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  if (!(step > 0) || !(end > begin) || (end - begin) / step > mostBars) return [];
  const known = new Map(buckets.map((bucket) => [Date.parse(bucket.at), bucket]));
  const bars: TimelineBar[] = [];
  for (let at = begin; at < end; at += step) {
    const { low = 0, normal = 0, high = 0 } = known.get(at) ?? {};
    bars.push({ from: at, to: at + step, low, normal, high, total: low + normal + high });
  }
  return bars;
}

/** Returns the time span from one bar to another, in either order; undefined when one of the bars does not exist. */
export function chosenTime(bars: readonly TimelineBar[], one: number, other: number): ChosenTime | undefined {
  const [first, last] = [bars[Math.min(one, other)], bars[Math.max(one, other)]];
  if (!first || !last) return undefined;
  return { from: new Date(first.from).toISOString(), to: new Date(last.to).toISOString() };
}
