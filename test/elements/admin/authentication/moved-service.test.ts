/**
 * Tests when the form of an authentication service asks whether users keep their accounts. It may ask only if the
 * service points to another directory or another provider.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthBackend } from '../../../../api/queries/authentication.js';
import { inputOf, isElsewhere, valuesOf } from '../../../../elements/admin/authentication/backend-form.js';

const common = { id: 's', title: 'House', description: '', default_roles: [] };
const directory = {
  ...common,
  config: {
    type: 'ldap',
    servers: [{ host: 'ldap1.example.org', port: 636 }],
    transport_security: 'tls',
    verify_certificates: true,
    system_user_dn: '',
    system_user_password: { is_set: false },
    user_search_base: 'dc=example,dc=org',
    user_search_pattern: '(uid={0})',
    user_name_attribute: 'uid',
    user_full_name_attribute: 'cn',
    user_unique_id_attribute: 'entryUUID',
    email_attributes: ['mail'],
  },
} satisfies AuthBackend;
const replicated: AuthBackend = {
  ...directory,
  config: { ...directory.config, servers: [...directory.config.servers, { host: 'ldap2.example.org', port: 636 }] },
};
const provider: AuthBackend = {
  ...common,
  config: {
    type: 'oidc',
    issuer: 'https://id.example.org',
    client_id: 'console',
    client_secret: { is_set: true },
    scopes: 'openid',
    user_name_claim: 'preferred_username',
    full_name_claim: 'name',
    email_claim: 'email',
    roles_claim: '',
    role_mappings: [],
  },
};

for (const [what, stored, typed, expected] of [
  ['the same host', directory, {}, false],
  ['the same host with another port', directory, { port: 389 }, false],
  ['the same host in capitals', directory, { host: 'LDAP1.example.org ' }, false],
  ['another host beside one that stays', replicated, { host: 'ldap.example.com' }, false],
  ['another host', directory, { host: 'ldap.example.com' }, true],
  ['the same issuer', provider, { client_id: 'other' }, false],
  ['another issuer', provider, { issuer: 'https://id.example.com' }, true],
  ['a new service', undefined, { issuer: 'https://id.example.com' }, false],
] as const)
  test(`the form ${expected ? 'asks' : 'does not ask'} whether users keep their accounts: ${what}`, () => {
    const values = { ...valuesOf(stored ?? provider), ...typed, keep_accounts: true };
    assert.equal(isElsewhere(values, stored), expected);
    const input = inputOf((stored ?? provider).config.type, values, stored);
    assert.equal(input.keep_accounts, expected ? true : undefined);
  });
