/** Table-driven tests of the pure functions that read, convert and compare content packs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packOf, readPackFile } from '../../../../host/server/content-packs/pack-file.js';
import { convertedDashboard } from '../../../../host/server/content-packs/old-dashboard.js';
import { afterRename } from '../../../../host/server/content-packs/renames.js';
import { withName } from '../../../../host/server/content-packs/kinds/pipeline.js';
import { canonical, unwrapped, wrapped } from '../../../../host/server/content-packs/values.js';
import { isWithin } from '../../../../host/server/content-packs/version-range.js';

test('version ranges are those of npm, without build and pre-release suffixes', () => {
  const table: [range: string, fits: boolean][] = [
    ['>=5.1.2+d970230', true],
    ['>=5.1.8', true],
    ['>=5.1.9', false],
    ['>=6.0.0-rc.1', false],
    ['>=5.1.8-rc.1', true],
    ['^5.0.0', true],
    ['^4.0.0', false],
    ['~5.1.2', true],
    ['~5.0', false],
    ['5.x', true],
    ['5.1', true],
    ['<5.1', false],
    ['<=5.1', true],
    ['>5.1', false],
    ['>= 3.0.0 < 5.1.8', false],
    ['3.0.0 - 6.0.0', true],
    ['4.0.0 || >=5.1.0', true],
    ['*', true],
    ['', true],
    ['latest', false],
    ['>=5.1.8 latest', false],
  ];
  for (const [range, fits] of table) assert.equal(isWithin('5.1.8', range), fits, range);
});

test('value references are unwrapped strictly, and wrapping them again gives the same', () => {
  const data = { a: 'x', b: 1, c: [true, { d: 0.5 }], e: 4_000_000_000, f: null };
  assert.deepEqual(unwrapped(wrapped(data), new Map()).data, data);
  const { data: filled, parameters } = unwrapped(
    { configuration: { port: { '@type': 'parameter', '@value': 'PORT' } } },
    new Map([['PORT', 514]]),
  );
  assert.deepEqual(filled, { configuration: { port: 514 } });
  assert.deepEqual([...parameters], [['configuration.port', 'PORT']]);
  const wrong: [value: unknown, message: RegExp][] = [
    [{ a: { '@type': 'integer', '@value': '1' } }, /^a: the type integer wants a whole number, got "1"\.$/],
    [{ a: [{ '@type': 'boolean', '@value': 'true' }] }, /^a\[0\]: the type boolean wants true or false/],
    [{ a: { '@type': 'parameter', '@value': 'NONE' } }, /^a: the pack has no parameter "NONE"\.$/],
    [{ a: { '@type': 'uuid', '@value': '1' } }, /^a: there is no value type "uuid"\.$/],
  ];
  for (const [value, message] of wrong) assert.throws(() => unwrapped(value, new Map()), { message });
});

test('data of entities are compared without the order of keys and without members that equal their absence', () => {
  assert.equal(canonical({ b: 1, a: { c: [], d: null, e: '' } }), canonical({ b: 1 }));
  assert.notEqual(canonical({ a: false }), canonical({}));
});

const entity = { v: '1', type: { name: 'stream', version: '1' }, id: 'e', data: {}, constraints: [] };
const pack = { v: 1, id: 'p', rev: 1, name: 'n', entities: [entity] };

test('the server reads the file of a pack leniently and reports problems with their path', () => {
  assert.equal(packOf(pack).v, '1');
  assert.equal(packOf({ ...pack, v: '1', later: true }).summary, '');
  const wrong: [file: unknown, path: RegExp][] = [
    [[], /^The file is no content pack: it is not a JSON object/],
    [{ ...pack, v: 2 }, /: v must be 1, got 2/],
    [{ ...pack, rev: '1' }, /: rev must be a whole number/],
    [{ ...pack, id: '' }, /: id is missing/],
    [{ ...pack, entities: {} }, /: entities must be a list/],
    [{ ...pack, entities: [{ ...entity, type: 'stream' }] }, /: entities\[0\]\.type must name/],
    [{ ...pack, entities: [entity, entity] }, /: entities has two entities of the id "e"/],
    [{ ...pack, parameters: [{ name: 'P', type: 'port' }] }, /: parameters\[0\]\.type must be/],
    [{ ...pack, parameters: [{ name: 'P', type: 'integer', default_value: 'x' }] }, /default_value does not fit/],
  ];
  for (const [file, message] of wrong) assert.throws(() => packOf(file), { message });
});

test('a file in the format before version 3.0 becomes a pack in the present format, the same one each time', () => {
  const old = {
    name: 'Old',
    category: 'Web',
    inputs: [
      {
        id: 'i1',
        title: 'in',
        type: 'T',
        global: true,
        configuration: { port: 514 },
        static_fields: { a: 'b' },
        extractors: [
          {
            title: 'x',
            type: 'GROK',
            cursor_strategy: 'COPY',
            source_field: 'message',
            target_field: '',
            configuration: { grok_pattern: '%{A}' },
            converters: [],
            condition_type: 'NONE',
            condition_value: '',
            order: 0,
          },
        ],
      },
    ],
    streams: [
      {
        id: 's1',
        title: 'web',
        matching_type: 'AND',
        stream_rules: [{ type: 1, field: 'source', value: 'w', inverted: false }],
        outputs: [],
      },
    ],
    dashboards: [
      {
        title: 'd',
        dashboard_widgets: [
          {
            description: 'all',
            type: 'SEARCH_RESULT_COUNT',
            configuration: { stream_id: 's1', query: 'x', timerange: { type: 'relative', range: 60 } },
            col: 1,
            row: 1,
            height: 1,
            width: 1,
          },
        ],
      },
    ],
    grok_patterns: [{ name: 'A', pattern: '.*' }],
    alarms: [1],
  };
  const text = JSON.stringify(old);
  const { pack: read, warnings } = readPackFile(old, text);
  assert.deepEqual(
    read.entities.map(({ type }) => `${type.name}/${type.version}`),
    ['grok_pattern/1', 'input/1', 'stream/1', 'dashboard/1'],
  );
  assert.deepEqual(warnings, [
    'The file is of the time before 3.0 and was converted.',
    'alarms could not be converted.',
  ]);
  assert.equal(readPackFile(old, text).pack.id, read.id);
  const [, , stream, dashboard] = read.entities.map((one) => ({
    id: one.id,
    data: unwrapped(one.data, new Map()).data as Record<string, unknown>,
  }));
  assert.deepEqual(stream?.data['stream_rules'], [
    { type: 'EXACT', field: 'source', value: 'w', inverted: false, description: '' },
  ]);
  const [widget] = dashboard?.data['widgets'] as { configuration: { stream_id: string } }[];
  assert.equal(widget?.configuration.stream_id, stream?.id);
});

test('the server converts widgets of old dashboards and reports those without a counterpart', () => {
  const widget = (type: string, configuration: object) => ({
    description: type,
    type,
    configuration,
    position: { col: 1, row: 1, width: 2, height: 2 },
  });
  const table: [type: string, configuration: object, visualizations: string[], series: string][] = [
    ['SEARCH_RESULT_COUNT', {}, ['numeric'], 'count()'],
    ['STATS_COUNT', { stats_function: 'mean', field: 'ms' }, ['numeric'], 'avg(ms)'],
    [
      'QUICKVALUES',
      { field: 'user', show_pie_chart: true, show_data_table: true, limit: 5 },
      ['pie', 'table'],
      'count()',
    ],
    ['QUICKVALUES_HISTOGRAM', { field: 'user' }, ['bar'], 'count()'],
    ['SEARCH_RESULT_CHART', {}, ['bar'], 'count()'],
    ['FIELD_CHART', { field: 'ms', valuetype: 'max', renderer: 'line' }, ['line'], 'max(ms)'],
    [
      'STACKED_CHART',
      { renderer: 'area', series: [{ field: 'a', query: 'q', statistical_function: 'total' }] },
      ['area'],
      'sum(a)',
    ],
    ['org.graylog.plugins.map.widget.strategy.MapWidgetStrategy', { field: 'geo' }, ['map'], 'count()'],
  ];
  for (const [type, configuration, visualizations, series] of table) {
    const { data, left } = convertedDashboard({ title: 't', widgets: [widget(type, configuration)] });
    const [state] = Object.values(
      data['state'] as Record<
        string,
        {
          widgets: { id: string; config: { visualization: string; series: { function: string }[] } }[];
          widget_mapping: Record<string, string[]>;
        }
      >,
    );
    assert.deepEqual(
      state?.widgets.map(({ config }) => config.visualization),
      visualizations,
      type,
    );
    assert.equal(state?.widgets[0]?.config.series[0]?.function, series, type);
    const [query] = (data['search'] as { queries: { search_types: { id: string }[] }[] }).queries;
    assert.deepEqual(
      Object.values(state?.widget_mapping ?? {})
        .flat()
        .toSorted(),
      query?.search_types.map(({ id }) => id).toSorted(),
    );
    assert.deepEqual(left, []);
  }
  assert.deepEqual(convertedDashboard({ title: 't', widgets: [widget('CUSTOM', {})] }).left, ['CUSTOM (CUSTOM)']);
});

test('the server rewrites references to a renamed entity, and nothing else', () => {
  const rule = {
    title: 'b',
    source: 'rule "b" when true then let a = grok("%{OLD:x} %{OLDER:y}", lookup("OLD", "k")); end',
  };
  assert.match(
    String(afterRename('pipeline_rule', rule, { type: 'grok_pattern', from: 'OLD', to: 'NEW' })['source']),
    /%\{NEW:x\} %\{OLDER:y\}.*lookup\("OLD"/,
  );
  assert.match(
    String(afterRename('pipeline_rule', rule, { type: 'lookup_table', from: 'OLD', to: 'NEW' })['source']),
    /%\{OLD:x\}.*lookup\("NEW"/,
  );
  const places: [source: string, changed: string][] = [
    ['lookup("OLD", "OLD")', 'lookup("NEW", "OLD")'],
    ['lookup_value(key: "OLD", lookup_table: "OLD")', 'lookup_value(key: "OLD", lookup_table: "NEW")'],
    ['concat("http://x", to_string(lookup_value("OLD", 1)))', 'concat("http://x", to_string(lookup_value("NEW", 1)))'],
    ['/* lookup("OLD", 1) */ lookup("OTHER", 1)', '/* lookup("OLD", 1) */ lookup("OTHER", 1)'],
    ['concat("lookup(", "OLD")', 'concat("lookup(", "OLD")'],
  ];
  const of = (call: string): string => `rule "b" when true then let t = "OLD"; let a = ${call}; end`;
  for (const [source, changed] of places) {
    const rename = { type: 'lookup_table', from: 'OLD', to: 'NEW' };
    assert.equal(afterRename('pipeline_rule', { source: of(source) }, rename)['source'], of(changed));
  }
  assert.equal(
    afterRename('pipeline_rule', { source: of('lookup(t, "k")') }, { type: 'lookup_table', from: 'OLD', to: 'N"W' })[
      'source'
    ],
    of('lookup(t, "k")').replace('"OLD"', '"N\\"W"'),
  );
  const pipeline = { source: 'pipeline "p"\nstage 0 match either\nrule "a"\nrule "ab"\nend' };
  assert.match(
    String(afterRename('pipeline', pipeline, { type: 'pipeline_rule', from: 'a', to: 'a "2"' })['source']),
    /rule "a \\"2\\""\nrule "ab"/,
  );
  const line = {
    source: 'pipeline "p" stage 0 match all rule "a\\"b"; rule "a" /* rule "a" */ stage 1 match pass rule "a" end',
  };
  assert.equal(
    afterRename('pipeline', line, { type: 'pipeline_rule', from: 'a', to: 'z' })['source'],
    'pipeline "p" stage 0 match all rule "a\\"b"; rule "z" /* rule "a" */ stage 1 match pass rule "z" end',
  );
  assert.equal(
    withName('// rule "x"\nrule "x"\nwhen true then end', 'rule', 'y'),
    '// rule "x"\nrule "y"\nwhen true then end',
  );
});

