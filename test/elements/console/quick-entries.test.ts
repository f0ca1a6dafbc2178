/** Tests the entries of the quick jump and how they are matched. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaPages } from '../../../elements/console/area-pages.js';
import { pages as ownPages } from '../../../elements/console/pages.js';
import {
  actionEntries,
  elsewhere,
  matching,
  pageEntries,
  quoted,
  recentEntries,
  stillThere,
} from '../../../elements/console/quick-entries.js';

const pages = [...ownPages, ...areaPages];
const words = { page: 'Page', system: 'System' };
const labels = (granted: readonly string[]): string[] => pageEntries(pages, granted, words).map(({ label }) => label);

test('the quick jump lists each page without parameters once, at its shortest address', () => {
  const entries = pageEntries(pages, ['*'], words);
  assert.equal(entries.find(({ label }) => label === 'Search')?.path, '/search');
  assert.deepEqual(
    entries.find(({ label }) => label === 'Roles'),
    { label: 'Roles', kind: 'System', path: '/system/roles' },
  );
  assert.equal(new Set(entries.map(({ label }) => label)).size, entries.length);
  assert.ok(entries.every(({ path }) => path !== '/' && !path.includes(':')));
});

test('the quick jump lists only pages that the user may open', () => {
  assert.ok(!labels([]).includes('Users and Teams'));
  assert.ok(!labels(['roles:read']).includes('Create Role'));
  assert.ok(!labels(['grok_pattern:read']).includes('Grok Patterns'));
  assert.ok(labels(['inputs:read']).includes('Grok Patterns'), 'a page is listed even if the menu does not contain it');
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
  test(`the quick jump finds ${expected.length} entries for ${JSON.stringify(text)}`, () =>
    assert.deepEqual(
      matching(entries, text).map(({ label }) => label),
      expected,
    ));
}

test('the quick jump finds entries by their synonyms, after entries that match by name', () => {
  const entries = [
    { label: 'Switch to dark theme', kind: 'Action', also: 'light' },
    { label: 'Lights', kind: 'Page', path: '/lights' },
  ];
  const labels = (text: string): string[] => matching(entries, text).map(({ label }) => label);
  assert.deepEqual(labels('light'), ['Lights', 'Switch to dark theme']);
  assert.deepEqual(labels('theme light'), ['Switch to dark theme']);
});

test('the quick jump ignores missing diacritics in the typed text, and accepts present ones', () => {
  const [entry] = [{ label: 'Ça va — über Ströme', kind: 'Stream', path: '/s' }];
  for (const text of ['ca va', 'strome', 'Ströme', 'STRO\u0308ME', 'ça'])
    assert.deepEqual(matching([entry], text), [entry], text);
});

test('the quick jump quotes characters of a title that the list query language would interpret', () => {
  assert.equal(quoted(' a:b -c '), '"a:b -c"');
  assert.equal(quoted('say "no" \\'), '"say \\"no\\" \\\\"');
});

test('the quick jump offers only the enabled menu entries as actions', () => {
  const run = (): void => {};
  const entries = actionEntries(
    [
      { key: 'save', label: 'Save', onSelect: run },
      { key: 'discard', label: 'Discard', disabled: true, onSelect: run },
      { kind: 'divider' },
      { kind: 'group', label: 'More', entries: [{ key: 'export', label: 'Export', onSelect: run }] },
      { key: 'text', label: 'Only a text' },
    ],
    'Action',
  );
  assert.deepEqual(
    entries.map(({ label }) => label),
    ['Save', 'Export'],
  );
});

const stored: [what: unknown, read: boolean][] = [
  [{ label: 'Roles', kind: 'System', path: '/system/roles' }, true],
  [{ label: 'Save', kind: 'Action' }, true],
  [{ label: 'Save', kind: 'Action', path: 7 }, false],
  [{ label: 'Elsewhere', kind: 'Page', path: '//example.org' }, false],
  [{ label: 'Elsewhere', kind: 'Page', path: 'https://example.org' }, false],
  [{ label: ['x'], kind: 'Page', path: '/x' }, false],
  ['Roles', false],
  [null, false],
];
for (const [what, read] of stored) {
  test(`the stored recent entry ${JSON.stringify(what)} is ${read ? 'read' : 'ignored'}`, () =>
    assert.deepEqual(recentEntries.read(what), read ? what : undefined));
}

test('the quick jump offers an earlier choice under its current name if it still exists', () => {
  const now = [
    { label: 'Roles and more', kind: 'System', path: '/system/roles' },
    { label: 'Save', kind: 'Action', run: () => {} },
  ];
  const recent = [
    { label: 'Roles', kind: 'System', path: '/system/roles' },
    { label: 'Users', kind: 'System', path: '/system/users' },
    { label: 'Save', kind: 'Action' },
    { label: 'Reset', kind: 'Action' },
    { label: 'Payments', kind: 'Dashboard', path: '/dashboards/1' },
  ];
  assert.deepEqual(
    stillThere(recent, now, ['Page', 'System', 'Action']).map(({ label }) => label),
    ['Roles and more', 'Save', 'Payments'],
  );
});

test('the quick jump does not offer the current page among earlier choices', () => {
  const here = { label: 'Web', kind: 'Dashboard', path: '/dashboards/1' };
  const others = [
    { label: 'Save', kind: 'Action' },
    { label: 'Web 10', kind: 'Dashboard', path: '/dashboards/10' },
  ];
  assert.deepEqual(elsewhere([here, ...others], '/dashboards/1'), others);
});
