/** Tests the colour of a series: its stored choice, its meaning or its name decide, never the counted values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cardColors, contrastOf } from '../../../elements/kit/color-contrast.js';
import {
  colorPlaces,
  rememberedPlaces,
  type PlaceMemory,
} from '../../../elements/widgets/visualizations/color-places.js';
import {
  distinctColors,
  seriesColors,
  seriesPalette,
  statusPalette,
  type ChartColors,
} from '../../../elements/widgets/visualizations/series-palette.js';
import { meaningOf } from '../../../elements/widgets/visualizations/series-style.js';
import { levelNames } from '../../../elements/widgets/values/level.js';
import { isStatusField, statusOf } from '../../../elements/widgets/values/status.js';
import { untyped } from '../../untyped.js';

const level = Object.fromEntries(levelNames.map((name) => [name, `the ${name}`])) as ChartColors['level'];
const colors = untyped<ChartColors>({
  series: seriesPalette.light,
  status: statusPalette.light,
  level,
  unknown: 'quiet',
  single: 'the informational',
});
const named = (...names: string[]) => names.map((name) => ({ name, keys: [name] }));
const codes = (...values: string[]) => values.map((name) => ({ name, keys: [name], ...meaningOf(['status'], name) }));
const of = (series: Parameters<typeof seriesColors>[0], stored?: Parameters<typeof seriesColors>[2]) =>
  Object.fromEntries(seriesColors(series, colors, stored).map((color, index) => [series[index]?.name ?? '', color]));

/** Returns the lightness and the two hue coordinates of a colour in the OKLab colour space. */
function oklabOf(color: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ];
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distanceOf = (one: string, other: string): number => {
  const [left, right] = [oklabOf(one), oklabOf(other)];
  return Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]);
};

