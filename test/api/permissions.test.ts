import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allows, allowsAll, allowsAny, allowsForSome } from '../../api/permissions.js';

const cases: [granted: string[], required: string, allowed: boolean][] = [
  [[], '', true],
  [[], 'streams:read', false],
  [['*'], 'streams:read:abc', true],
  [['*'], 'entity:own:grn::::dashboard:1', true],
  [['streams:read'], 'streams:read:abc', true],
  [['streams:read:*'], 'streams:read:abc', true],
  [['streams:read:*'], 'streams:read', true],
  [['streams:*'], 'streams:edit:abc', true],
  [['streams:*:abc'], 'streams:edit:abc', true],
  [['streams:*:abc'], 'streams:edit:def', false],
  [['streams:read:abc'], 'streams:read', false],
  [['streams:read:abc'], 'streams:read:*', false],
  [['streams:read:abc'], 'streams:read:abcd', false],
  [['Streams:read'], 'streams:read', false],
  [['entity:own:grn::::dashboard:1'], 'entity:own:grn::::dashboard:1', true],
  [['entity:own:grn::::dashboard'], 'entity:own:grn::::dashboard:1', false],
];

for (const [granted, required, allowed] of cases) {
  test(`[${granted.join(', ')}] ${allowed ? 'covers' : 'does not cover'} "${required}"`, () => {
    assert.equal(allows(granted, required), allowed);
  });
}

for (const [granted, permission, held] of [
  [['streams:read:abc'], 'streams:read', true],
  [['streams:edit:abc'], 'streams:read', false],
  [['streams:read'], 'streams:read', true],
  [['streams'], 'streams:read', true],
  [['*'], 'streams:read', true],
  [['streams:*:abc'], 'streams:read', true],
  [['*:read:abc'], 'streams:read', true],
  [['views:read', 'streams:reader'], 'streams:read', false],
  [[], 'streams:read', false],
] as const) {
  test(`[${granted.join(', ')}] ${held ? 'covers' : 'does not cover'} "${permission}" for at least one entity`, () => {
    assert.equal(allowsForSome(granted, permission), held);
  });
}

test('empty lists of required permissions are always allowed', () => {
  assert.equal(allowsAll([], []), true);
  assert.equal(allowsAny([], []), true);
  assert.equal(allowsAll(['a:b'], ['a:b:1', 'c:d']), false);
  assert.equal(allowsAny(['a:b'], ['a:b:1', 'c:d']), true);
});
