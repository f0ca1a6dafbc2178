import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActor } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { newAggregationConfig } from '../../machines/widget-editor/config.js';
import type { AggregationForm, GroupingForm, MetricForm, SortForm } from '../../machines/widget-editor/form.js';
import {
  configOf,
  formOf,
  looksOf,
  newGrouping,
  newMetric,
  newSort,
  pinnableColumns,
  sortOptions,
  withFields,
  withFunction,
  withGrouping,
  withVisualization,
} from '../../machines/widget-editor/form.js';
import type { WidgetEditorEmitted, WidgetEditorEvent } from '../../machines/widget-editor/machine.js';
import { widgetEditorMachine } from '../../machines/widget-editor/machine.js';
import { isValid, problemsOf } from '../../machines/widget-editor/validation.js';
import { defaultConfig, shownFields, visualizationTypes } from '../../machines/widget-editor/visualization-types.js';
import { countingIds } from './fixtures.js';
import { untyped } from '../untyped.js';
import { walk } from './transitions.js';

const ids = countingIds();
const isDate = (field: string) => field === 'timestamp';

/** A stored configuration with every known setting, and unknown ones. */
const stored: AggregationConfig = {
  row_pivots: [
    untyped({
      fields: ['timestamp'],
      type: 'time',
      config: { interval: { type: 'timeunit', value: 5, unit: 'minutes' }, x_row: 1 },
      x_pivot: true,
    }),
  ],
  column_pivots: [{ fields: ['source', 'level'], type: 'values', config: { limit: 7, skip_empty_values: true } }],
  series: [
    { function: 'count()', config: { name: null } },
    { function: 'percentile(took,ms,95)', config: untyped({ name: 'p95', x_series: 1 }) },
  ],
  sort: [{ type: 'series', field: 'count()', direction: 'Descending' }],
  visualization: 'table',
  visualization_config: { pinned_columns: ['timestamp', 'gone'], x_config: 1 },
  formatting_settings: { chart_colors: [{ field_name: 'a', chart_color: '#ff0000' }] },
  rollup: false,
  event_annotation: true,
  x_unknown: { deep: [1] },
};

test('a widget configuration survives the form; only missing pinned columns are dropped', () => {
  assert.deepEqual(configOf(formOf(stored, ids), stored), {
    ...stored,
    visualization_config: { pinned_columns: ['timestamp'], x_config: 1 },
  });
  const fresh = newAggregationConfig();
  assert.deepEqual(configOf(formOf(fresh, ids), fresh), fresh);
});

