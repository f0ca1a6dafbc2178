/**
 * Converts between the address of a dashboard and its global override, page and refresh interval (spec 2 §2). The
 * widget mode is in the address as on the search page: `readWidgetMode`, `writeWidgetMode`.
 */
import type { TimeRange } from '../../api/contract/searches.js';
import { rangeFault } from '../time-range/fault.js';
import { spanOf } from '../time-range/ranges.js';
import { isTimeZone } from '../time-range/zone.js';
import { readAddress, readRefresh, writeRange, writeRefresh } from './address.js';

export interface DashboardAddress {
  /** Id of the page; undefined: the first. */
  readonly page: string | undefined;
  /** Query for all widgets; empty: none. */
  readonly query: string;
  /** Time range for all widgets; undefined: each has its own. */
  readonly range: TimeRange | undefined;
  /** Seconds between refreshes; undefined: none. */
  readonly refresh: number | undefined;
}

/** Reads the address; unreadable or unusable members count as absent. */
export function readDashboardAddress(search: string | URLSearchParams): DashboardAddress {
  const parameters = new URLSearchParams(search);
  const { queryString = '', timeRange } = readAddress(parameters);
  return {
    page: parameters.get('page') || undefined,
    query: queryString.trim() === '' ? '' : queryString,
    range: timeRange && isAskable(timeRange) ? timeRange : undefined,
    refresh: readRefresh(parameters),
  };
}

function isAskable(range: TimeRange): boolean {
  if (range.type === 'keyword') return range.timezone === undefined || isTimeZone(range.timezone);
  if (rangeFault(range) !== undefined) return false;
  const span = spanOf(range, 0);
  return span === undefined || span.from <= span.to;
}

/** Writes changes into the parameters of the address; empty values are removed, other parameters stay. */
export function writeDashboardAddress(
  current: string | URLSearchParams,
  changes: Partial<DashboardAddress>,
): URLSearchParams {
  const parameters = new URLSearchParams(current);
  if ('range' in changes) writeRange(parameters, changes.range);
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
