/** Tests that message lists are remembered with the account where the server stores preferences. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { createClient } from '../../../api/client.js';
import { currentUserKey } from '../../../api/queries/current-user.js';
import { listOf, rememberList } from '../../../elements/view-area/list-memory.js';

// Pending changes are also sent when the user leaves the page; Node has no page.
Object.assign(globalThis, { addEventListener: () => undefined, removeEventListener: () => undefined });

const list = { fields: ['timestamp', 'took_ms'], look: { density: 'compact' } } as const;

/** Returns the owner of lists and the bodies that the server receives. @param user members of the signed-in user */
function ownerOf(user: object | undefined, status = 204) {
  const bodies: unknown[] = [];
  const client = createClient({
    baseUrl: 'http://log.test/api',
    fetch: (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Promise.resolve(new Response(null, { status }));
    },
  });
  const queryClient = new QueryClient();
  if (user) queryClient.setQueryData(currentUserKey('ada'), { username: 'ada', ...user });
  return { owner: { client, queryClient, server: 'http://log.test', username: 'ada' }, bodies };
}

test('the list is stored with the account, and unknown preferences are kept', async () => {
  const { owner, bodies } = ownerOf({ read_only: false, preferences: { themeMode: 'noir', other: { a: 1 } } });
  await rememberList(owner, ['b', 'a'], list);
  const messageLists = [['a,b', list]];
  assert.deepEqual(bodies, [{ preferences: { themeMode: 'noir', other: { a: 1 }, messageLists } }]);
  assert.deepEqual(listOf(owner, ['a', 'b']), list);
  assert.equal(listOf(owner, ['a']), undefined);
  const elsewhere = ownerOf({ read_only: false, preferences: { messageLists } }).owner;
  assert.deepEqual(listOf(elsewhere, ['a', 'b']), list, 'another browser starts with the same list');
});

test('nothing is sent for users without stored preferences, and before the user is loaded', async () => {
  for (const user of [{ read_only: true, preferences: {} }, undefined]) {
    const { owner, bodies } = ownerOf(user);
    await rememberList(owner, [], list);
    assert.deepEqual(bodies, []);
  }
});

test('a refused change leaves the preferences as they were', async () => {
  const { owner, bodies } = ownerOf({ read_only: false, preferences: { messageLists: 'x' } }, 400);
  await rememberList(owner, [], list);
  assert.equal(bodies.length, 1);
  assert.equal(listOf(owner, []), undefined);
});
