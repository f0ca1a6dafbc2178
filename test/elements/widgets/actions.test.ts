import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseQuery } from '../../../api/language/index.js';
import {
  actionsOf,
  newEventDefinitionRoute,
  stepActions,
  type ActionPlace,
  type ActionSubject,
} from '../../../elements/widgets/actions/actions.js';
import {
  clickedValue,
  type FieldInteractions,
  type NewWidget,
  type WidgetScope,
} from '../../../elements/widgets/actions/interactions.js';
import { pathsTo } from '../../../machines/pivot/value-path.js';
import { aggregation, byTime, byValues, leaf, metrics, pivot } from '../../machines/pivot/results.js';
import { untyped } from '../../untyped.js';

const types: Record<string, { type: string; properties: ('numeric' | 'enumerable')[] }> = {
  took: { type: 'long', properties: ['numeric', 'enumerable'] },
  host: { type: 'string', properties: ['enumerable'] },
  text: { type: 'string', properties: [] },
};
const widget: WidgetScope = {
  type: 'aggregation',
  settings: {
    filter: null,
    filters: [],
    query: { type: 'elasticsearch', query_string: 'a OR b' },
    streams: ['s'],
    timerange: { type: 'relative', from: 60 },
  },
  search: () => ({ queryString: '', filterQueries: [], streams: [], timeRange: undefined }),
};

function page(over: Partial<FieldInteractions> = {}) {
  const added: NewWidget[] = [];
  const queries: string[] = [];
  const interactions: FieldInteractions = {
    query: () => 'x OR y',
    onQuery: (query) => queries.push(query),
    onAddWidget: (one) => added.push(one),
    onHighlight: () => undefined,
    onAllTables: () => undefined,
    columnsOfAllTables: ['host'],
    typeOf: (field) => types[field] && { ...types[field], index_names: [] },
    analysisDisabledFields: ['secret'],
    rules: [{ field: 'host', value: 'web', color: '#ffffff' }],
    hasRoute: () => true,
    ...over,
  };
  return { interactions, added, queries };
}
const field = (name: string, decorated = false): ActionSubject => ({ kind: 'field', field: name, decorated });
const value = (name: string, own: unknown, more: object = {}): ActionSubject => ({
  kind: 'value',
  field: name,
  value: own,
  decorated: false,
  ...more,
});
/** Returns the ids of the offered actions; the ids of disabled actions are in brackets. */
const offered = (subject: ActionSubject, place: ActionPlace = {}, over: Partial<FieldInteractions> = {}) =>
  actionsOf(subject, page(over).interactions, place).map(({ id, disabled }) => (disabled ? `(${id})` : id));
const run = (subject: ActionSubject, id: string, place: ActionPlace, interactions: FieldInteractions) => {
  const found = actionsOf(subject, interactions, place).find((one) => one.id === id);
  assert.ok(found && 'run' in found.effect, id);
  found.effect.run();
};

const table = { fields: ['took'], onAdd: () => undefined, onRemove: () => undefined };
const message = { index: 'i_1', id: 'm1', inputId: 'in', nodeId: 'n1' };
const config = aggregation({ row_pivots: [byTime(), byValues('host')], series: metrics('avg(took)') });
const range = { type: 'absolute', from: '2026-11-20T18:00:00Z', to: '2026-11-20T19:00:00Z' } as const;
const shown = { ...pivot(leaf(['2026-11-20T18:30:00.000Z', 'web 1'])), effective_timerange: range };
const paths = pathsTo(config, ['2026-11-20T18:30:00.000Z', 'web 1'], { keys: [], function: 'avg(took)' }, 'UTC', shown);
const cell = value('avg(took)', 12.5, { paths });

