import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Explanation } from '../../../api/contract/searches.js';
import { findingsOf } from '../../../elements/search/query/finding.js';

const explanation = (over: Partial<Explanation>): Explanation => ({
  error_type: 'UNKNOWN_FIELD',
  error_title: 'Unknown field',
  error_message: 'Query contains unknown field: foo',
  ...over,
});
const at = (line: number, column: number, endLine: number, endColumn: number) =>
  explanation({ begin_line: line, begin_column: column, end_line: endLine, end_column: endColumn });

const table: readonly (readonly [string, Explanation, readonly [number, number] | undefined])[] = [
  ['foo:bar', at(1, 0, 1, 3), [0, 3]],
  ['a\nfoo:bar', at(2, 0, 2, 3), [2, 5]],
  ['a', at(1, 0, 1, 99), [0, 1]],
  ['a', at(9, 9, 9, 9), undefined],
  ['abc', explanation({}), undefined],
  ['abc', explanation({ begin_line: 1, begin_column: 1, end_line: null, end_column: null }), [1, 2]],
];

for (const [query, given, expected] of table) {
  test(`the finding at ${given.begin_line ?? '-'}:${given.begin_column ?? '-'} marks the expected range of ${JSON.stringify(query)}`, () => {
    assert.deepEqual(
      findingsOf(query, [given], 'warning').map(({ from, to }) => [from, to]),
      expected ? [expected] : [],
    );
  });
}
