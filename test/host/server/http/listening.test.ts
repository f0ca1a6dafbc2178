// Tests the address that the server reports for listening.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from '../../../../host/server/http/listening.js';

test('the reported address contains protocol, host, port and base path', () => {
  const tls = { cert: 'c', key: 'k' };
  for (const [host, basePath, files, expected] of [
    ['127.0.0.1', '/', undefined, 'http://127.0.0.1:9001/'],
    ['localhost', '/logs/here', undefined, 'http://localhost:9001/logs/here/'],
    ['::1', '/', tls, 'https://[::1]:9001/'],
    ['::', '/logs', undefined, 'http://[::]:9001/logs/'],
  ] as const)
    assert.equal(addressOf({ host, basePath, tls: files }, 9001), expected);
});
