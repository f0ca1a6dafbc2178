/** Tests endless scrolling: every message appears once, in order, in any number, even if many share an instant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessagesResult, ResultMessage, SearchJob } from '../../../api/contract/searches.js';
import type { MessageTableConfig } from '../../../api/contract/views.schema.js';
import { nextMessages, resultWindow } from '../../../machines/search-execution/next-messages.js';
import {
  pageSizeOf,
  pageState,
  withPage,
  type PageRequest,
  type ShownResult,
} from '../../../machines/search-execution/results.js';
import { untyped } from '../../untyped.js';

const start = Date.parse('2026-11-20T00:00:00.000Z');
const whole = {
  type: 'absolute',
  from: new Date(start - 86_400_000).toISOString(),
  to: new Date(start + 86_400_000).toISOString(),
} as const;
const count = 11_000;
/** Returns the time of a message; around the edge of the result window, 300 messages share each timestamp. */
const timeOf = (index: number): number => start - (index < 9800 ? index : 9800 + Math.floor((index - 9800) / 300));
const newestFirst: ResultMessage[] = Array.from({ length: count }, (_unused, index) => ({
  index: 'i',
  message: { _id: String(index), timestamp: new Date(timeOf(index)).toISOString() },
  highlight_ranges: null,
  decoration_stats: null,
}));

/** Returns a fake server with a result window. `inclusive`: time ranges include their end. */
function serverOf(all: readonly ResultMessage[], inclusive: boolean) {
  return (page: PageRequest, first: MessagesResult): SearchJob => {
    assert.ok(page.offset + page.limit <= resultWindow, 'the request is within the result window');
    const { from, to } = page.range ?? first.effective_timerange;
    const found = all.filter(({ message }) => {
      const time = String(message['timestamp']);
      return time >= from && (inclusive ? time <= to : time < to);
    });
    const messages = found.slice(page.offset, page.offset + page.limit);
    const result: MessagesResult = {
      ...{ id: 't', type: 'messages', messages, total_results: found.length },
      effective_timerange: { type: 'absolute', from, to },
    };
    return untyped<SearchJob>({ results: { q: { search_types: { t: result } } } });
  };
}

for (const inclusive of [false, true]) {
  for (const direction of ['Descending', 'Ascending'] as const) {
    test(`all ${count} messages are loaded in order ${direction} if the server ${inclusive ? 'includes' : 'excludes'} the end of ranges`, () => {
      const all = direction === 'Descending' ? newestFirst : [...newestFirst].reverse();
      const sort: MessageTableConfig['sort'] = [{ type: 'pivot', field: 'timestamp', direction }];
      const ask = serverOf(all, inclusive);
      let shown = untyped<ShownResult>({
        ...{ searchId: 's', queryId: 'q', widgetMapping: {}, errors: [] },
        result: {
          search_types: {
            t: { id: 't', type: 'messages', messages: [], total_results: 0, effective_timerange: whole },
          },
        },
      });
      const loaded = () => shown.result?.search_types['t'] as MessagesResult;
      shown = withPage(
        shown,
        { searchTypeId: 't', offset: 0, limit: 150, mode: 'replace' },
        ask({ searchTypeId: 't', offset: 0, limit: 150, mode: 'replace' }, loaded()),
      );
      let page: PageRequest | undefined;
      for (let calls = 0; loaded().messages.length < loaded().total_results; calls++) {
        assert.ok(calls < 200, 'scrolling ends after the last message');
        page = nextMessages(loaded(), sort, 't', 150, page);
        shown = withPage(shown, page, ask(page, loaded()));
      }
      assert.deepEqual(
        loaded().messages.map(({ message }) => message['_id']),
        all.map(({ message }) => message['_id']),
      );
      assert.equal(loaded().total_results, count);
      assert.deepEqual(loaded().effective_timerange, whole);
    });
  }
}

test('messages in another order are requested by offset only, and the range of a page replaces the searched range', () => {
  const loaded: MessagesResult = {
    ...{ id: 't', type: 'messages', messages: newestFirst.slice(0, 9900), total_results: count },
    effective_timerange: whole,
  };
  const bySource: MessageTableConfig['sort'] = [{ type: 'pivot', field: 'source', direction: 'Ascending' }];
  assert.deepEqual(nextMessages(loaded, bySource, 't', 150), {
    searchTypeId: 't',
    limit: 150,
    mode: 'append',
    offset: 9900,
  });
  // A range that cannot be read is removed from the answer.
  const bare = { ...loaded, effective_timerange: untyped<typeof whole>(undefined) };
  assert.deepEqual(nextMessages(bare, [], 't', 150), { searchTypeId: 't', limit: 150, mode: 'append', offset: 9900 });
  const request = { search: { id: 's', queries: [] }, queryId: 'q', widgetMapping: {} };
  const page = nextMessages(loaded, [], 't', 150);
  assert.deepEqual(pageState(request, page, whole).global_override?.timerange, page.range);
});

test('a page of a message table has as many messages as the limit of its search type, otherwise 150', () => {
  const search = (limit?: unknown) =>
    untyped<Parameters<typeof pageSizeOf>[0]>({
      search: {
        queries: [
          { id: 'other', search_types: [{ id: 'u', type: 'messages', limit: 7 }] },
          { id: 'q', search_types: [{ id: 't', type: 'messages', limit }] },
          { id: 'bare' },
        ],
      },
    });
  const sizes = [100, 1, 150, undefined, null, 0, -5, 1.5, '20'].map((limit) => pageSizeOf(search(limit), 't'));
  assert.deepEqual(sizes, [100, 1, 150, 150, 150, 150, 150, 150, 150]);
  assert.deepEqual([pageSizeOf(undefined, 't'), pageSizeOf(search(100), 'gone')], [150, 150]);
});
