/** Tests malformed plug-in exports: unusable parts are left out with a message and do not affect the others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaPages, pageSlot } from '../../../elements/console/area-pages.js';
import { listedPlugins } from '../../../elements/console/load-plugins.js';
import { hasPage } from '../../../elements/console/pages.js';
import { barItems, linkedPaths, systemItems } from '../../../elements/console/plugin-menu.js';
import { systemEntries, systemTitle } from '../../../elements/console/system-menu.js';
import { matchPage } from '../../../elements/kit/pages.js';
import { requestedSearch } from '../../../elements/kit/plugins/asked-search.js';
import { checkedParts } from '../../../elements/kit/plugins/checked-parts.js';
import type { ConsolePlugin } from '../../../elements/kit/plugins/face.js';
import { registerPlugin } from '../../../elements/kit/plugins/register.js';
import { partsOf, type PluginKind } from '../../../elements/kit/plugins/slots.js';
import { storable } from '../../../elements/kit/plugins/storable.js';
import { untyped } from '../../untyped.js';

// Rejected exports are also logged, which would clutter the output of the test.
console.warn = () => undefined;

const route = (path: string, more: object = {}) => ({ path, title: 'Page', element: 'my-page', ...more });
const refusedOf = (kind: PluginKind, part: unknown): readonly string[] => {
  const { parts, refused } = checkedParts({ [kind]: [part] }, kind);
  assert.equal(parts.length + refused.length, 1, 'a part is either used or refused');
  return refused;
};
const thrower = {
  get path(): string {
    throw new Error('thrown while it was looked at');
  },
};

const bad: readonly [kind: PluginKind, name: string, part: unknown][] = [
  ['routes', 'undefined', undefined],
  ['routes', 'null', null],
  ['routes', 'a text', '/x'],
  ['routes', 'a page without a path', { title: 'Page', element: 'my-page' }],
  ['routes', 'a path that is no text', route(untyped({}))],
  ['routes', 'a path without a slash', route('x')],
  ['routes', 'the path of the root', route('/')],
  ['routes', 'a path on another origin', route('//evil.example/x')],
  ['routes', 'a path with a pattern', route('/(a+)+$')],
  ['routes', 'a path that climbs', route('/plugin/../search')],
  ['routes', 'a path of hundreds of segments', route('/a'.repeat(300))],
  ['routes', 'an element of the console', route('/x', { element: 'log-search' })],
  ['routes', 'a tag that is no custom element', route('/x', { element: 'script' })],
  ['routes', 'a tag with a bracket', route('/x', { element: 'a-b><script>' })],
  ['routes', 'an empty title', route('/x', { title: ' ' })],
  ['routes', 'a title of 10,000 characters', route('/x', { title: 'a'.repeat(10_000) })],
  ['routes', 'permissions that are no list', route('/x', { permissions: '*' })],
  ['routes', 'a getter that throws', thrower],
  ['menuItems', 'neither path nor children', { title: 'Item' }],
  ['menuItems', 'a path that runs a script', { title: 'Item', path: 'javascript:alert(1)' }],
  ['menuItems', 'a path on another origin', { title: 'Item', path: '//evil.example' }],
  ['menuItems', 'a child whose path is a number', { title: 'Item', children: [{ title: 'Child', path: 7 }] }],
  ['menuItems', 'too many children', { title: 'Item', children: Array(31).fill({ title: 'a', path: '/a' }) }],
  ['menuItems', 'an unknown place', { title: 'Item', path: '/x', place: 'everywhere' }],
  ['widgetTypes', 'a search that is no function', { type: 't', title: 'T', element: 'a-b', search: {} }],
  ['widgetTypes', 'a configuration that is a list', { type: 't', title: 'T', element: 'a-b', config: [] }],
  [
    'widgetTypes',
    'a huge configuration',
    { type: 't', title: 'T', element: 'a-b', config: { a: 'x'.repeat(300_000) } },
  ],
  ['visualizations', 'a type with a blank', { type: 'my type', title: 'T', element: 'a-b' }],
  ['valueActions', 'neither an element nor a link', { id: 'a', title: 'T' }],
  ['valueActions', 'both an element and a link', { id: 'a', title: 'T', element: 'a-b', href: () => '' }],
  ['valueActions', 'a link that is a text', { id: 'a', title: 'T', href: 'https://a.example' }],
  ['decoratorPanels', 'a panel without an element', { type: 'a.B' }],
  ['eventActions', 'neither an element nor a link', { id: 'a', title: 'T' }],
  ['eventActions', 'both an element and a link', { id: 'a', title: 'T', element: 'a-b', href: () => '' }],
  ['eventActions', 'an element of the console', { id: 'a', title: 'T', element: 'log-alerts' }],
  ['eventActions', 'an isOffered that is no function', { id: 'a', title: 'T', element: 'a-b', isOffered: true }],
];
for (const [kind, name, part] of bad) {
  test(`a plug-in part of ${kind} is rejected with a message: ${name}`, () => {
    const [sentence = ''] = refusedOf(kind, part);
    assert.match(sentence, new RegExp(`^${kind}\\[0\\]: .{5,}`));
    assert.ok(sentence.length < 400);
  });
}

test('the console accepts the first fifty of too many routes and reports the rest, and accepts none of an endless list', () => {
  const { parts, refused } = checkedParts(
    { routes: Array.from({ length: 100_000 }, (_, index) => route(`/p${index}`)) },
    'routes',
  );
  assert.equal(parts.length, 50);
  assert.equal(refused.length, 1);
  const endless = new Proxy([], {
    get: (target, name) => (name === 'length' ? Infinity : name === 'slice' ? undefined : Reflect.get(target, name)),
  });
  assert.equal(checkedParts({ routes: endless }, 'routes').parts.length, 0);
});

test('an unreadable list of plug-in parts is reported, and disables only the parts of its own kind', () => {
  assert.deepEqual(checkedParts({ routes: 7 }, 'routes').refused, ['routes is no list']);
  const plugin = {
    get routes(): never {
      throw new Error('mine');
    },
    visualizations: [{ type: 'v', title: 'V', element: 'a-b' }],
  };
  assert.deepEqual(checkedParts(plugin, 'routes').refused, ['routes: mine']);
  assert.equal(checkedParts(plugin, 'visualizations').parts.length, 1);
});

const first: ConsolePlugin = {
  name: 'first',
  routes: [
    { path: '/plugin/first/:id', title: 'First', element: 'first-page', permissions: ['streams:read'] },
    { path: '/system/users/somebody', title: 'In the way', element: 'first-page' },
  ],
  menuItems: [
    { title: 'Zebra 10', path: '/plugin/first/z' },
    { title: 'zebra 9', path: '/plugin/nowhere' },
    { title: 'Secret', path: '/plugin/first/s', permissions: ['users:list'] },
    { title: 'Group', children: [{ title: 'Child', path: '/plugin/first/c', permissions: ['users:list'] }] },
    { title: 'Own settings', path: '/plugin/first/settings', place: 'system' },
  ],
  widgetTypes: [
    { type: 'counted', title: 'Counted', element: 'first-widget' },
    { type: 'Messages', title: 'In the way', element: 'first-widget' },
  ],
  visualizations: [
    { type: 'bars2', title: 'Bars', element: 'first-bars' },
    { type: 'bar', title: 'In the way', element: 'first-bars' },
  ],
};

test('the console registers a plug-in completely, except for parts that exist already', () => {
  const { registered, refused } = registerPlugin(first);
  assert.ok(registered);
  assert.deepEqual(refused, ['widgetTypes: "messages" is there already', 'visualizations: "bar" is there already']);
  assert.throws(() => registerPlugin(first), /is there already/);
  const second = registerPlugin({ name: 'second', visualizations: [{ type: 'bars2', title: 'B', element: 'b-b' }] });
  assert.deepEqual(second, { registered: false, refused: ['visualizations: "bars2" is there already'] });
  assert.deepEqual(
    partsOf('visualizations').map(({ plugin }) => plugin),
    ['first'],
  );
});

test('plug-in pages are added to the console without replacing the console’s own', () => {
  const match = matchPage(pageSlot.all(), '/plugin/first/a%2Fb');
  assert.equal(match?.page.title, 'First');
  assert.deepEqual(match?.page.needs, ['streams:read']);
  assert.deepEqual(match?.params, { id: 'a/b' });
  assert.ok(hasPage('/plugin/first/x?y=1'));
  assert.ok(!hasPage('/plugin/other'));
  assert.deepEqual(
    pageSlot.all().slice(0, areaPages.length),
    areaPages,
    'the console’s own pages precede the pages of plug-ins',
  );
});

test('the console sorts plug-in menu items and shows them to users with permission', () => {
  const items = partsOf('menuItems');
  assert.deepEqual(
    barItems(items, []).map(({ title }) => title),
    ['zebra 9', 'Zebra 10'],
  );
  assert.deepEqual(
    barItems(items, ['*']).map(({ title }) => title),
    ['Group', 'Secret', 'zebra 9', 'Zebra 10'],
  );
  assert.deepEqual(systemItems(items, []), [{ title: 'Own settings', path: '/plugin/first/settings' }]);
  assert.equal(systemEntries(['*'], items).at(-1)?.label, 'Own settings');
  assert.equal(systemTitle('/plugin/first/settings/x', items), 'System / Own settings');
  assert.ok(linkedPaths(items).includes('/plugin/nowhere'));
});

test('any value that is not a plug-in is rejected', () => {
  for (const plugin of [undefined, null, 'first', 7, {}, { name: '' }, { name: 'a b' }, { name: '../x' }, () => first])
    assert.throws(() => registerPlugin(untyped(plugin)), Error, String(plugin));
});

test('the console orders listed plug-ins as in the list, before others, regardless of loading order', () => {
  const before = partsOf('valueActions').length;
  for (const [name, place] of [
    ['later', 1],
    ['unlisted', undefined],
    ['sooner', 0],
  ] as const)
    registerPlugin({ name, valueActions: [{ id: 'act', title: name, element: 'a-b' }] }, place);
  assert.deepEqual(
    partsOf('valueActions')
      .map(({ plugin }) => plugin)
      .filter((name) => name !== 'first'),
    ['sooner', 'later', 'unlisted'],
  );
  assert.equal(partsOf('valueActions').length, before + 3);
});

test('the number of registered plug-ins is limited', () => {
  const outcomes = Array.from({ length: 1000 }, (_, index) => {
    try {
      return registerPlugin({ name: `again-${index}`, routes: [{ path: `/a${index}`, title: 'A', element: 'a-b' }] });
    } catch (error) {
      return error;
    }
  });
  assert.ok(outcomes.filter((one) => !(one instanceof Error)).length < 100);
  assert.match(String(outcomes.at(-1)), /plug-ins already/);
});

test('a list of plug-ins can only load modules below its own address', () => {
  const list = new URL('https://logs.example/base/plugins/index.json');
  const entry = (module: unknown) => ({ name: 'x', module });
  assert.deepEqual(
    listedPlugins(
      {
        plugins: [
          entry('x/plugin.js'),
          entry('../elements/log-search.js'),
          entry('https://evil.example/plugins/x.js'),
          entry('//evil.example/x.js'),
          entry('data:text/javascript,alert(1)'),
          entry(7),
          null,
          'x',
        ],
      },
      list,
    ),
    [{ name: 'x', url: 'https://logs.example/base/plugins/x/plugin.js' }],
  );
  for (const answer of [null, 7, '[]', {}, { plugins: {} }]) assert.deepEqual(listedPlugins(answer, list), []);
  assert.equal(listedPlugins({ plugins: Array(1000).fill(entry('x.js')) }, list).length, 64);
});

test('the console limits the search types of a plug-in widget to those the console itself could request', () => {
  assert.equal(requestedSearch(undefined), undefined);
  assert.deepEqual(requestedSearch({ type: 'messages' }), {
    type: 'messages',
    config: { sort: [{ type: 'pivot', field: 'timestamp', direction: 'Descending' }], decorators: [] },
  });
  const searchType = requestedSearch({
    type: 'aggregation',
    config: {
      row_pivots: [
        { type: 'time', fields: ['timestamp'] },
        { type: 'values', fields: ['source'], config: { limit: 5 } },
      ],
      series: [{ function: 'count()' }],
      anything: () => undefined,
    },
  });
  assert.deepEqual(searchType?.config['row_pivots'], [
    { type: 'time', fields: ['timestamp'], config: { interval: { type: 'auto', scaling: 1 } } },
    { type: 'values', fields: ['source'], config: { limit: 5, skip_empty_values: false } },
  ]);
  for (const config of [
    { row_pivots: 7 },
    { row_pivots: [null] },
    { row_pivots: [{ type: 'odd', fields: ['a'] }] },
    { row_pivots: [{ type: 'values', fields: [] }] },
    { row_pivots: [{ type: 'values', fields: [7] }] },
    { row_pivots: [{ type: 'values', fields: ['a'], config: { limit: -1 } }] },
    { row_pivots: [{ type: 'values', fields: ['a'], config: { limit: 1e9 } }] },
    {
      row_pivots: [{ type: 'time', fields: ['a'], config: { interval: { type: 'timeunit', value: 1, unit: 'eons' } } }],
    },
    { series: Array(21).fill({ function: 'count()' }) },
    { series: [{ function: 7 }] },
    { sort: [{ type: 'pivot', field: 'a', direction: 'Sideways' }] },
  ])
    assert.throws(() => requestedSearch({ type: 'aggregation', config }), /is not valid/, JSON.stringify(config));
  for (const odd of ['messages', 7, {}, { type: 'export' }]) assert.throws(() => requestedSearch(odd));
});

test('a plug-in widget saves a configuration as JSON, with exact integers', () => {
  assert.deepEqual(storable({ a: 1n << 60n, b: undefined, c: new Date(0) }), {
    a: 1n << 60n,
    c: '1970-01-01T00:00:00.000Z',
  });
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (const value of [undefined, null, 7, [], circle, () => undefined, { a: 'x'.repeat(300_000) }])
    assert.throws(() => storable(value));
});