describe('the colour of a series', () => {
  it('the colour of a series depends on its name, not on the order of the names', () => {
    const hosts = ['web-01', 'web-02', 'db-01', 'db-02', 'cache', 'queue', 'mail', 'proxy', 'auth'];
    const first = of(named(...hosts));
    assert.deepEqual(of(named(...hosts.toReversed())), first);
    assert.deepEqual(
      of(named('web-02', 'web-01', ...hosts.slice(2))),
      first,
      'swapping two series keeps their colours',
    );
    fc.assert(
      fc.property(
        fc
          .uniqueArray(fc.string(), { minLength: 1, maxLength: 40 })
          .chain((names) =>
            fc.tuple(
              fc.constant(names),
              fc.shuffledSubarray(names, { minLength: names.length, maxLength: names.length }),
            ),
          ),
        ([names, shuffled]) => assert.deepEqual(of(named(...shuffled)), of(named(...names))),
      ),
    );
  });
  it('every number of colours is used completely, also when all names prefer the same colour', () => {
    for (let size = 1; size <= 36; size += 1) {
      const names = Array.from({ length: size }, (_, at) => `name ${at}`);
      const places = colorPlaces(names, size, { homeOf: () => 3 });
      assert.deepEqual(
        [...places.values()].sort((one, other) => one - other),
        names.map((_, at) => at),
      );
    }
  });
  it('up to eleven services or series have colours that differ visibly in both themes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 12 }), { minLength: 2, maxLength: distinctColors }), (some) => {
        const found = [...colorPlaces(some, 16, { distinct: distinctColors }).values()];
        for (const palette of Object.values(seriesPalette))
          for (const [at, place] of found.entries())
            for (const other of found.slice(at + 1)) {
              const distance = distanceOf(palette[place] ?? '', palette[other] ?? '');
              assert.ok(distance > 0.085, `${palette[place]} and ${palette[other]}: ${distance}`);
            }
      }),
    );
  });
  it('all colours are used before a colour is used twice, also if they look alike', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 40 }), (names) => {
        const uses = new Map<number, number>();
        for (const place of colorPlaces(names, 16, { distinct: distinctColors }).values())
          uses.set(place, (uses.get(place) ?? 0) + 1);
        assert.ok(Math.max(...uses.values()) <= Math.ceil(names.length / 16));
        assert.equal(uses.size, Math.min(16, names.length));
      }),
    );
  });
  it('the colours of series are unique up to the size of the palette, and shared evenly beyond', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 60 }), (names) => {
        const uses = new Map<number, number>();
        for (const place of colorPlaces(names, 16).values()) uses.set(place, (uses.get(place) ?? 0) + 1);
        assert.ok(Math.max(...uses.values()) <= Math.ceil(names.length / 16));
        assert.equal(uses.size, Math.min(16, names.length));
      }),
    );
  });
  it('adding a name changes only the colours of colliding names', () => {
    const hosts = Array.from({ length: 10 }, (_unused, index) => `host-${index}`);
    const before = of(named(...hosts));
    for (const more of ['a new one', 'web', 'zebra']) {
      const after = of(named(...hosts, more));
      assert.ok(hosts.filter((host) => after[host] !== before[host]).length <= 2, more);
    }
  });
  it('a name keeps its colour in a chart when other names join or leave', () => {
    // `x1` and `x2` prefer the same position in a palette of four. Without a memory, `x1` would take it from `x2`.
    const homeOf = (name: string): number => (name.startsWith('x') ? 1 : 2);
    const table: readonly { readonly shown: readonly string[]; readonly places: Readonly<Record<string, number>> }[] = [
      { shown: ['x2'], places: { x2: 1 } },
      { shown: ['x1', 'x2'], places: { x1: 0, x2: 1 } },
      { shown: ['x1'], places: { x1: 0 } },
      { shown: ['x1', 'y'], places: { x1: 0, y: 2 } },
      { shown: ['x1', 'x2', 'y'], places: { x1: 0, x2: 1, y: 2 } },
    ];
    const memory: PlaceMemory = new Map();
    for (const { shown, places } of table)
      assert.deepEqual(
        Object.fromEntries(rememberedPlaces(memory, 'series', shown, 4, { homeOf })),
        places,
        `names ${shown.join()}`,
      );
    assert.deepEqual(Object.fromEntries(colorPlaces(['x1', 'x2', 'y'], 4, { homeOf })), { x1: 1, x2: 0, y: 2 });
  });
  it('names keep their colours while names join, up to the size of the palette', () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 6 }), { minLength: 2, maxLength: 16 });
    fc.assert(
      fc.property(names, fc.nat(), (all, cut) => {
        const memory: PlaceMemory = new Map();
        const first = rememberedPlaces(memory, 'series', all.slice(0, 1 + (cut % (all.length - 1))), 16);
        const later = rememberedPlaces(memory, 'series', all, 16);
        for (const [name, place] of first) assert.equal(later.get(name), place, name);
        assert.equal(new Set(later.values()).size, all.length, 'all colours differ');
      }),
    );
  });
  it('the memory of a chart holds no more names than the palette has colours, however many names were shown', () => {
    const memory: PlaceMemory = new Map();
    for (let round = 0; round < 100; round++)
      rememberedPlaces(
        memory,
        'series',
        Array.from({ length: 10 }, (_unused, at) => `${round}-${at}`),
        16,
      );
    assert.ok((memory.get('series')?.size ?? 0) <= 16);
  });
  it('status codes and series keep their colours in a chart when others join', () => {
    const memory: PlaceMemory = new Map();
    const shades = (...values: string[]) => {
      const series = codes(...values);
      const found = seriesColors(series, colors, undefined, true, memory);
      return Object.fromEntries(series.map(({ name }, index) => [name, found[index]]));
    };
    // 509 and 503 prefer the same shade, so 509 has the shade that 504 would take from it without a memory.
    const first = shades('503', '509', '409');
    const later = shades('500', '503', '504', '509', '404', '409');
    for (const [code, shade] of Object.entries(first)) assert.equal(later[code], shade, code);
    assert.equal(new Set(Object.values(later)).size, 6);
  });
  it('two charts of the same names have the same colours on each load', () => {
    const hosts = Array.from({ length: 14 }, (_unused, index) => `host-${index}`);
    const load = (names: readonly string[]) => of(named(...names));
    assert.deepEqual(load(hosts.toReversed()), load(hosts), 'the wall, the dashboard and the search page agree');
  });
  it('a stored colour is used, and does not change the colours of other series', () => {
    const hosts = [
      'web-01',
      'web-02',
      'db-01',
      'db-02',
      'cache',
      'queue',
      'mail',
      'proxy',
      'auth',
      'log',
      'dns',
      'ntp',
    ];
    const plain = of(named(...hosts));
    for (const host of hosts)
      assert.deepEqual(of(named(...hosts), [{ field_name: host, chart_color: '#123456' }]), {
        ...plain,
        [host]: '#123456',
      });
    assert.equal(of(codes('500', '200'), [{ field_name: '500', chart_color: '#00ff00' }])['500'], '#00ff00');
  });
  it('a single count has a neutral colour, but not the only value of a group', () => {
    assert.equal(of([{ name: 'count()', keys: [] }])['count()'], 'the informational');
    assert.equal(of(named('web-01'))['web-01'], of(named('web-01', 'web-02'))['web-01']);
  });
  it('a value without a level among levels has a neutral colour', () => {
    const leveled = (...names: string[]) =>
      names.map((name) => ({ name, keys: [name], ...meaningOf(['level'], name) }));
    assert.equal(of(leveled('3', '(Empty Value)'))['(Empty Value)'], 'quiet');
    const slices = leveled('3', '(Empty Value)').map(({ keys: _keys, ...slice }) => slice);
    assert.equal(of(slices)['(Empty Value)'], 'quiet');
    assert.deepEqual(of(leveled('(Empty Value)')), of(named('(Empty Value)')));
    const chosen = of(leveled('3', '(Empty Value)'), [{ field_name: '(Empty Value)', chart_color: '#123456' }]);
    assert.equal(chosen['(Empty Value)'], '#123456');
  });
  it('a series of a level has the colour of the level', () => {
    const series = ['error (3)', 'info'].map((name) => ({ name, ...meaningOf(['level'], name) }));
    assert.deepEqual(of(series), { 'error (3)': 'the error', info: 'the informational' });
  });
});

