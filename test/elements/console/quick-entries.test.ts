/** What the quick jump offers, and how it finds it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages } from '../../../elements/console/pages.js';
import { matching, pageEntries, quoted } from '../../../elements/console/quick-entries.js';

const words = { page: 'Page', system: 'System' };
const labels = (granted: readonly string[]): string[] => pageEntries(pages, granted, words).map(({ label }) => label);

test('pages that need no more than their address, each once, at the shortest one', () => {
  const entries = pageEntries(pages, ['*'], words);
  assert.equal(entries.find(({ label }) => label === 'Search')?.path, '/search');
  assert.deepEqual(
    entries.find(({ label }) => label === 'Roles'),
    { label: 'Roles', kind: 'System', path: '/system/roles' },
  );
  assert.equal(new Set(entries.map(({ label }) => label)).size, entries.length);
  assert.ok(entries.every(({ path }) => path !== '/' && !path.includes(':')));
});

test('only those that one may open', () => {
  assert.ok(!labels([]).includes('Users and Teams'));
  assert.ok(!labels(['roles:read']).includes('Create Role'));
  assert.ok(!labels(['grok_pattern:read']).includes('Grok Patterns'));
  assert.ok(labels(['inputs:read']).includes('Grok Patterns'), 'whether or not the menu has it');
  assert.deepEqual(
    labels(['roles:read', 'roles:create']).filter((label) => /Role/.test(label)),
    ['Create Role', 'Roles'],
  );
});

const entries = ['Create Role', 'Roles', 'Users and Teams'].map((label) => ({ label, kind: 'System', path: label }));
const found: [text: string, labels: string[]][] = [
  ['', ['Create Role', 'Roles', 'Users and Teams']],
  ['rol', ['Roles', 'Create Role']],
  ['teams us', ['Users and Teams']],
  ['SYSTEM role', ['Create Role', 'Roles']],
  ['nothing', []],
];
for (const [text, expected] of found) {
  test(`${JSON.stringify(text)} finds ${expected.length}`, () =>
    assert.deepEqual(
      matching(entries, text).map(({ label }) => label),
      expected,
    ));
}

test('what the query language of lists would read into a title is quoted', () => {
  assert.equal(quoted(' a:b -c '), '"a:b -c"');
  assert.equal(quoted('say "no" \\'), '"say \\"no\\" \\\\"');
});
