/** A wrong query is one error of the whole page, not an error of each widget. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryResult, SearchError } from '../../../api/contract/searches.js';
import type { Part } from '../../../machines/search-execution/parts.js';
import type { ExecutionRequest, ShownResult } from '../../../machines/search-execution/results.js';
import { sharedError } from '../../../machines/search-execution/shared-error.js';

const wrong = 'Cannot parse query, cause: unexpected end';
const stats: Pick<QueryResult, 'query' | 'execution_stats' | 'state'> = {
  query: { id: 'q', search_types: [] },
  execution_stats: {
    duration: 1,
    timestamp: '2024-03-01T10:00:00.000Z',
    effective_timerange: { type: 'absolute', from: '2024-03-01T09:00:00.000Z', to: '2024-03-01T10:00:00.000Z' },
  },
  state: 'COMPLETED',
};

/** Builds the answer for widgets: each has a result, or the description of its error. */
function answered(widgets: Readonly<Record<string, string | true>>): ShownResult {
  const ids = Object.keys(widgets);
  return {
    searchId: 's',
    queryId: 'q',
    conditions: {},
    widgetMapping: Object.fromEntries([...ids.map((id): [string, string[]] => [id, [`type of ${id}`]]), ['text', []]]),
    result: {
      ...stats,
      search_types: Object.fromEntries(
        ids
          .filter((id) => widgets[id] === true)
          .map((id) => [
            `type of ${id}`,
            {
              type: 'pivot',
              id: `type of ${id}`,
              rows: [],
              total: 0,
              effective_timerange: stats.execution_stats.effective_timerange,
            },
          ]),
      ),
      errors: ids.flatMap((id): SearchError[] => {
        const description = widgets[id];
        return typeof description === 'string'
          ? [{ type: 'search_type', description, search_type_id: `type of ${id}`, query_id: 'q' }]
          : [];
      }),
    },
    errors: [],
  };
}

const request: ExecutionRequest = {
  search: { id: 's', queries: [], parameters: [] },
  queryId: 'q',
  widgetMapping: {},
};
const whole = (shown: ShownResult | undefined) => sharedError({ parts: {}, request, shown }, false);
const part = (id: string, says: string | true, more: Partial<Part> = {}): [string, Part] => [
  id,
  { queryId: 'q', status: 'shown', shown: answered({ [id]: says }), answeredAt: 1, failure: undefined, ...more },
];
const apart = (parts: readonly [string, Part][], running = false) =>
  sharedError({ parts: Object.fromEntries(parts), request: { ...request, apart: true }, shown: undefined }, running);

test('the search page finds the error that all widgets of a search have', () => {
  assert.equal(whole(answered({ a: wrong, b: wrong })), wrong);
});
test('the search page finds the error of a whole search that has no result', () => {
  const shown = { ...answered({ a: true, b: true }), result: undefined };
  assert.equal(whole({ ...shown, errors: [{ type: 'query', description: wrong }] }), wrong);
});
test('the search page finds no shared error while one widget works', () => {
  assert.equal(whole(answered({ a: wrong, b: wrong, c: true })), null);
});
test('the search page finds no shared error in different errors', () => {
  assert.equal(whole(answered({ a: wrong, b: 'Another error' })), null);
});
test('the search page leaves the error of a single widget to that widget', () => {
  assert.equal(whole(answered({ a: wrong })), null);
});
test('the search page decides nothing before the first answer', () => {
  assert.equal(whole(undefined), undefined);
  assert.equal(apart([part('a', true, { status: 'running' })], true), undefined);
});
test('the search page finds the error of widgets that are executed separately', () => {
  assert.equal(apart([part('a', wrong), part('b', wrong), part('c', true, { status: 'waiting' })]), wrong);
});
test('the search page waits for a second answer before it decides about the first error', () => {
  const parts = [part('a', wrong), part('b', true, { status: 'running' })] as const;
  assert.equal(apart(parts, true), undefined);
  assert.equal(apart(parts, false), null);
});
test('the search page decides at the first result, because a wrong query has none', () => {
  assert.equal(apart([part('a', true), part('b', true, { status: 'running' })], true), null);
});
test('the search page leaves failed calls and the widgets of other pages out', () => {
  const failed = part('c', true, { status: 'failed', failure: new Error('Down') });
  assert.equal(apart([part('a', wrong), part('b', wrong), failed, part('d', true, { queryId: 'other' })]), wrong);
});
