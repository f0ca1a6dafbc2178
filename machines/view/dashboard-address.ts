/**
 * Converts a dashboard's override, page, refresh interval and variables to its address and back (spec 2 §2). The widget
 * mode is in the address as on the search page: see `readWidgetMode` and `writeWidgetMode`.
 */
import type { TimeRange } from '../../api/contract/searches.js';
import { rangeFault } from '../time-range/fault.js';
import { spanOf } from '../time-range/ranges.js';
import { isTimeZone } from '../time-range/zone.js';
import { readAddress, readRefresh, writeRange, writeRefresh } from './address.js';

export interface DashboardAddress {
  /** Id of the page; undefined: the first page. */
  readonly page: string | undefined;
  /** Query that applies to all widgets; empty: no such query. */
  readonly query: string;
  /** Time range that applies to all widgets; undefined: every widget has its own range. */
  readonly range: TimeRange | undefined;
  /** Seconds between refreshes; undefined: there is no automatic refresh. */
  readonly refresh: number | undefined;
  /** Values of variables, as the `var-…` parameters of an address; empty: the defaults apply. */
  readonly variables: string;
}

/** Reads the address of a dashboard; unreadable and unusable members count as absent. */
export function readDashboardAddress(search: string | URLSearchParams): DashboardAddress {
  const parameters = new URLSearchParams(search);
  const { queryString = '', timeRange } = readAddress(parameters);
  return {
    page: parameters.get('page') || undefined,
    query: queryString.trim() === '' ? '' : queryString,
    range: timeRange && isAskable(timeRange) ? timeRange : undefined,
    refresh: readRefresh(parameters),
    variables: new URLSearchParams([...parameters].filter(isVariable)).toString(),
  };
}

const isVariable = ([name]: readonly [string, string]): boolean => name.startsWith('var-');

function isAskable(range: TimeRange): boolean {
  if (range.type === 'keyword') return range.timezone === undefined || isTimeZone(range.timezone);
  if (rangeFault(range) !== undefined) return false;
  const span = spanOf(range, 0);
  return span === undefined || span.from <= span.to;
}

/** Returns the parameters of the address with some changes; empty values are removed, other parameters stay. */
export function writeDashboardAddress(
  current: string | URLSearchParams,
  changes: Partial<DashboardAddress>,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  if ('range' in changes) writeRange(parameters, changes.range);
  if (changes.variables !== undefined) {
    for (const entry of [...parameters]) if (isVariable(entry)) parameters.delete(entry[0]);
    for (const [name, value] of new URLSearchParams(changes.variables)) parameters.append(name, value);
  }
  const texts = {
    ...('page' in changes && { page: changes.page }),
    ...('query' in changes && { q: changes.query }),
  };
  for (const [name, text] of Object.entries(texts)) {
    if (text) parameters.set(name, text);
    else parameters.delete(name);
  }
  return 'refresh' in changes ? writeRefresh(parameters, changes.refresh) : parameters;
}