test('widgets of old dashboards keep their time ranges', () => {
  const table: [range: object, kept: object][] = [
    [
      { type: 'relative', range: 604_800 },
      { type: 'relative', range: 604_800 },
    ],
    [
      { type: 'relative', range: 0 },
      { type: 'relative', range: 0 },
    ],
    [
      { type: 'relative', range: -5 },
      { type: 'relative', range: 300 },
    ],
    [
      { type: 'keyword', keyword: 'last day' },
      { type: 'keyword', keyword: 'last day' },
    ],
  ];
  for (const [timerange, kept] of table) {
    const widget = { type: 'SEARCH_RESULT_COUNT', configuration: { timerange } };
    const { data } = convertedDashboard({ title: 't', widgets: [widget] });
    const [state] = Object.values(data['state'] as Record<string, { widgets: { timerange: unknown }[] }>);
    assert.deepEqual(state?.widgets[0]?.timerange, kept);
  }
});

test('widgets of a converted dashboard cover each other nowhere, and low ones get two rows', () => {
  const at = (row: number, col: number, height: number, configuration: object = {}) => ({
    id: `${row} ${col}`,
    description: '',
    type: 'QUICKVALUES',
    configuration: { field: 'f', ...configuration },
    position: { row, col, width: 1, ...(height > 0 && { height }) },
  });
  const both = { show_pie_chart: true, show_data_table: true };
  const table: [widgets: object[], count: number][] = [
    [[at(1, 1, 1), at(2, 1, 1), at(1, 2, 1)], 3],
    [[at(3, 1, 0), at(1, 1, 0, both), at(2, 1, 0)], 4],
    [[at(1, 1, 4, both), at(5, 1, 4), at(2, 2, 2)], 4],
  ];
  interface Place {
    col: number;
    row: number;
    width: number;
    height: number;
  }
  for (const [widgets, count] of table) {
    const { data } = convertedDashboard({ title: 't', widgets });
    const [state] = Object.values(data['state'] as Record<string, { positions: Record<string, Place> }>);
    const places = Object.values(state?.positions ?? {});
    assert.equal(places.length, count);
    const cells = places.flatMap(({ col, row, width, height }) =>
      Array.from({ length: width * height }, (_, n) => `${col + (n % width)} ${row + Math.floor(n / width)}`),
    );
    assert.equal(new Set(cells).size, cells.length);
    for (const { height } of places) assert.ok(height >= 2);
  }
});
