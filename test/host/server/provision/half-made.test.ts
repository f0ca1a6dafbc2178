/**
 * If a later step of creating an object of a provisioning file fails, the object that the first step has created is
 * removed again.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '../../../../api/contract/endpoint.js';
import type { Api } from '../../../../host/server/content-packs/kind.js';
import { BadRequestError } from '../../../../host/server/foundation/errors.js';
import { provisionKinds } from '../../../../host/server/provision/kinds.js';
import { untyped } from '../../../untyped.js';

for (const [type, data, refused, removal] of [
  ['stream', { title: 'Web', index_set: 'nosuch' }, undefined, 'DELETE /streams/{streamId}'],
  [
    'user',
    { username: 'anna', email: 'a@example.org', roles: [], password: 'short' },
    'PUT /users/{userId}/password',
    'DELETE /users/id/{userId}',
  ],
  [
    'sidecar_collector_configuration',
    { title: 'Web', collector_id: 'c', template: 'x', assignment_rule: 'os:' },
    'PUT /sidecar/configurations/{id}',
    'DELETE /sidecar/configurations/{id}',
  ],
] as const)
  test(`a half-made object of a provisioning file is removed again: ${type}`, async () => {
    const kind = provisionKinds.find((one) => one.type === type);
    assert.ok(kind);
    const calls: string[] = [];
    const made = { id: 'made', stream_id: 'made', tags: [], index_sets: [{ id: 'd', default: true }], users: [] };
    const api = untyped<Api>({
      serves: () => true,
      call: ({ method, path }: Endpoint) => {
        calls.push(`${method} ${path}`);
        return calls.at(-1) === refused ? Promise.reject(new BadRequestError('refused')) : Promise.resolve(made);
      },
    });
    await assert.rejects(
      kind.create(api, untyped(data), (_type, id) => id),
      /refused|no index set with the prefix/,
    );
    assert.equal(calls.at(-1), removal, calls.join());
  });
