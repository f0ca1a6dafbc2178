/** Tests at which address the help for an input lets senders reach it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { targetOf } from '../../../../elements/admin/inputs/send-target.js';

const server = 'https://logs.example.org:9000/api/';
const target = (attributes: object, listening?: string) => targetOf({ ...attributes }, listening, server);

test('the port of a target is the one on which the input listens, otherwise the configured one', () => {
  assert.equal(target({ port: 0 }, '127.0.0.1:12201')?.port, 12_201);
  assert.equal(target({ port: 0 }, '[::1]:514')?.port, 514);
  assert.equal(target({ port: 12_202 })?.port, 12_202);
});

test('an input has a target only for ports from 1 to 65535', () => {
  for (const port of [1, 65_535]) assert.equal(target({ port })?.port, port);
  for (const port of [0, -1, 65_536, 1.5, 'x', undefined]) assert.equal(target({ port }), undefined, String(port));
  for (const port of [0, 65_536]) assert.equal(target({ port: 514 }, `0.0.0.0:${port}`), undefined, String(port));
});

test('the host of a target is the bound address, or the host of the server if that is no single address', () => {
  for (const bound of ['', '0.0.0.0', '::', undefined, null])
    assert.equal(target({ port: 1, bind_address: bound })?.host, 'logs.example.org', String(bound));
  assert.equal(target({ port: 1, bind_address: '10.0.0.1' })?.host, '10.0.0.1');
  assert.equal(target({ port: 1, bind_address: 'a;reboot' })?.host, 'logs.example.org');
  assert.equal(targetOf({ port: 1 }, undefined, 'http://[::1]:9000/api/')?.host, '::1');
});

test('a target has TLS only if it is switched on, and the kind of sign-in that the input requires', () => {
  assert.deepEqual(
    [true, false, 'true', undefined].map((tls) => target({ port: 1, tls_enable: tls })?.tls),
    [...[true, false, false, false]],
  );
  const isSet = { is_set: true };
  assert.equal(target({ port: 1 })?.auth, 'none');
  assert.equal(target({ port: 1, auth_token: { is_set: false }, auth_user: '' })?.auth, 'none');
  assert.equal(target({ port: 1, auth_token: isSet, auth_user: 'u' })?.auth, 'token');
  assert.equal(target({ port: 1, auth_user: 'u' })?.auth, 'basic');
  assert.equal(target({ port: 1, auth_password: isSet })?.auth, 'basic');
});