describe('HTTP status codes', () => {
  const shadesOf = (first: 1 | 2 | 3 | 4 | 5): readonly string[] => statusPalette.light[first];
  it('HTTP status codes have different shades of the colour of their class', () => {
    const all = ['200', '201', '204', '301', '302', '304', '400', '401', '403', '404', '500', '502', '503', '504'];
    const shown = of(codes(...all));
    for (const code of all)
      assert.ok(
        shadesOf(Number(code[0]) as 2).includes(shown[code] ?? ''),
        `${code} has a shade of its class, not ${shown[code]}`,
      );
    assert.equal(new Set(Object.values(shown)).size, all.length);
    assert.deepEqual(of(codes(...all.toReversed())), shown);
    assert.deepEqual(
      [shown['200'], shown['400'], shown['500']],
      [shadesOf(2)[0], shadesOf(4)[0], shadesOf(5)[0]],
      '200, 400 and 500 have the base shade',
    );
    assert.equal(of(codes('5xx'))['5xx'], shadesOf(5)[0]);
  });
  it('HTTP status codes are recognised by field and value', () => {
    for (const field of [
      'status',
      'http_response_code',
      'http.response.status_code',
      'sc-status',
      'statusCode',
      'response',
    ])
      assert.ok(isStatusField(field), field);
    for (const field of ['host', 'took_ms', 'response_time', 'code', 'country_code'])
      assert.ok(!isStatusField(field), field);
    const table: [unknown, number | undefined][] = [
      ['404', 404],
      [404, 404],
      ['5xx', 500],
      ['404 Not Found', 404],
      ['4040', undefined],
      ['600', undefined],
      ['running', undefined],
      ['(Empty Value)', undefined],
      [null, undefined],
    ];
    for (const [value, expected] of table) assert.equal(statusOf(value), expected, String(value));
    assert.deepEqual(meaningOf(['status', 'host'], '404'), {}, 'a group of two fields has no status code');
  });
  it('the colours of status codes contrast with the card in both themes', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const color of Object.values(statusPalette[theme]).flat())
        assert.ok((contrastOf(color, cardColors[theme]) ?? 0) >= 3, `${theme} ${color}`);
  });
});
