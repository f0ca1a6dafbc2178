import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimeRange } from '../../../api/contract/searches.js';
import { defaultSearch } from '../../../machines/view/default-view.js';
import { wideningOf, type Widening } from '../../../machines/view/empty-hint.js';
import { randomIds } from '../../../machines/view/ids.js';

const document = defaultSearch({ createdAt: '2026-01-01T00:00:00.000Z' }, randomIds);
const [queryId = ''] = Object.keys(document.view.state);
const allTime: TimeRange = { type: 'relative', range: 0 };
const hour: TimeRange = { type: 'relative', from: 3600 };
const text = (query_string: string) => ({ type: 'elasticsearch' as const, query_string });

type Widget = Parameters<typeof wideningOf>[2];
const own = (timerange: TimeRange | null, query = ''): Widget => ({ timerange, query: text(query) });

const cases: [name: string, Widget, Parameters<typeof wideningOf>[3], Widening][] = [
  ['the range of a widget of one hour can be widened', own(hour), undefined, 'range'],
  ['the range of the search can be widened for a widget without a range', own(null), undefined, 'range'],
  ['all time cannot be widened, but the query can be made less specific', own(allTime, 'level:3'), undefined, 'query'],
  ['all time without a query leaves nothing to widen', own(allTime), undefined, 'none'],
  [
    'the range of the dashboard bar counts instead of the range of the widget',
    own(hour, 'level:3'),
    { timerange: allTime },
    'query',
  ],
  ['a shorter range of the dashboard bar can be widened', own(allTime), { timerange: hour }, 'range'],
  ['a query of the dashboard bar can be made less specific', own(allTime), { query: text('a') }, 'query'],
];
for (const [name, widget, override, expected] of cases) {
  test(`when nothing was found, ${name}`, () =>
    assert.equal(wideningOf(document, queryId, widget, override), expected));
}
