import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchRoute, routes } from '../../../elements/console/routes.js';

const cases: [path: string, route: string, params: Record<string, string>][] = [
  ['/', 'start', {}],
  ['/search', 'search', {}],
  ['/search/', 'search', {}],
  ['/search/new', 'new-search', {}],
  ['/search/65e1a0c2d4b5f60718293a4b', 'saved-search', { viewId: '65e1a0c2d4b5f60718293a4b' }],
  ['/streams/000000000000000000000001/search', 'stream-search', { streamId: '000000000000000000000001' }],
  ['/messages/messages_0/01HX', 'message', { index: 'messages_0', messageId: '01HX' }],
  ['/messages/a%2Fb/%E0%A4%A', 'message', { index: 'a/b', messageId: '%E0%A4%A' }],
  ['/dashboards/tv/1', 'dashboard-tv', { viewId: '1' }],
  ['/system/inputs/1/2/extractors/new', 'new-extractor', { inputId: '1', nodeId: '2' }],
  ['/nowhere', 'unknown', {}],
  ['/search/a/b', 'unknown', {}],
  ['//search', 'unknown', {}],
];

for (const [path, route, params] of cases) {
  test(`${path} is the route ${route}`, () => {
    const location = matchRoute(path);
    assert.equal(location.route, route);
    assert.deepEqual(location.params, params);
  });
}

test('every route of the table is reached by its own path', () => {
  for (const { name, path } of routes) assert.equal(matchRoute(path.replace(/:\w+/g, 'x1')).route, name);
});

test('a route without a page and an unknown address give the not-found page', () => {
  assert.equal(matchRoute('/nowhere').page, 'not-found');
  assert.equal(matchRoute('/system/sidecars').page, 'not-found');
});
