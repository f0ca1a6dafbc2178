import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeRange } from '../../../api/contract/searches.js';
import type { SearchExecutionContext } from '../../../machines/search-execution/machine-types.js';
import { searchedSpan } from '../../../machines/search-execution/searched-span.js';
import { untyped } from '../../untyped.js';

const before: TimeRange = { type: 'relative', from: 300 };
const after: TimeRange = {
  type: 'absolute',
  from: '2026-11-22T09:50:00.000+00:00',
  to: '2026-11-22T09:55:00.000+00:00',
};
const effective = { type: 'absolute', from: '2026-11-22T09:55:00.000Z', to: '2026-11-22T10:00:00.000Z' } as const;

/** Returns a search with one query, and a displayed result that may belong to another search. */
const context = (timerange: TimeRange, id: string, shownId: string, reported: unknown = effective) =>
  untyped<SearchExecutionContext>({
    request: { search: { id, queries: [{ id: 'q', timerange }] }, queryId: 'q', widgetMapping: {} },
    shown: {
      searchId: shownId,
      queryId: 'q',
      widgetMapping: {},
      conditions: {},
      errors: [],
      result: { execution_stats: { effective_timerange: reported } },
    },
  });

test('the searched span of a time range is taken only from the result of this range', () => {
  const span = { from: Date.parse(effective.from), to: Date.parse(effective.to) };
  const nothing = { request: undefined, shown: undefined };
  const table: [context: Pick<SearchExecutionContext, 'request' | 'shown'>, range: TimeRange, expected: unknown][] = [
    [context(before, 'one', 'one'), before, span],
    // The range was changed, but its search has not been created yet.
    [context(before, 'one', 'one'), after, undefined],
    // The new search is running: the displayed result belongs to the previous one.
    [context(after, 'two', 'one'), after, undefined],
    [context(after, 'two', 'two'), after, span],
    [nothing, before, undefined],
    // A range that cannot be read is removed from the answer.
    [context(before, 'one', 'one', null), before, undefined],
    [context(before, 'one', 'one', { ...effective, from: 'soon' }), before, undefined],
  ];
  for (const [given, range, expected] of table) assert.deepEqual(searchedSpan(given, range), expected);
});
