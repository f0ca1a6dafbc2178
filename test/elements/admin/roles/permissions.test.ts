/** Tests the conversion between the permissions of a role and their display order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionCatalogue } from '../../../../api/permission-catalogue.js';
import {
  chosenOf,
  filteredGroups,
  furtherError,
  groupsOf,
  permissionsOf,
} from '../../../../elements/admin/roles/permissions.js';

const catalogue = permissionCatalogue({ streams: ['read', 'edit'], dashboards: ['create'] });
const held = ['streams:read:65e1', 'streams:read', 'odd', '*', 'dashboards:create', 'streams:*', 'x:y'];

test('the role form groups held permissions by resource, wildcard first, unknown ones last', () => {
  assert.deepEqual(
    groupsOf([...held, 'odd'], catalogue).map(({ permissions }) => permissions),
    [['*'], ['dashboards:create'], ['streams:*', 'streams:read', 'streams:read:65e1'], ['odd', 'x:y']],
  );
  assert.deepEqual(groupsOf([], catalogue), []);
});

test('the role form keeps permissions that are not in the catalogue as text, without loss in either direction', () => {
  const values = chosenOf(held, catalogue);
  assert.deepEqual(values.chosen, ['dashboards:create', 'streams:read']);
  assert.equal(values.further, '*\nodd\nstreams:*\nstreams:read:65e1\nx:y');
  assert.deepEqual(permissionsOf(values).sort(), [...held].sort());
  assert.deepEqual(permissionsOf({ chosen: ['streams:read'], further: ' streams:read \n\n  a:b ' }), [
    'streams:read',
    'a:b',
  ]);
});

const lines: [further: string, right: boolean][] = [
  ['', true],
  ['*', true],
  ['streams:read:65e1b2c3d4e5f60718293a4b', true],
  ['entity:own:grn::::stream:65e1b2c3d4e5f60718293a4b', true],
  ['users:edit:*\n\ndashboards:create', true],
  ['two words', false],
  [':read', false],
  ['<b>:read', false],
  [`a:${'x'.repeat(400)}`, false],
];
for (const [further, right] of lines) {
  test(`the further permissions ${JSON.stringify(further.slice(0, 60))} are ${right ? 'accepted' : 'refused'}`, () =>
    assert.equal(furtherError(further) === undefined, right));
}

test('a filter finds permissions by title, name and description, or shows only the chosen ones', () => {
  const found = (filter: string, only?: ReadonlySet<string>) =>
    filteredGroups(catalogue, filter, only).flatMap(({ permissions }) =>
      permissions.map(({ permission }) => permission),
    );
  assert.deepEqual(found(''), ['dashboards:create', 'streams:edit', 'streams:read']);
  assert.deepEqual(found('streams read'), ['streams:read']);
  assert.deepEqual(found('CREATE'), ['dashboards:create']);
  assert.deepEqual(found('', new Set(['streams:edit'])), ['streams:edit']);
  assert.deepEqual(found('dashboards', new Set(['streams:edit'])), []);
});