describe('actions of a field', () => {
  const cases: [name: string, ActionSubject, ActionPlace, string[]][] = [
    ['a numeric field', field('took'), {}, ['chart', 'showTopValues', 'statistics', 'addToAllTables', 'copyFieldName']],
    [
      'a text field that is not enumerable',
      field('text'),
      {},
      ['(chart)', '(showTopValues)', 'statistics', 'addToAllTables', 'copyFieldName'],
    ],
    [
      'a decorated field',
      field('took', true),
      {},
      ['chart', '(showTopValues)', '(statistics)', '(addToAllTables)', 'copyFieldName'],
    ],
    [
      'a field without permitted analysis',
      field('secret'),
      {},
      ['(chart)', '(showTopValues)', '(statistics)', 'addToAllTables', 'copyFieldName'],
    ],
    [
      'a metric',
      field('avg(took)'),
      {},
      ['chart', '(showTopValues)', '(statistics)', '(addToAllTables)', 'copyFieldName'],
    ],
    [
      'a field that is a column of its table',
      field('took'),
      { columns: table },
      ['chart', 'showTopValues', 'statistics', 'removeFromTable', 'addToAllTables', 'copyFieldName'],
    ],
    [
      'a field that is not a column of its table',
      field('text'),
      { columns: table },
      ['(chart)', '(showTopValues)', 'statistics', 'addToTable', 'addToAllTables', 'copyFieldName'],
    ],
    [
      'a field in a widget that is not a message table',
      field('took'),
      { widget },
      ['chart', 'showTopValues', 'statistics', '(addToTable)', 'addToAllTables', 'copyFieldName'],
    ],
    [
      'a field that is a column of all tables',
      field('host'),
      {},
      ['(chart)', 'showTopValues', 'statistics', 'removeFromAllTables', 'copyFieldName'],
    ],
  ];
  for (const [name, subject, place, expected] of cases)
    it(`the expected actions are offered for ${name}`, () => assert.deepEqual(offered(subject, place), expected));
  it('creates widgets with the search of the widget that they come from', () => {
    const { interactions, added } = page();
    run(field('took'), 'statistics', { widget }, interactions);
    assert.equal(added[0]?.title, 'Field Statistics for took');
    assert.deepEqual(added[0]?.scope, widget.settings);
    run(field('took'), 'chart', {}, interactions);
    assert.equal(added[1]?.scope, undefined);
  });
});

describe('actions of a value', () => {
  it('offers the messages of the trace for a trace id that searches find, in an element with links', () => {
    const [id, at] = [value('trace_id', '4bf92f35'), '2026-11-20T18:30:00Z'];
    const place = { linked: true, message: { ...message, timestamp: at } };
    assert.deepEqual(offered(id, place).slice(0, 3), ['excludeFromResults', 'addToQuery', 'traceMessages']);
    const [effect] = actionsOf(id, page().interactions, place).flatMap((one) =>
      'route' in one.effect ? [one.effect.route] : [],
    );
    assert.match(effect ?? '', /^\/search\?q=trace_id%3A%224bf92f35%22&rangetype=absolute&from=2026-11-20T17%3A30/);
    assert.ok(offered(value('span_id', '00f0'), place).includes('spanMessages'));
    const withheld = (subject: ActionSubject, given: ActionPlace, over: Partial<FieldInteractions> = {}) =>
      !offered(subject, given, over).includes('traceMessages');
    assert.ok(withheld(id, { ...place, linked: false }), 'the element has no links');
    assert.ok(withheld(id, place, { isLeftOut: () => true }), 'no search finds the field');
    assert.ok(withheld(value('trace_id', '4bf92f35', { decorated: true }), place), 'a decorator has made the value');
    assert.ok(withheld(value('host', '4bf92f35'), place), 'the field holds no trace id');
  });
  it('explains why an unsearchable field offers no actions', () => {
    const { interactions } = page({ isLeftOut: (name) => name === 'late' });
    const disabledStates = (name: string) =>
      actionsOf(value(name, 'a'), interactions, {})
        .filter(({ id }) => id === 'addToQuery' || id === 'excludeFromResults')
        .map(({ disabled, disabledReason }) => [disabled, disabledReason !== undefined]);
    assert.deepEqual(disabledStates('late'), [
      [true, true],
      [true, true],
    ]);
    assert.deepEqual(disabledStates('host'), [
      [false, false],
      [false, false],
    ]);
  });
  it('adds a value with a line break to the query', () => {
    const { interactions, queries } = page({ query: () => '' });
    for (const name of ['host', 'text', 'unknown']) run(value(name, 'a\nb'), 'addToQuery', {}, interactions);
    assert.deepEqual(queries, ['host:"a\\u000ab"', 'text:"a b"', 'unknown:"a b"']);
  });
  const query = ['excludeFromResults', 'addToQuery'];
  const cases: [name: string, ActionSubject, ActionPlace, Partial<FieldInteractions>, string[]][] = [
    [
      'a value outside of widgets',
      value('host', 'db'),
      {},
      {},
      [...query, 'highlightValue', 'copyValue', 'openDashboard'],
    ],
    ['a value with a highlighting rule', value('host', 'web'), {}, {}, [...query, 'copyValue', 'openDashboard']],
    [
      'a decorated value',
      value('host', 'db', { decorated: true }),
      {},
      {},
      ['(excludeFromResults)', '(addToQuery)', 'highlightValue', 'copyValue'],
    ],
    [
      'a value of a message whose node runs',
      value('host', 'db'),
      { widget: { ...widget, type: 'messages' }, message, nodes: ['n1'], mayExtract: true },
      {},
      [...query, 'createExtractor', 'highlightValue', 'copyValue', 'createEventDefinition', 'openDashboard'],
    ],
    [
      'a value of a message whose node no longer exists',
      value('host', 'db'),
      { message, nodes: ['n2'], mayExtract: true },
      {},
      [...query, '(createExtractor)', 'highlightValue', 'copyValue', 'openDashboard'],
    ],
    [
      'a value of a message before the nodes are known',
      value('host', 'db'),
      { message, mayExtract: true },
      {},
      [...query, '(createExtractor)', 'highlightValue', 'copyValue', 'openDashboard'],
    ],
    [
      'a value of a message that no input received',
      value('host', 'db'),
      { message: { index: 'i', id: 'm' }, nodes: ['n1'], mayExtract: true },
      {},
      [...query, '(createExtractor)', 'highlightValue', 'copyValue', 'openDashboard'],
    ],
    [
      'a value of a message whose input the user may not edit',
      value('host', 'db'),
      { message, nodes: ['n1'] },
      {},
      [...query, 'highlightValue', 'copyValue', 'openDashboard'],
    ],
    [
      'a value where no other page exists',
      value('host', 'db'),
      { widget, message, nodes: ['n1'], mayExtract: true },
      { hasRoute: () => false },
      [...query, 'highlightValue', 'copyValue'],
    ],
    [
      'a cell of an aggregation',
      cell,
      { widget },
      { hasRoute: (route) => route === newEventDefinitionRoute },
      ['showDocuments', 'highlightValue', 'copyValue', 'createEventDefinition'],
    ],
    [
      'a value on a page that allows no changes',
      value('host', 'db'),
      {},
      untyped({ onQuery: undefined, onHighlight: undefined }),
      ['copyValue', 'openDashboard'],
    ],
  ];
  for (const [name, subject, place, over, expected] of cases) {
    it(`the expected actions are offered for ${name}`, () => assert.deepEqual(offered(subject, place, over), expected));
  }
  it('preserves the meaning of the previous query', () => {
    const { interactions, queries } = page();
    run(value('host', 'a"b c'), 'addToQuery', {}, interactions);
    run(value('host', '(Empty Value)'), 'excludeFromResults', {}, interactions);
    assert.deepEqual(queries, ['(x OR y) AND host:"a\\"b c"', '(x OR y) AND _exists_:host']);
  });
});

