import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PivotRow } from '../../../api/contract/searches.js';
import type { AggregationConfig } from '../../../api/contract/views.schema.js';
import { coordinatesOf, mapTraces, viewportOf, withViewport } from '../../../machines/pivot/map-points.js';
import { aggregation, byValues, label, leaf, pivot } from './results.js';

const config = aggregation({ row_pivots: [byValues('city', 'geo')] });

describe('coordinatesOf', () => {
  const cases: [text: string | undefined, expected: [number, number] | undefined][] = [
    ['52.52,13.40', [52.52, 13.4]],
    [' -23.5 , -46 ', [-23.5, -46]],
    ['90,180', [90, 180]],
    ['91,0', undefined],
    ['0,181', undefined],
    ['52.52', undefined],
    ['52,52,13', undefined],
    ['north,east', undefined],
    ['(Empty Value)', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [text, expected] of cases) {
    it(`the coordinates of ${String(text)} are ${expected ? 'read' : 'invalid'}`, () => {
      const found = coordinatesOf(text);
      assert.deepEqual(found && [found.latitude, found.longitude], expected);
    });
  }
});

describe('mapTraces', () => {
  const cases: [name: string, AggregationConfig, PivotRow[], expected: unknown][] = [
    ['a result without rows has no points', config, [], []],
    [
      'the radius of a point grows with its value in ten steps',
      config,
      [
        leaf(['a', '1,1'], [['count()'], 0]),
        leaf(['b', '2,2'], [['count()'], 50]),
        leaf(['c', '3,3'], [['count()'], 100]),
      ],
      [['count', ['a', 1, 0, 10], ['b', 2, 50, 14], ['c', 3, 100, 19]]],
    ],
    [
      'a single point has the smallest radius of a value',
      config,
      [leaf(['a', '1,1'], [['count()'], 7])],
      [['count', ['a', 1, 7, 10]]],
    ],
    [
      'rows without coordinates or without a value are left out',
      config,
      [
        leaf(['a', 'home'], [['count()'], 1]),
        leaf(['(Empty Value)'], [['count()'], 1]),
        leaf(['b', '2,2'], [['count()'], null]),
        leaf(['c', '3,3'], [['count()'], -4]),
      ],
      [['count', ['c', 3, -4, 10]]],
    ],
    [
      'without metrics all points are small',
      { ...config, series: [] },
      [leaf(['a', '1,1'])],
      [['', ['a', 1, undefined, 4]]],
    ],
    [
      'each column bucket is a separate trace',
      { ...config, column_pivots: [byValues('code')] },
      [leaf(['a', '1,1'], [['200', 'count()'], 1], [['500', 'count()'], 2])],
      [
        ['200', ['a', 1, 1, 10]],
        ['500', ['a', 1, 2, 10]],
      ],
    ],
  ];
  for (const [name, given, rows, expected] of cases) {
    it(name, () =>
      assert.deepEqual(
        mapTraces(pivot(...rows), given, label).map((trace) => [
          trace.name,
          ...trace.points.map(({ names, latitude, value, radius }) => [names[0]?.text, latitude, value, radius]),
        ]),
        expected,
      ),
    );
  }
});

describe('viewport', () => {
  it('the viewport is stored with the latitude first, beside other stored settings', () => {
    const stored = withViewport(
      { ...config, visualization_config: { other: 1 } },
      { latitude: 52, longitude: 13, zoom: 4.4 },
    );
    assert.deepEqual(stored.visualization_config, { other: 1, viewport: { center_x: 52, center_y: 13, zoom: 4 } });
    assert.deepEqual(viewportOf(stored), { latitude: 52, longitude: 13, zoom: 4 });
  });
  for (const visualization_config of [
    null,
    {},
    { viewport: null },
    { viewport: { center_x: 'a', center_y: 1, zoom: 1 } },
  ]) {
    it(`there is no viewport in ${JSON.stringify(visualization_config)}`, () =>
      assert.equal(viewportOf({ visualization_config }), undefined));
  }
});