const incomplete: [name: string, config: object, expected: object][] = [
  [
    'an empty configuration',
    {},
    { row_pivots: [], column_pivots: [], series: [], sort: [], rollup: true, event_annotation: false },
  ],
  [
    'a time group without scaling',
    { row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto' } } }] },
    { row_pivots: [{ fields: ['timestamp'], type: 'time', config: { interval: { type: 'auto', scaling: 1 } } }] },
  ],
  [
    'a values group without config',
    { row_pivots: [{ fields: ['a'], type: 'values' }] },
    { row_pivots: [{ fields: ['a'], type: 'values', config: { limit: 15 } }] },
  ],
  [
    'a series without parentheses',
    { series: [{ function: 'odd' }] },
    { series: [{ function: 'odd()', config: { name: null } }] },
  ],
];
for (const [name, config, expected] of incomplete) {
  test(`a configuration of another console is edited without loss: ${name}`, () => {
    const base = config as AggregationConfig;
    const after: Record<string, unknown> = { ...configOf(formOf(base, ids), base) };
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(after[key], value, key);
  });
}

test('the fields of a grouping determine its type, and members of the other type are dropped', () => {
  const empty = newGrouping(ids);
  const time = withFields(empty, ['timestamp'], isDate);
  assert.deepEqual([time.type, time.interval], ['time', { type: 'auto', scaling: 1 }]);
  const fixed: GroupingForm = { ...time, interval: { type: 'timeunit', value: 3, unit: 'hours' } };
  assert.deepEqual(
    withFields(fixed, ['timestamp', 'timestamp'], isDate).interval,
    fixed.interval,
    'the grouping stays a time grouping',
  );
  const values = withFields({ ...fixed, limit: 3 }, ['timestamp', 'source'], isDate);
  assert.deepEqual([values.type, values.limit], ['values', 15]);
  assert.deepEqual(withFields(values, ['timestamp'], isDate).interval, { type: 'auto', scaling: 1 });
  assert.equal(withFields({ ...values, limit: 3 }, ['source'], isDate).limit, 3);
});

test('the first grouping turns rollup off; another visualization starts with its defaults', () => {
  const form = withGrouping(formOf(newAggregationConfig(), ids), ids);
  assert.equal(form.rollupColumns, false);
  assert.equal(withGrouping({ ...form, rollupColumns: true }, ids).rollupColumns, true);
  const bar = withVisualization(form, 'bar');
  assert.deepEqual(bar.visualization.config, { barmode: 'group', axis_type: 'linear' });
  const heat = withVisualization(bar, 'heatmap').visualization.config;
  assert.deepEqual(heat, {
    color_scale: 'Viridis',
    reverse_scale: false,
    auto_scale: true,
    use_smallest_as_default: false,
  });
  assert.deepEqual(withVisualization(bar, 'map').visualization.config, {
    viewport: { zoom: 1, center_x: 0, center_y: 0 },
  });
  assert.deepEqual(withVisualization(bar, 'pie').visualization.config, {});
});

test('hidden settings of a widget are not stored', () => {
  const base = newAggregationConfig();
  const visualized = (type: string, config: Record<string, unknown>): unknown =>
    configOf({ ...formOf(base, ids), visualization: { type, config, eventAnnotation: false } }, base)
      .visualization_config;
  assert.deepEqual(
    visualized('heatmap', { auto_scale: true, z_min: 1, z_max: 2, use_smallest_as_default: true, default_value: 3 }),
    {
      auto_scale: true,
      use_smallest_as_default: true,
    },
  );
  assert.deepEqual(visualized('numeric', { trend: false, trend_preference: 'LOWER' }), { trend: false });
  assert.equal(visualized('pie', {}), null);
  assert.deepEqual(visualized('some-plugin', { anything: 1 }), { anything: 1 });
});

const metric = (name: string | undefined, field?: string, more: Partial<MetricForm> = {}): MetricForm => ({
  ...newMetric(ids),
  function: name,
  field,
  ...more,
});
const sortBy = (type: SortForm['type'], field: string | undefined): SortForm => ({
  ...newSort(ids),
  type,
  field,
  direction: 'Ascending',
});
const row = (...fields: string[]): GroupingForm => withFields(newGrouping(ids), fields, isDate);
const column = (...fields: string[]): GroupingForm => ({ ...row(...fields), direction: 'column' });
const formWith = (part: Partial<AggregationForm>, type = 'table'): AggregationForm => {
  const form = formOf(newAggregationConfig(), ids);
  return { ...form, ...part, visualization: part.visualization ?? withVisualization(form, type).visualization };
};

test('metrics except latest and each row field can be sorted, but only one kind at a time', () => {
  const form = formWith({
    groupings: [row('source', 'level'), column('zone')],
    metrics: [metric('count'), metric('latest', 'a'), metric('percentile', 'took', { percentile: 95, name: 'p95' })],
  });
  const first = newSort(ids);
  assert.deepEqual(
    sortOptions({ ...form, sorts: [first] }, first).map(({ field, label }) => [field, label]),
    [
      ['count()', 'count'],
      ['percentile(took,95)', 'p95'],
      ['source', 'source'],
      ['level', 'level'],
    ],
  );
  const second = newSort(ids);
  const fieldsAfter = (one: SortForm) =>
    sortOptions({ ...form, sorts: [one, second] }, second).map(({ field }) => field);
  assert.deepEqual(fieldsAfter(sortBy('metric', 'count()')), ['count()', 'percentile(took,95)']);
  assert.deepEqual(fieldsAfter(sortBy('groupBy', 'source')), ['level']);
  const gone = { ...form, sorts: [sortBy('groupBy', 'zone'), sortBy('metric', 'sum(x)'), sortBy('metric', 'count()')] };
  assert.deepEqual(configOf(gone, newAggregationConfig()).sort, [
    { type: 'series', field: 'count()', direction: 'Ascending' },
  ]);
  assert.ok(isValid(problemsOf(gone)), 'a sort of a removed field is dropped instead of being an error');
  assert.deepEqual(
    pinnableColumns(form).map(({ name, label }) => [name, label]),
    [
      ['source', 'source'],
      ['level', 'level'],
      ['count()', 'count'],
      ['latest(a)', 'latest a'],
      ['p95', 'p95'],
    ],
  );
});

const auto = (scaling: number | undefined): GroupingForm => ({
  ...row('timestamp'),
  interval: { type: 'auto', scaling },
});
const fixed = (value: number | undefined): GroupingForm => ({
  ...row('timestamp'),
  interval: { type: 'timeunit', value, unit: 'minutes' },
});
const only = (problems: object): unknown => Object.values(problems)[0];
const groupings: [name: string, grouping: GroupingForm, problems: object | undefined][] = [
  ['a complete grouping', row('a'), undefined],
  ['a missing field', row(), { fields: 'Field is required.' }],
  ['a missing limit', { ...row('a'), limit: undefined }, { limit: 'Limit is required.' }],
  ['a limit of 0', { ...row('a'), limit: 0 }, { limit: 'Must be greater than 0.' }],
  ['a missing scaling', auto(undefined), { interval: 'Scaling is required.' }],
  ['a scaling of 0', auto(0), { interval: 'Must be greater than 0 and smaller or equals 10.' }],
  ['a scaling of 10', auto(10), undefined],
  ['a scaling above 10', auto(10.5), { interval: 'Must be greater than 0 and smaller or equals 10.' }],
  ['an interval without a value', fixed(undefined), { interval: 'Value is required.' }],
  ['an interval with a negative value', fixed(-1), { interval: 'Must be greater than 0.' }],
  ['an interval with the value 1', fixed(1), undefined],
];
for (const [name, grouping, problems] of groupings) {
  test(`the validation of a grouping has the expected result: ${name}`, () =>
    assert.deepEqual(only(problemsOf(formWith({ groupings: [grouping] })).groupings), problems));
}

const metrics: [name: string, metric: MetricForm, problems: object | undefined][] = [
  ['count', metric('count'), undefined],
  ['a missing function', metric(undefined), { function: 'Function is required.' }],
  ['avg without a field', metric('avg'), { field: 'Field is required for function avg.' }],
  ['latest without a field', metric('latest'), { field: 'Field is required for function latest.' }],
  ['a missing percentile', metric('percentile', 'a'), { percentile: 'Percentile is required.' }],
  ['percentile', metric('percentile', 'a', { percentile: 99 }), undefined],
];
for (const [name, one, problems] of metrics) {
  test(`the validation of a metric has the expected result: ${name}`, () =>
    assert.deepEqual(only(problemsOf(formWith({ metrics: [one] })).metrics), problems));
}

test('only the function percentile has a percentile, which starts with 95', () => {
  assert.equal(withFunction(metric('max', 'a'), 'percentile').percentile, 95);
  assert.equal(withFunction(metric('percentile', 'a', { percentile: 50 }), 'percentile').percentile, 50);
  assert.equal(withFunction(metric('percentile', 'a', { percentile: 95 }), 'max').percentile, undefined);
  assert.equal(withFunction(metric('max', 'a'), 'avg').field, 'a');
});

test('a sort of a widget needs field and direction, and a time chart cannot be sorted', () => {
  const problems = (sort: SortForm, type: string) =>
    only(
      problemsOf(formWith({ groupings: [row('timestamp')], metrics: [metric('count')], sorts: [sort] }, type)).sorts,
    );
  assert.deepEqual(problems(newSort(ids), 'table'), {
    field: 'Field is required.',
    direction: 'Direction is required.',
  });
  assert.deepEqual(problems(sortBy('metric', 'count()'), 'table'), undefined);
  assert.deepEqual(problems(sortBy('metric', 'count()'), 'bar'), {
    field: 'Sort on non data table with time based row grouping does not work.',
  });
});

test('each visualization is validated with its required groupings, metrics and fields', () => {
  const type = (form: AggregationForm) => problemsOf(form).visualization.type;
  for (const name of ['area', 'bar', 'line', 'scatter', 'pie']) {
    const { title } = visualizationTypes.find((one) => one.type === name) ?? { title: '' };
    assert.equal(type(formWith({}, name)), `${title} requires at least one metric`);
    assert.equal(type(formWith({ metrics: [metric('count')] }, name)), undefined);
  }
  assert.equal(
    type(formWith({}, 'heatmap')),
    'Heatmap requires at least two groupings. Groupings must include row and column groupings. At least one metric must be configured.',
  );
  assert.equal(
    type(formWith({ groupings: [row('a'), row('b')], metrics: [metric('count')] }, 'heatmap')),
    'Groupings must include row and column groupings.',
  );
  assert.equal(
    type(formWith({ groupings: [row('a'), column('b')], metrics: [metric('count')] }, 'heatmap')),
    undefined,
  );
  const visualization = (name: string | undefined, config: Record<string, unknown>) =>
    problemsOf(formWith({ visualization: { type: name, config, eventAnnotation: false } })).visualization;
  assert.equal(visualization(undefined, {}).type, 'Type is required.');
  assert.deepEqual(visualization('heatmap', { auto_scale: false, z_min: 0 }).config, { z_max: 'Max is required.' });
  assert.deepEqual(visualization('heatmap', { auto_scale: true }).config, {});
  assert.deepEqual(visualization('map', { viewport: { zoom: 1, center_x: null, center_y: 0 } }).config, {
    'viewport.center_x': 'Latitude is required.',
  });
  assert.deepEqual(visualization('numeric', { trend: true, trend_preference: null }).config, {
    trend_preference: 'Trend Preference is required.',
  });
  assert.deepEqual(visualization('numeric', { trend: false, trend_preference: null }).config, {});
  assert.deepEqual(visualization('some-plugin', {}), { config: {} });
});

test('the defaults of every visualization are valid, and every shown field has a unique name', () => {
  for (const one of visualizationTypes) {
    const config = defaultConfig(one);
    const form = formWith({ groupings: [row('a'), column('b')], metrics: [metric('count')] }, one.type);
    assert.ok(isValid(problemsOf(form)), one.type);
    const paths = shownFields(one, config).map(({ path }) => path.join('.'));
    assert.equal(new Set(paths).size, paths.length);
  }
});

function start(
  config: AggregationConfig = { ...newAggregationConfig(), series: stored.series, row_pivots: stored.row_pivots },
) {
  const actor = createActor(widgetEditorMachine, { input: { config, ids: countingIds() } });
  const emitted: WidgetEditorEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  const form = () => actor.getSnapshot().context.form;
  return { actor, emitted, form, config };
}
const sorted = (config: AggregationConfig): AggregationConfig => ({
  ...config,
  sort: [{ type: 'series', field: 'count()', direction: 'Ascending' }],
});

test('on every path only a valid, changed form can be applied', () => {
  const { form, config } = start();
  const valid: AggregationForm = { ...form(), metrics: form().metrics.slice(0, 1) };
  const invalid = withGrouping(form(), ids);
  const events: WidgetEditorEvent[] = [
    { type: 'form.changed', form: valid },
    { type: 'form.changed', form: invalid },
    { type: 'form.changed', form: form() },
    { type: 'preview.requested' },
    { type: 'execution.finished' },
    { type: 'config.changed', config: sorted(config) },
    { type: 'confirmed' },
    { type: 'declined' },
    { type: 'apply.requested' },
    { type: 'cancel.requested' },
  ];
  const { paths, transitions } = walk(getShortestPaths, widgetEditorMachine, {
    input: { config, ids: countingIds() },
    events,
    limit: 100_000,
    serializeState: ({ value, context }) =>
      JSON.stringify([value, context.form.groupings.length, context.form.metrics.length, context.base.sort.length]),
  });
  assert.deepEqual(transitions, {
    applied: {},
    cancelled: {},
    'editing.(draft.changed, preview.resting, question.asked)': {
      'apply.requested': 'applied | editing.(draft.changed, preview.resting, question.asked)',
      'cancel.requested': 'cancelled',
      confirmed: 'editing.(draft.unchanged, preview.resting, question.none)',
      declined: 'editing.(draft.changed, preview.resting, question.none)',
      'form.changed':
        'editing.(draft.changed, preview.resting, question.asked) | editing.(draft.unchanged, preview.resting, question.asked)',
      'preview.requested':
        'editing.(draft.changed, preview.resting, question.asked) | editing.(draft.unchanged, preview.updating, question.asked)',
    },
    'editing.(draft.changed, preview.resting, question.none)': {
      'apply.requested': 'applied | editing.(draft.changed, preview.resting, question.none)',
      'cancel.requested': 'cancelled',
      'config.changed':
        'editing.(draft.changed, preview.resting, question.asked) | editing.(draft.changed, preview.resting, question.none)',
      'form.changed':
        'editing.(draft.changed, preview.resting, question.none) | editing.(draft.unchanged, preview.resting, question.none)',
      'preview.requested':
        'editing.(draft.changed, preview.resting, question.none) | editing.(draft.unchanged, preview.updating, question.none)',
    },
    'editing.(draft.changed, preview.updating, question.asked)': {
      'apply.requested': 'applied | editing.(draft.changed, preview.updating, question.asked)',
      'cancel.requested': 'cancelled',
      confirmed: 'editing.(draft.unchanged, preview.updating, question.none)',
      declined: 'editing.(draft.changed, preview.updating, question.none)',
      'execution.finished': 'editing.(draft.changed, preview.resting, question.asked)',
      'form.changed':
        'editing.(draft.changed, preview.updating, question.asked) | editing.(draft.unchanged, preview.updating, question.asked)',
    },
    'editing.(draft.changed, preview.updating, question.none)': {
      'apply.requested': 'applied | editing.(draft.changed, preview.updating, question.none)',
      'cancel.requested': 'cancelled',
      'config.changed':
        'editing.(draft.changed, preview.updating, question.asked) | editing.(draft.changed, preview.updating, question.none)',
      'execution.finished': 'editing.(draft.changed, preview.resting, question.none)',
      'form.changed':
        'editing.(draft.changed, preview.updating, question.none) | editing.(draft.unchanged, preview.updating, question.none)',
    },
    'editing.(draft.unchanged, preview.resting, question.asked)': {
      'apply.requested': 'applied',
      'cancel.requested': 'cancelled',
      confirmed: 'editing.(draft.unchanged, preview.resting, question.none)',
      declined: 'editing.(draft.unchanged, preview.resting, question.none)',
      'form.changed':
        'editing.(draft.changed, preview.resting, question.asked) | editing.(draft.unchanged, preview.resting, question.asked)',
    },
    'editing.(draft.unchanged, preview.resting, question.none)': {
      'apply.requested': 'applied',
      'cancel.requested': 'cancelled',
      'form.changed':
        'editing.(draft.changed, preview.resting, question.none) | editing.(draft.unchanged, preview.resting, question.none)',
    },
    'editing.(draft.unchanged, preview.updating, question.asked)': {
      'apply.requested': 'applied',
      'cancel.requested': 'cancelled',
      confirmed: 'editing.(draft.unchanged, preview.updating, question.none)',
      declined: 'editing.(draft.unchanged, preview.updating, question.none)',
      'execution.finished': 'editing.(draft.unchanged, preview.resting, question.asked)',
      'form.changed':
        'editing.(draft.changed, preview.updating, question.asked) | editing.(draft.unchanged, preview.updating, question.asked)',
    },
    'editing.(draft.unchanged, preview.updating, question.none)': {
      'apply.requested': 'applied',
      'cancel.requested': 'cancelled',
      'execution.finished': 'editing.(draft.unchanged, preview.resting, question.none)',
      'form.changed':
        'editing.(draft.changed, preview.updating, question.none) | editing.(draft.unchanged, preview.updating, question.none)',
    },
  });
  assert.ok(paths.length > 15, String(paths.length));
  for (const { state } of paths) {
    const { context } = state;
    if (state.matches('applied')) assert.ok(isValid(context.problems));
    if (state.matches({ editing: { draft: 'unchanged' } })) {
      assert.deepEqual(configOf(context.form, context.base), configOf(formOf(context.base, ids), context.base));
    }
    if (state.matches({ editing: { question: 'asked' } })) assert.ok(context.asked);
  }
});

test('opening and cancelling the widget editor changes nothing; applying sends the form once', () => {
  const opened = start();
  opened.actor.send({ type: 'preview.requested' });
  opened.actor.send({ type: 'cancel.requested' });
  assert.deepEqual(opened.emitted, [{ type: 'cancelled' }]);

  const { actor, emitted, form } = start();
  actor.send({ type: 'form.changed', form: { ...form(), metrics: form().metrics.slice(0, 1) } });
  assert.ok(actor.getSnapshot().matches({ editing: { draft: 'changed' } }));
  actor.send({ type: 'preview.requested' });
  assert.ok(actor.getSnapshot().matches({ editing: { draft: 'unchanged', preview: 'updating' } }));
  actor.send({ type: 'execution.finished' });
  actor.send({ type: 'apply.requested' });
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ['configWanted', 'applied'],
  );

  const direct = start();
  direct.actor.send({ type: 'form.changed', form: { ...direct.form(), metrics: direct.form().metrics.slice(0, 1) } });
  direct.actor.send({ type: 'apply.requested' });
  assert.deepEqual(
    direct.emitted.map(({ type }) => type),
    ['configWanted', 'applied'],
  );
});

