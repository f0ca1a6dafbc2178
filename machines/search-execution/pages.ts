/**
 * Prepares requests for pages of message tables, and merges the answers into the state. Each table has its own page.
 */
import { belongsTo } from './belonging.js';
import type { JobSettled } from './job.js';
import type { PageState, SearchExecutionContext } from './machine-types.js';
import { joinedResult, widgetOfPage } from './parts.js';
import { errorsOfPage, pageState, withPage, type PageRequest } from './results.js';

export const pageKey = (searchTypeId: string): string => `page ${searchTypeId}`;

/** Contains the request for a page, and the state of the page until the answer arrives. */
export interface BegunPage {
  readonly searchId: string;
  readonly state: ReturnType<typeof pageState>;
  readonly page: PageState;
}

/**
 * Prepares the request of a page; returns undefined while no result of the latest request is shown. If widgets are
 * executed separately, this means a result of the widget with the message table.
 */
export function begunPage(
  { request, parts, shown: whole }: SearchExecutionContext,
  requested: PageRequest,
): BegunPage | undefined {
  const shown = request?.apart ? parts[widgetOfPage(parts, requested) ?? '']?.shown : whole;
  if (!request || !shown || !belongsTo(shown, request)) return undefined;
  const { searchTypeId, offset, limit, mode, range } = requested;
  const result = shown.result?.search_types[searchTypeId];
  const effective = result && 'effective_timerange' in result ? result.effective_timerange : undefined;
  return {
    searchId: request.search.id,
    state: pageState(request, requested, effective),
    page: { searchTypeId, offset, limit, mode, range, status: 'loading', errors: [], failure: undefined },
  };
}

/** Returns the members of the machine's context that the answer to the request for a page changes. */
export function settledPage(
  { pages, parts, request, shown: whole }: SearchExecutionContext,
  { key, outcome }: JobSettled,
): Partial<SearchExecutionContext> {
  const page = pages[key];
  const widgetId = page && request?.apart ? widgetOfPage(parts, page) : undefined;
  const part = widgetId === undefined ? undefined : parts[widgetId];
  const shown = part ? part.shown : whole;
  if (!page || !shown) return {};
  const errors = outcome.kind === 'done' ? errorsOfPage(page, shown.queryId, outcome.job) : [];
  const status: PageState['status'] = outcome.kind === 'done' && errors.length === 0 ? 'shown' : 'failed';
  const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
  const paged = { pages: { ...pages, [key]: { ...page, status, errors, failure } } };
  if (outcome.kind !== 'done' || errors.length > 0) return paged;
  const turned = withPage(shown, page, outcome.job);
  if (!part || widgetId === undefined || !request) return { ...paged, shown: turned };
  const after = { ...parts, [widgetId]: { ...part, shown: turned } };
  return { ...paged, parts: after, shown: joinedResult(after, request) };
}
