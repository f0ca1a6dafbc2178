import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sortedKeys } from '../../../../host/server/store/inverted-index/key-order.js';

interface Key {
  readonly value: Buffer;
  readonly field: number;
}

function sorted(keys: readonly Key[]): Key[] {
  const offsets = new Uint32Array(keys.length);
  let used = 0;
  for (const [at, { value }] of keys.entries()) {
    offsets[at] = used;
    used += value.length;
  }
  const order = sortedKeys({
    keys: keys.length,
    bytes: Buffer.concat(keys.map(({ value }) => value)),
    offsets,
    lengths: Uint8Array.from(keys, ({ value }) => value.length),
    fields: Uint16Array.from(keys, ({ field }) => field),
  });
  return Array.from(order, (key) => keys[key] as Key);
}

const expected = (keys: readonly Key[]): Key[] =>
  [...keys].sort((a, b) => Buffer.compare(a.value, b.value) || a.field - b.field);

/** Returns a generator of pseudo-random integers that are equal in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1) % below;
}

describe('order of the keys of a block', () => {
  it('keys are sorted by the bytes of the value, then by field, also with common prefixes, zeros and high bytes', () => {
    const next = numbers(7);
    const beginnings = ['', 'value ', 'value 12 of 3', '\0', 'a\0\0\0\0\0\0', 'ÿ', 'x'.repeat(100)];
    const keys = new Map<string, Key>();
    while (keys.size < 3000) {
      const tail = Buffer.from(Array.from({ length: next(9) }, () => [0, 1, 48, 49, 255][next(5)] ?? 0));
      const value = Buffer.concat([Buffer.from(beginnings[next(beginnings.length)] ?? ''), tail]);
      const field = next(3) * 300;
      keys.set(`${field} ${value.toString('hex')}`, { value, field });
    }
    const all = [...keys.values()];
    assert.deepEqual(sorted(all), expected(all));
  });

  it('no key, one key, and one value in many fields are sorted', () => {
    assert.deepEqual(sorted([]), []);
    const one = [{ value: Buffer.from('a'), field: 2 }];
    assert.deepEqual(sorted(one), one);
    const many = Array.from({ length: 50 }, (_, at) => ({ value: Buffer.from('same value'), field: (at * 17) % 50 }));
    assert.deepEqual(sorted(many), expected(many));
  });
});