test('sorting in the preview applies at once without unsaved changes, otherwise after a confirmation that discards them', () => {
  const calm = start();
  calm.actor.send({ type: 'config.changed', config: sorted(calm.config) });
  assert.equal(calm.form().sorts.length, 1);
  assert.deepEqual(
    calm.emitted.map(({ type }) => type),
    ['configWanted'],
  );

  for (const answer of ['declined', 'confirmed'] as const) {
    const { actor, emitted, form, config } = start();
    const unsaved = { ...form(), metrics: form().metrics.slice(0, 1) };
    actor.send({ type: 'form.changed', form: unsaved });
    actor.send({ type: 'config.changed', config: sorted(config) });
    assert.ok(actor.getSnapshot().matches({ editing: { question: 'asked' } }));
    assert.equal(emitted.length, 0);
    actor.send({ type: answer });
    assert.equal(form().metrics.length, answer === 'confirmed' ? 2 : 1);
    assert.equal(form().sorts.length, answer === 'confirmed' ? 1 : 0);
    assert.equal(emitted.length, answer === 'confirmed' ? 1 : 0);
  }
});

test('choosing a colour in the preview of the widget editor keeps unsaved changes; moving the map changes the form', () => {
  const { actor, emitted, form, config } = start();
  actor.send({ type: 'form.changed', form: { ...form(), metrics: form().metrics.slice(0, 1) } });
  const colored = { ...config, formatting_settings: { chart_colors: [{ field_name: 'a', chart_color: '#00ff00' }] } };
  actor.send({ type: 'config.changed', config: colored });
  assert.deepEqual(emitted, [{ type: 'configWanted', config: colored }]);
  assert.equal(form().metrics.length, 1);
  actor.send({ type: 'apply.requested' });
  const last = emitted.find((event, index) => index > 0 && event.type === 'configWanted') as {
    config: AggregationConfig;
  };
  assert.deepEqual(last.config.formatting_settings, colored.formatting_settings, 'applying keeps the chosen colour');

  const onMap = {
    ...config,
    visualization: 'map',
    visualization_config: { viewport: { zoom: 1, center_x: 0, center_y: 0 } },
  };
  const map = start(onMap);
  map.actor.send({
    type: 'config.changed',
    config: { ...onMap, visualization_config: { viewport: { zoom: 4, center_x: 10, center_y: 20 } } },
  });
  assert.equal(map.emitted.length, 0, 'moving the map changes only the form');
  assert.ok(map.actor.getSnapshot().matches({ editing: { draft: 'changed' } }));
  assert.deepEqual(map.form().visualization.config['viewport'], { zoom: 4, center_x: 10, center_y: 20 });
});

