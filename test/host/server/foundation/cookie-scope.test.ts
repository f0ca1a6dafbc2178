/**
 * Browsers send the session cookie in frames of other sites only if the operator lists sites and the connection is
 * secure.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieScope } from '../../../../host/server/foundation/cookie-scope.js';

const portal = ['https://portal.example.org'];
const own = (secure: boolean) => ({ sameSite: 'lax', secure, partitioned: false });

for (const [name, origins, protocol, expected] of [
  ['over HTTPS with listed sites', portal, 'https', { sameSite: 'none', secure: true, partitioned: true }],
  ['over HTTP with listed sites', portal, 'http', own(false)],
  ['over HTTPS without listed sites', [], 'https', own(true)],
  ['over HTTP without listed sites', [], 'http', own(false)],
] as const)
  test(`a cookie ${name} is ${expected.partitioned ? 'partitioned and sent in frames of other sites' : 'not sent in frames of other sites'}`, () =>
    assert.deepEqual(cookieScope(origins, { headers: {}, protocol }), expected));