describe('a value of an aggregation', () => {
  it('"show documents" adds a message table for every bucket of the value and the counted field', () => {
    const { interactions, added } = page();
    run(cell, 'showDocuments', { widget }, interactions);
    const [made] = added;
    const time = 'timestamp:["2026-11-20 18:30:00.000" TO "2026-11-20 18:31:00.000"}';
    assert.equal(made?.type, 'messages');
    assert.equal(made?.title, `Messages for ${time} AND host:"web 1" AND _exists_:took`);
    assert.deepEqual(made?.config['fields'], ['timestamp', 'source', 'host', 'took']);
    assert.equal(made?.scope?.query?.query_string, `(a OR b) AND ${time} AND host:"web 1" AND _exists_:took`);
    assert.deepEqual(made?.scope?.timerange, widget.settings.timerange);
    assert.ok(parseQuery(made?.scope?.query?.query_string ?? '').ast);
  });
  it('offers the query actions of each bucket', () => {
    const { interactions, queries } = page();
    const steps = stepActions(cell, interactions);
    assert.deepEqual(
      steps.map(({ step }) => step.field),
      ['timestamp', 'host'],
    );
    const add = steps[1]?.actions.find(({ id }) => id === 'addToQuery');
    assert.ok(add && 'run' in add.effect);
    add.effect.run();
    assert.deepEqual(queries, ['(x OR y) AND host:"web 1"']);
    assert.deepEqual(stepActions(value('host', 'web', { paths }), interactions), []);
  });
});

describe('the detail of log-value-click', () => {
  it('names the groups of a metric, so that a page can show the messages behind it', () => {
    assert.deepEqual(clickedValue('avg(took)', 12.5, paths), {
      field: 'avg(took)',
      value: 12.5,
      groups: [
        { field: 'timestamp', value: '2026-11-20T18:30:00.000Z', until: '2026-11-20T18:31:00.000Z' },
        { field: 'host', value: 'web 1' },
      ],
    });
  });
  it('has no groups for a value of a message and for a metric over all messages', () => {
    const all = pathsTo(aggregation({ series: metrics('count()') }), [], { keys: [], function: 'count()' }, 'UTC');
    assert.deepEqual(clickedValue('count()', 7, all), { field: 'count()', value: 7 });
    assert.deepEqual(clickedValue('host', 'web', undefined), { field: 'host', value: 'web' });
  });
});
