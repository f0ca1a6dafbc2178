import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { parseJson, stringifyJson } from '../../../../api/json.js';
import { isLarge, jsonPieces, jsonStream } from '../../../../host/server/foundation/json-pieces.js';
import { maxBusyMs } from '../../../../host/server/foundation/yielding.js';

const { processorClock } = (await import(new URL('../../../turns.mjs', import.meta.url).href)) as {
  /** Returns a function that returns the elapsed CPU time in nanoseconds. */
  processorClock: () => () => number;
};

async function piecesOf(value: unknown): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of jsonPieces(value)) pieces.push(piece);
  return pieces;
}

const long = 9_007_199_254_740_993n;
const row = (n: number) => ({
  key: [`web-${n}`],
  values: [{ value: n / 7, key: ['count()'] }],
  note: 'é😀 "quoted"\n\u2028',
});
const nothing = { a: undefined, b: () => 1, c: Symbol('c'), d: [undefined, () => 1, Symbol('d'), null] };
const values: Readonly<Record<string, unknown>> = {
  'an object of small values': { a: 1, b: [true, null, 'x'], c: {} },
  undefined: undefined,
  null: null,
  'a number': 1e21,
  'an empty list': [],
  'a table of many rows': { rows: Array.from({ length: 20_000 }, (_unused, n) => row(n)) },
  'a list of small numbers': Array.from({ length: 100_000 }, (_unused, n) => n),
  'an object of many properties': Object.fromEntries(Array.from({ length: 50_000 }, (_unused, n) => [`k"${n}`, n])),
  'a long text': 'x"\\\n'.repeat(50_000),
  'a long text in a list': [['y'.repeat(100_000)], 'z'.repeat(100_000)],
  'members that JSON omits, beside a long text': {
    ...nothing,
    much: 'x'.repeat(40_000),
    ...{ e: undefined },
    list: [nothing, 'x'.repeat(40_000)],
  },
  'values with toJSON, such as dates': {
    at: new Date(0),
    own: { toJSON: () => 'y'.repeat(40_000) },
    much: 'x'.repeat(40_000),
  },
  'members with names of inherited properties': JSON.parse(
    `{"__proto__": "${'x'.repeat(40_000)}", "constructor": 1}`,
  ) as unknown,
  'numbers that JSON cannot represent': { much: 'x'.repeat(40_000), numbers: [NaN, Infinity, -0] },
};

for (const [name, value] of Object.entries(values)) {
  test(`the concatenated pieces equal JSON.stringify for ${name}`, async () => {
    // `assert.ok` avoids the diff of `assert.equal`, which takes minutes for long texts.
    assert.ok((await piecesOf(value)).join('') === (JSON.stringify(value) ?? 'null'));
  });
}

test('splitting a long text at any position preserves it, including surrogate pairs and lone surrogates', async () => {
  // The units are whole surrogate pairs and lone surrogates in both orders. Their positions relative to the boundaries
  // of pieces are shifted.
  for (const unit of ['😀', '\ud83d', '\ude00\ud83d', '\ud83d😀', '😀\ude00']) {
    for (let shift = 0; shift < 4; shift += 1) {
      const text = 'a'.repeat(shift) + unit.repeat(40_000);
      assert.ok(
        (await piecesOf(text)).join('') === JSON.stringify(text),
        `${JSON.stringify(unit)} is preserved at offset ${shift}`,
      );
    }
  }
});

test('integers beyond 2^53 stay exact, in small and in large values', async () => {
  const value = {
    id: long,
    rows: Array.from({ length: 5_000 }, (_unused, n) => ({ ...row(n), id: long + BigInt(n) })),
  };
  const text = (await piecesOf(value)).join('');
  assert.ok(text === stringifyJson(value));
  assert.deepEqual(parseJson(text), value);
});

test('all pieces except the last have 64 to 128 Ki characters', async () => {
  const pieces = await piecesOf(values['a table of many rows']);
  assert.ok(pieces.length > 10);
  for (const piece of pieces.slice(0, -1))
    assert.ok(piece.length >= 65_536 && piece.length < 131_072, `a piece has ${piece.length} characters`);
});

test('a value counts as large if it needs more than one piece', () => {
  assert.equal(isLarge('x'.repeat(60_000)), false);
  assert.equal(isLarge(['x'.repeat(60_000), 'x'.repeat(6_000)]), true);
  assert.equal(isLarge({ rows: Array.from({ length: 2_000 }, (_unused, n) => row(n)) }), true);
  assert.equal(isLarge(undefined), false);
});

/** Runs the work and returns the CPU time of its longest event loop turn in milliseconds. */
async function longestTurn(done: () => Promise<unknown>): Promise<number> {
  const clock = processorClock();
  let longest = 0;
  let last = clock();
  let over = false;
  const watched = (async () => {
    while (!over) {
      await nextTurn();
      const now = clock();
      longest = Math.max(longest, now - last);
      last = clock();
    }
  })();
  await done();
  over = true;
  await watched;
  return longest / 1e6;
}

test(
  'serialising a large value never blocks the event loop longer than three time slices',
  { timeout: 300_000 },
  async (context) => {
    const large: Readonly<Record<string, unknown>> = {
      rows: { rows: Array.from({ length: 100_000 }, (_unused, n) => row(n)) },
      numbers: Array.from({ length: 1_000_000 }, (_unused, n) => n),
      'long integers': Array.from({ length: 100_000 }, (_unused, n) => ({ id: long + BigInt(n) })),
      properties: Object.fromEntries(Array.from({ length: 80_000 }, (_unused, n) => [`property-${n}`, n])),
      text: 'x\u0001'.repeat(10_000_000),
    };
    for (const [name, value] of Object.entries(large)) {
      let least = Infinity;
      // Garbage collection and compilation distort single measurements, so the minimum of several attempts counts.
      for (let attempt = 0; attempt < 5 && least > maxBusyMs * 2; attempt += 1) {
        let length = 0;
        const turn = await longestTurn(async () => {
          for await (const piece of jsonPieces(value)) length += piece.length;
        });
        assert.ok(length > 1_000_000);
        least = Math.min(least, turn);
      }
      context.diagnostic(`${name}: ${least.toFixed(1)} ms`);
      assert.ok(least <= maxBusyMs * 3, `${name} blocked the event loop for ${least.toFixed(1)} ms`);
    }
  },
);

test('an abandoned stream serialises no further parts', async () => {
  let made = 0;
  const rows = Array.from({ length: 50_000 }, (_unused, n) => ({
    ...row(n),
    get counted() {
      made += 1;
      return 'x'.repeat(100);
    },
  }));
  const stream = jsonStream({ rows });
  stream.resume();
  await once(stream, 'data');
  stream.destroy();
  await once(stream, 'close');
  const before = made;
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  assert.equal(made, before);
  assert.ok(made > 0 && made < rows.length);
});
