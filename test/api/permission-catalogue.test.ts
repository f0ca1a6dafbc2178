import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionCatalogue, permissionText } from '../../api/permission-catalogue.js';
import { permissionActions } from '../../host/server/auth/permission-list.js';

test('the permission catalogue describes every permission of the server in words, each differently', () => {
  const groups = permissionCatalogue(permissionActions);
  assert.deepEqual(groups.map(({ resource }) => resource).sort(), Object.keys(permissionActions).sort());
  const infos = groups.flatMap(({ permissions }) => permissions);
  assert.equal(infos.length, Object.values(permissionActions).flat().length);
  for (const { permission, description } of infos) {
    assert.doesNotMatch(description, /^The action/, permission);
    assert.match(description, /^[A-Z].*[^.]$/, permission);
  }
  assert.equal(new Set(infos.map(({ description }) => description)).size, infos.length);
  const titles = groups.map(({ title }) => title);
  assert.equal(new Set(titles).size, titles.length);
  assert.deepEqual(
    titles,
    [...titles].sort((a, b) => a.localeCompare(b, 'en')),
  );
});

test('the permission catalogue describes permissions of other servers and of single entities as well', () => {
  assert.equal(permissionText('*'), 'Everything');
  assert.equal(permissionText('streams:read:65e1a0c2d4b5f60718293a4b'), permissionText('streams:read'));
  assert.equal(permissionText('streams:*'), 'Everything about: Streams');
  assert.equal(permissionText('streams:title'), 'The action "title" on "streams"');
  assert.equal(permissionText('constructor:toString'), 'The action "toString" on "constructor"');
  assert.deepEqual(permissionCatalogue({ teams: ['edit'] }), [
    {
      resource: 'teams',
      title: 'teams',
      permissions: [{ permission: 'teams:edit', action: 'edit', description: 'The action "edit" on "teams"' }],
    },
  ]);
});