test('units and thresholds are in the form but not in the configuration, and are kept when the preview changes', () => {
  const looks = { 'count()': { unit: 'req', thresholds: { warning: 5 } } };
  const editor = createActor(widgetEditorMachine, { input: { config: stored, looks, ids: countingIds() } }).start();
  const formNow = () => editor.getSnapshot().context.form;
  assert.deepEqual(looksOf(formNow()), looks);
  const [first, ...rest] = formNow().metrics;
  assert.ok(first);
  const metrics = [{ ...first, look: { unit: 'ms' } }, ...rest];
  editor.send({ type: 'form.changed', form: { ...formNow(), metrics } });
  assert.ok(editor.getSnapshot().matches({ editing: { draft: 'unchanged' } }));
  assert.deepEqual(configOf(formNow(), stored), configOf(formOf(stored, ids), stored));
  editor.send({ type: 'config.changed', config: { ...stored, sort: [] } });
  assert.deepEqual(looksOf(formNow()), { 'count()': { unit: 'ms' } });
  editor.stop();
});

test('formulas and metrics with a filter beyond those that a widget stores are errors', () => {
  const counts = Array.from({ length: 12 }, (_unused, at) => ({
    ...newMetric(ids),
    ...{ function: 'count', filter: at === 0 ? ' ' : `level:${at}` },
  }));
  const form = { ...formOf(newAggregationConfig(), ids), metrics: counts };
  assert.deepEqual(Object.keys(problemsOf(form).metrics), [counts[11]?.id]);
  assert.match(problemsOf(form).metrics[counts[11]?.id ?? '']?.function ?? '', /at most 10 formulas/);
});
