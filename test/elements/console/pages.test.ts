import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaPages } from '../../../elements/console/area-pages.js';
import { areas } from '../../../elements/console/areas.js';
import { areaPage, hasPage, matchRoute, pages } from '../../../elements/console/pages.js';
import { systemEntries, systemTitle } from '../../../elements/console/system-menu.js';
import { extractorsRoute } from '../../../elements/kit/extractor-routes.js';
import { matchPage, routeOf } from '../../../elements/kit/pages.js';

const cases: [path: string, page: string | undefined, params: Record<string, string>][] = [
  ['/', '/', {}],
  ['/search', '/search', {}],
  ['/search/', '/search', {}],
  ['/search/new', '/search/new', {}],
  ['/search/65e1a0c2d4b5f60718293a4b', '/search/:viewId', { viewId: '65e1a0c2d4b5f60718293a4b' }],
  ['/streams/000000000000000000000001/search', '/streams/:streamId/search', { streamId: '000000000000000000000001' }],
  ['/messages/messages_0/01HX', '/messages/:index/:messageId', { index: 'messages_0', messageId: '01HX' }],
  ['/messages/a%2Fb/%E0%A4%A', '/messages/:index/:messageId', { index: 'a/b', messageId: '%E0%A4%A' }],
  ['/dashboards/tv/1', '/dashboards/tv/:viewId', { viewId: '1' }],
  ['/system/users/new', '/system/users/new', {}],
  ['/system/users/edit/1', '/system/users/edit/:userId', { userId: '1' }],
  [
    `${extractorsRoute({ nodeId: 'n1', inputId: 'i1' })}/new`,
    '/system/inputs/:nodeId/:inputId/extractors/new',
    { nodeId: 'n1', inputId: 'i1' },
  ],
  ['/system/inputs/i1/extractors', '/system/inputs/:inputId/extractors', { inputId: 'i1' }],
  ['/sources', '/sources', {}],
  ['/security', '/security', {}],
  ['/system/enterprise', '/system/enterprise', {}],
  ['/security/app', undefined, {}],
  ['/notfound', undefined, {}],
  ['/nowhere', undefined, {}],
  ['/search/a/b', undefined, {}],
  ['//search', undefined, {}],
];

/**
 * Finds a page as the console does. It searches the console's own pages; for an address of an area, it searches the
 * pages of all areas.
 */
function pageAt(path: string) {
  const location = matchRoute(path);
  return location.page === areaPage ? matchPage(areaPages, path) : location;
}

for (const [path, page, params] of cases) {
  test(`the address ${path} leads to ${page === undefined ? 'no page' : `the page ${page}`}`, () => {
    const found = pageAt(path);
    assert.equal(found?.page?.path, page);
    assert.deepEqual(found?.params ?? {}, params);
  });
}

test('the console finds every page of the table by its own path', () => {
  for (const { path } of [...pages, ...areaPages]) assert.equal(pageAt(path.replace(/:\w+/g, 'x1'))?.page?.path, path);
});

test('the parent of a page exists and can be linked to', () => {
  for (const { within } of areaPages.filter((page) => page.within !== undefined)) {
    assert.ok(
      areaPages.some(({ path }) => path === within),
      `the parent ${within} is a page`,
    );
    assert.ok(!within?.includes(':'), `the parent ${within} needs no parameter`);
  }
});

test('a link with a query string leads to the same page as one without', () => {
  assert.ok(hasPage('/streams/x1/edit?index=messages_0&message_id=x2'));
  assert.ok(hasPage('/search#here'));
  assert.ok(!hasPage('/nowhere?path=/search'));
});

test('routes contain hostile names in escaped form', () => {
  assert.equal(routeOf('/system/users/edit/:userId', { userId: 'a/b ?#%' }), '/system/users/edit/a%2Fb%20%3F%23%25');
  assert.deepEqual(pageAt('/system/users/edit/a%2Fb%20%3F%23%25')?.params, { userId: 'a/b ?#%' });
});

test('the System menu lists the pages that a user may open, in the order of the specification', () => {
  const labels = (granted: string[]) => systemEntries(granted).map(({ label }) => label);
  // Every user sees these two entries (spec 3 §2.2).
  assert.deepEqual(labels([]), ['Overview', 'Nodes']);
  assert.deepEqual(
    labels(['grok_pattern:read']),
    ['Overview', 'Nodes'],
    'a menu entry whose page the user may not open is hidden',
  );
  assert.deepEqual(labels(['users:list', 'grok_pattern:read', 'inputs:read']), [
    'Overview',
    'Nodes',
    'Inputs',
    'Users and Teams',
    'Grok Patterns',
  ]);
  for (const { path } of systemEntries(['*'])) assert.ok(pageAt(path)?.page, `${path} has a page`);
});

test('the System menu shows the current page on every page of the system', () => {
  // The Enterprise page has its own entry in the header.
  const others = areaPages.filter(({ path }) => path.startsWith('/system/') && path !== '/system/enterprise');
  for (const { path } of others) assert.match(systemTitle(path), /^System \/ ./, path);
  assert.equal(systemTitle('/system/index_sets/1/configuration'), 'System / Indices');
  assert.equal(systemTitle('/search'), 'System');
  assert.equal(systemTitle('/system/nowhere'), 'System');
});

