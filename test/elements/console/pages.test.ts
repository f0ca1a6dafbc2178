import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPage, matchRoute, pages } from '../../../elements/console/pages.js';
import { systemEntries } from '../../../elements/console/system-menu.js';
import { routeOf } from '../../../elements/kit/pages.js';

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
  ['/nowhere', undefined, {}],
  ['/search/a/b', undefined, {}],
  ['//search', undefined, {}],
];

for (const [path, page, params] of cases) {
  test(`${path} is ${page === undefined ? 'no page' : `the page ${page}`}`, () => {
    const location = matchRoute(path);
    assert.equal(location.page?.path, page);
    assert.deepEqual(location.params, params);
  });
}

test('every page of the table is reached by its own path', () => {
  for (const { path } of pages) assert.equal(matchRoute(path.replace(/:\w+/g, 'x1')).page?.path, path);
});

test('a page that is within another names one that exists and can be linked to', () => {
  for (const { within } of pages.filter((page) => page.within !== undefined)) {
    assert.ok(
      pages.some(({ path }) => path === within),
      `${within} is a page`,
    );
    assert.ok(!within?.includes(':'), `${within} needs no parameter`);
  }
});

test('a link with a query string leads to a page as one without does', () => {
  assert.ok(hasPage('/streams/x1/edit?index=messages_0&message_id=x2'));
  assert.ok(hasPage('/search#here'));
  assert.ok(!hasPage('/nowhere?path=/search'));
});

test('a route carries hostile names', () => {
  assert.equal(routeOf('/system/users/edit/:userId', { userId: 'a/b ?#%' }), '/system/users/edit/a%2Fb%20%3F%23%25');
  assert.deepEqual(matchRoute('/system/users/edit/a%2Fb%20%3F%23%25').params, { userId: 'a/b ?#%' });
});

test('the System menu holds what somebody may open, in the order of the specification', () => {
  const labels = (granted: string[]) => systemEntries(granted).map(({ label }) => label);
  assert.deepEqual(labels([]), []);
  assert.deepEqual(labels(['grok_pattern:read']), [], 'its page would not open');
  assert.deepEqual(labels(['users:list', 'grok_pattern:read', 'inputs:read']), ['Users and Teams', 'Grok Patterns']);
  for (const { path } of systemEntries(['*'])) assert.ok(matchRoute(path).page, `${path} has a page`);
});
