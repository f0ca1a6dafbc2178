/**
 * Tests the permissions of a guest with an embed token: never more than its creator holds at the time of the request.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../host/server/auth/caller.js';
import { guestOf, type EmbedTokenRecord } from '../../../../host/server/auth/embed-tokens.js';

const issuerWith = (...permissions: string[]): Caller => ({
  id: 'i',
  username: 'issuer',
  timezone: 'UTC',
  permissions,
});
const record = (named: Partial<EmbedTokenRecord>): EmbedTokenRecord => ({
  id: 't',
  guest: 'g',
  token_hash: '',
  issuer_id: 'i',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-01T00:15:00.000Z',
  ...named,
});

const settings = 'clusterconfigentry:read:org.graylog2.indexer.searches.SearchesClusterConfig';
const message = { index: 'messages_0', id: 'm' };
const cases: readonly [name: string, named: Partial<EmbedTokenRecord>, issuer: Caller, permissions: string[]][] = [
  [
    'reads only those of its streams that the creator may still read',
    { streams: ['a', 'b'] },
    issuerWith('streams:read:a'),
    ['messages:read', 'streams:read:a'],
  ],
  [
    'reads only the named streams, even if the creator reads all',
    { streams: ['a', 'b'] },
    issuerWith('*'),
    ['messages:read', 'streams:read:a', 'streams:read:b'],
  ],
  ['has no view that the creator may no longer read', { view: 'v', used_streams: ['a'] }, issuerWith(), []],
  [
    'has a view that is a dashboard of the creator, and only the streams that the view uses',
    { view: 'v', used_streams: ['a', 'b'] },
    issuerWith('dashboards:read:v', 'streams:read:b'),
    ['view:read:v', 'streams:read:b'],
  ],
  [
    'has the streams of the creator for a view without streams, and none of its other permissions',
    { view: 'v' },
    issuerWith('view:read:v', 'streams:read:a', 'streams:edit:a', 'users:list'),
    ['view:read:v', 'streams:read:a'],
  ],
  [
    'has one message, not all',
    { message, used_streams: ['a'] },
    issuerWith('streams:read'),
    ['messages:read:m', 'streams:read:a'],
  ],
];
for (const [name, named, issuer, permissions] of cases)
  test(`a guest ${name}`, () => {
    const guest = guestOf(record(named), issuer);
    assert.deepEqual([...guest.permissions].sort(), [settings, ...permissions].sort());
    assert.deepEqual([guest.id, guest.username], ['embed:t', 'embed:t']);
  });

const identityWith = (named: Partial<EmbedTokenRecord>): string | undefined =>
  guestOf(record(named), issuerWith('*')).guest?.identity;
const terms = { view: 'v', filter: 'tenant:a' };
const identities: readonly [name: string, named: Partial<EmbedTokenRecord>, isSame: boolean][] = [
  ['a later token with the same terms', { id: 'u', token_hash: 'x', expires_at: '2026-01-02T00:00:00.000Z' }, true],
  ['another guest', { guest: 'h' }, false],
  ['another account', { issuer_id: 'j' }, false],
  ['another filter', { filter: 'tenant:b' }, false],
  ['another view', { view: 'w' }, false],
  ['one widget of the view', { widget: 'w' }, false],
  ['another range', { range: { type: 'relative', from: 60 } }, false],
  ['a longest range', { longest_seconds: 60 }, false],
  ['more actions', { allow: ['export'] }, false],
];
for (const [name, named, isSame] of identities)
  test(`${name} has ${isSame ? 'the same' : 'another'} identity for elements`, () => {
    assert.equal(identityWith({ ...terms, ...named }) === identityWith(terms), isSame);
    assert.match(identityWith(terms) ?? '', /^embed:[\w-]{22}$/);
  });