test('the System menu hides an entry from users who may not open its page', () => {
  for (const { menu, at, path = at } of areas) {
    const needs = matchPage(areaPages, path)?.page.needs ?? [];
    if (menu)
      assert.deepEqual(
        needs.filter((permission) => !menu.includes(permission)),
        [],
        path,
      );
  }
});

/**
 * Maps the permissions that a page needs as a whole to the paths of these pages; the other pages decide by their
 * content.
 */
const pagesByNeeds: Readonly<Record<string, readonly string[]>> = {
  'authservicebackend:read': ['/system/authentication/services'],
  'authserviceglobalconfig:read': ['/system/authentication/services/active'],
  'authservicebackend:create': [
    '/system/authentication/services/create',
    '/system/authentication/services/create/:type',
  ],
  'authhttpheaderconfig:read': ['/system/authentication/authenticator'],
  'authhttpheaderconfig:edit': ['/system/authentication/authenticator/edit'],
  'clusterconfigentry:read': ['/system/configurations', '/system/configurations/:section'],
  'contentpack:read': ['/system/contentpacks', '/system/contentpacks/:packId'],
  'contentpack:create': ['/system/contentpacks/create', '/system/contentpacks/:packId/:revision/edit'],
  'contentpack:install': ['/system/contentpacks/:packId/:revision/install'],
  'licenseinfos:read': ['/system/enterprise', '/security'],
  'eventdefinitions:create': ['/alerts/definitions/new'],
  'inputs:read': ['/system/grokpatterns', '/system/inputs', '/system/inputs/:nodeId'],
  'indices:read': [
    '/system/indices',
    '/system/index_sets/create',
    '/system/index_sets/:indexSetId/configuration',
    '/system/index_sets/:indexSetId',
  ],
  'indices:failures': ['/system/indices/failures'],
  'loggers:read': ['/system/logging'],
  'lookuptables:read': ['/system/lookuptables', '/system/lookuptables/caches', '/system/lookuptables/data_adapters'],
  'lookuptables:read lookuptables:create': [
    '/system/lookuptables/create',
    '/system/lookuptables/caches/create',
    '/system/lookuptables/data_adapters/create',
  ],
  'metrics:read': ['/system/metrics', '/system/metrics/node/:nodeId'],
  'threads:dump': ['/system/threaddump/:nodeId'],
  'processbuffer:dump': ['/system/processbufferdump/:nodeId'],
  'eventnotifications:create': ['/alerts/notifications/new'],
  'outputs:read': ['/system/outputs'],
  'stream_outputs:read': ['/streams/:streamId/outputs'],
  'pipeline:read pipeline_connection:read pipeline_rule:read': [
    '/system/pipelines/rules',
    '/system/pipelines/simulate',
  ],
  'pipeline:read pipeline_connection:read pipeline_rule:create': ['/system/pipelines/rules/new'],
  'pipeline:read pipeline_connection:read': [
    '/system/pipelines/rules/:ruleId',
    '/system/pipelines',
    '/system/pipelines/flow',
  ],
  'pipeline:read pipeline_connection:read pipeline:create': ['/system/pipelines/new'],
  'pipeline_connection:read': ['/system/pipelines/:pipelineId'],
  'roles:read': ['/system/roles'],
  'roles:create': ['/system/roles/new'],
  'sidecars:read': ['/system/sidecars', '/system/sidecars/failuretracking', '/system/sidecars/:nodeId/status'],
  'sidecars:read sidecar_collectors:read sidecar_collector_configurations:read': ['/system/sidecars/administration'],
  'sidecar_collectors:read sidecar_collector_configurations:read': [
    '/system/sidecars/configuration',
    '/system/sidecars/configuration/edit/:configurationId',
  ],
  'sidecar_collectors:read sidecar_collector_configurations:read sidecar_collector_configurations:create': [
    '/system/sidecars/configuration/new',
  ],
  'sidecar_collectors:read sidecar_collectors:create': ['/system/sidecars/collector/new'],
  'sidecar_collectors:read': ['/system/sidecars/collector/edit/:collectorId'],
  'users:list': ['/system/users'],
  'users:create': ['/system/users/new'],
};

test('pages of the areas need the permissions in `pagesByNeeds`, and the other pages need none', () => {
  const found: Record<string, string[]> = {};
  for (const { path, needs = [] } of areaPages) if (needs.length > 0) (found[needs.join(' ')] ??= []).push(path);
  assert.deepEqual(found, pagesByNeeds);
});

test('the path of each area leads to a page, and a path that only begins like the path of a page leads to none', () => {
  for (const { at, path = at } of areas) assert.ok(matchPage(areaPages, path), at);
  assert.equal(matchRoute('/streamsandmore').page, undefined);
  assert.equal(pageAt('/streams/a/b/c')?.page, undefined);
});

test('search, dashboards and replays offer the link that skips to the query', () => {
  const paths = [
    '/search',
    '/streams/1/search',
    '/dashboards/1',
    '/dashboards/new',
    '/sources',
    '/alerts/1/replay-search',
    '/alerts/definitions/1/replay-search',
  ];
  for (const path of paths) assert.equal(matchRoute(path).page?.hasQuery, true, path);
  for (const path of ['/', '/welcome', '/search/new', '/dashboards/tv/1', '/alerts'])
    assert.notEqual(matchRoute(path).page?.hasQuery, true, path);
});
