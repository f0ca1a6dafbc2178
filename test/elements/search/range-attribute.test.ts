import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rangeAttribute } from '../../../elements/search/range-attribute.js';

const kind = rangeAttribute();

describe('the attribute range', () => {
  const good: readonly (readonly [string, unknown, string | null])[] = [
    ['900', { type: 'relative', from: 900 }, '900'],
    [' 0 ', { type: 'relative', range: 0 }, '0'],
    [
      '2026-11-20T10:00:00Z/2026-11-20T12:00:00+01:00',
      { type: 'absolute', from: '2026-11-20T10:00:00.000+00:00', to: '2026-11-20T11:00:00.000+00:00' },
      '2026-11-20T10:00:00.000+00:00/2026-11-20T11:00:00.000+00:00',
    ],
    [
      '2026-11-20/2026-11-21 12:30:00',
      { type: 'absolute', from: '2026-11-20T00:00:00.000+00:00', to: '2026-11-21T12:30:00.000+00:00' },
      '2026-11-20T00:00:00.000+00:00/2026-11-21T12:30:00.000+00:00',
    ],
    ['last week', { type: 'keyword', keyword: 'last week' }, 'last week'],
  ];
  for (const [text, range, written] of good) {
    test(`an element accepts the attribute ${JSON.stringify(text)}`, () => {
      assert.deepEqual(kind.parse(text), range);
      assert.deepEqual(kind.accept(range), range);
      assert.equal(kind.stringify(kind.parse(text)), written);
    });
  }

  for (const text of ['', '-5', '1.5', 'a/b', '2026-11-21/2026-11-20', '2026-11-20/2026-11-21/2026-11-22']) {
    test(`an element rejects the attribute ${JSON.stringify(text)}`, () =>
      assert.throws(() => kind.parse(text), /expected seconds/));
  }

  for (const value of [
    null,
    [],
    { type: 'relative', from: -1 },
    { type: 'relative' },
    { type: 'absolute' },
    { type: 'absolute', from: 'soon', to: 'later' },
    { type: 'absolute', from: '2026-11-21T00:00:00Z', to: '2026-11-20T00:00:00Z' },
    { type: 'keyword', keyword: '' },
  ]) {
    test(`an element rejects the property ${JSON.stringify(value)}`, () =>
      assert.throws(() => kind.accept(value), /expected/));
  }

  test('a number means seconds; a range that ends before now has no text form', () => {
    assert.deepEqual(kind.accept(60), { type: 'relative', from: 60 });
    assert.equal(kind.stringify({ type: 'relative', from: 60, to: 30 }), null);
    assert.equal(kind.stringify(undefined), null);
  });
});
