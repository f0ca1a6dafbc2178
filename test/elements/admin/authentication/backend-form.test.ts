/**
 * Tests the conversion between stored authentication services and the values of the wizard: no stored value gets lost.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AuthBackend } from '../../../../api/queries/authentication.js';
import {
  faultsOf,
  hasSecret,
  inputOf,
  portFor,
  valuesOf,
  valuesOfType,
} from '../../../../elements/admin/authentication/backend-form.js';

/** Returns arbitrary objects with the prototype that JSON.parse gives them. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record<T>(model, { noNullPrototype: true });
const text = fc.string({ minLength: 1 }).filter((value) => value === value.trim() && value !== '');
const secret = fc.boolean().map((is_set) => ({ is_set }));
const server = record({ host: text, port: fc.integer({ min: 1, max: 65_535 }) });
const directory = {
  servers: fc.array(server, { minLength: 1, maxLength: 4 }),
  transport_security: fc.constantFrom('none' as const, 'tls' as const, 'start_tls' as const),
  verify_certificates: fc.boolean(),
  system_user_dn: text,
  system_user_password: secret,
  user_search_base: text,
  user_search_pattern: text,
  user_name_attribute: text,
  user_full_name_attribute: text,
};
const config = fc.oneof(
  record({
    ...directory,
    type: fc.constant('ldap' as const),
    user_unique_id_attribute: text,
    email_attributes: fc.array(text),
  }),
  record({ ...directory, type: fc.constant('active-directory' as const) }),
  record({
    type: fc.constant('oidc' as const),
    issuer: text,
    client_id: text,
    client_secret: secret,
    scopes: text,
    user_name_claim: text,
    full_name_claim: text,
    email_claim: text,
    roles_claim: fc.oneof(fc.constant(''), text),
    role_mappings: fc.array(record({ value: text, role_id: text })),
  }),
);
const service = record({
  id: text,
  title: text,
  description: fc.oneof(fc.constant(''), text),
  default_roles: fc.array(text, { minLength: 1 }),
  config,
});
const secretName = (type: string) => (type === 'oidc' ? 'client_secret' : 'system_user_password');

test('an unchanged service is saved as it is stored, including further servers and unknown members', () => {
  fc.assert(
    fc.property(service, text, ({ id: _id, ...own }, unknown) => {
      // A newer server has settings that the wizard does not know.
      const config = { ...own.config, of_a_newer_server: unknown };
      const stored: AuthBackend = { id: 'b1', ...own, config };
      const { type } = config;
      assert.deepEqual(inputOf(type, valuesOf(stored), stored), {
        ...own,
        config: { ...config, [secretName(type)]: { keep_value: true } },
      });
      assert.equal(
        hasSecret(stored),
        'client_secret' in config ? config.client_secret.is_set : config.system_user_password.is_set,
      );
      assert.deepEqual(faultsOf(type, valuesOf(stored)), {});
    }),
  );
});

test('the form of an authentication service keeps further servers unchanged when the first server changes', () => {
  fc.assert(
    fc.property(service, ({ id: _id, ...own }) => {
      const { config } = own;
      if (config.type === 'oidc') return;
      const stored: AuthBackend = { id: 'b1', ...own, config };
      const sent = inputOf(config.type, { ...valuesOf(stored), host: ' new ', port: 7 }, stored).config.servers;
      assert.deepEqual(sent, [{ ...config.servers[0], host: 'new', port: 7 }, ...config.servers.slice(1)]);
    }),
  );
});

test('the form of an authentication service sets the secret of a new service as text, and keeps, replaces or deletes the secret of a stored one', () => {
  for (const type of ['ldap', 'active-directory', 'oidc'] as const) {
    const name = secretName(type);
    const values = valuesOfType(type, 'reader');
    const sent = (...[secret, stored]: [typeof values.secret, AuthBackend?]) =>
      // The secret has another name in each type of backend, so it is read by name.
      (inputOf(type, { ...values, secret }, stored).config as unknown as Record<string, unknown>)[name];
    assert.equal(sent(undefined), undefined);
    assert.equal(sent({ set_value: 's' }), 's');
    const stored = {
      id: 'b',
      title: 't',
      description: '',
      default_roles: [],
      config: inputOf(type, values, undefined).config,
      // Cast: the object lacks the members that only a server sets, because it is made from the body of a request. The
      // form does not read them.
    } as unknown as AuthBackend;
    assert.deepEqual(sent(undefined, stored), { keep_value: true });
    assert.deepEqual(sent({ set_value: 's' }, stored), { set_value: 's' });
    assert.deepEqual(sent({ delete_value: true }, stored), { delete_value: true });
  }
});

const faults: readonly [change: object, names: readonly string[]][] = [
  [{}, ['user_search_base', 'user_search_pattern']],
  [{ user_search_base: 'b', user_search_pattern: 'p' }, []],
  [{ user_search_base: 'b', user_search_pattern: ' ' }, ['user_search_pattern']],
  [{ user_search_base: 'b', user_search_pattern: 'p', port: 0 }, ['port']],
  [{ user_search_base: 'b', user_search_pattern: 'p', port: 1 }, []],
  [{ user_search_base: 'b', user_search_pattern: 'p', port: 65_535 }, []],
  [{ user_search_base: 'b', user_search_pattern: 'p', port: 65_536 }, ['port']],
  [{ user_search_base: 'b', user_search_pattern: 'p', port: undefined }, ['port']],
  [{ user_search_base: 'b', user_search_pattern: 'p', port: 1.5 }, ['port']],
  [{ user_search_base: 'b', user_search_pattern: 'p', default_roles: [] }, ['default_roles']],
  [{ user_search_base: 'b', user_search_pattern: 'p', issuer: '' }, []],
];
test('the form of an authentication service names the fields of a directory that are missing or out of bounds, and no others', () => {
  for (const [change, names] of faults) {
    const found = faultsOf('ldap', { ...valuesOfType('ldap', 'reader'), ...change });
    assert.deepEqual(Object.keys(found), names, JSON.stringify(change));
  }
});

test('a role mapping of an authentication service requires a value and a role', () => {
  const values = { ...valuesOfType('oidc', 'reader'), issuer: 'https://id/', client_id: 'c', roles_claim: 'groups' };
  const with_ = (value: string, role_id: string, roleIds?: readonly string[]) =>
    Object.keys(faultsOf('oidc', { ...values, role_mappings: [{ value, role_id }] }, roleIds));
  assert.deepEqual(with_('admins', 'r1'), []);
  assert.deepEqual(with_(' ', 'r1'), ['role_mappings']);
  assert.deepEqual(with_('admins', ''), ['role_mappings']);
  assert.deepEqual(with_('admins', 'r1', ['r1', 'r2']), []);
  assert.deepEqual(with_('admins', 'removed', ['r1', 'r2']), ['role_mappings']);
  const withoutClaim = { ...values, roles_claim: ' ', role_mappings: [{ value: 'admins', role_id: 'removed' }] };
  assert.deepEqual(
    Object.keys(faultsOf('oidc', withoutClaim, ['r1'])),
    ['role_mappings'],
    'the server checks them too',
  );
});

test('the port of a directory follows the transport security only if it is one of the two usual ports', () => {
  assert.equal(portFor('tls', 389), 636);
  assert.equal(portFor('none', 636), 389);
  assert.equal(portFor('start_tls', 636), 389);
  for (const security of ['none', 'tls', 'start_tls'] as const) {
    assert.equal(portFor(security, 10_389), 10_389);
    assert.equal(portFor(security, undefined), undefined);
  }
});
