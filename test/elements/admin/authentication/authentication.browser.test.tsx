/** Tests the authentication pages against a server in the page: the wizard in both directions, and preserved secrets. */
import { expect } from '@open-wc/testing';
import { authenticationPages } from '../../../../elements/admin/authentication/pages.js';
import { expectAccessible } from '../../accessible.js';
import { allByRole, byRole, byText, clickOn } from '../../search/stage.js';
import { administration, confirming, fieldNamed, fill, idle, shownValues } from '../admin-page.js';
import { overview } from '../users/account.js';

const services = '/system/authentication/services';
const backends = `${services}/backends`;
const directory = {
  type: 'ldap',
  servers: [
    { host: 'ldap1.example.org', port: 636 },
    { host: 'ldap2.example.org', port: 10_636 },
  ],
  transport_security: 'tls',
  verify_certificates: false,
  system_user_dn: 'cn=reader',
  system_user_password: { is_set: true },
  user_search_base: 'ou=people',
  user_search_pattern: '(uid={0})',
  user_unique_id_attribute: 'entryUUID',
  user_name_attribute: 'uid',
  user_full_name_attribute: 'cn',
  email_attributes: ['mail'],
};
const provider = {
  type: 'oidc',
  issuer: 'https://id.example.org',
  client_id: 'console',
  client_secret: { is_set: true },
  scopes: 'openid email',
  user_name_claim: 'preferred_username',
  full_name_claim: 'name',
  email_claim: 'email',
  roles_claim: 'groups',
  role_mappings: [{ value: 'admins', role_id: 'r1' }],
};
const service = (id: string, title: string, config: object) => ({
  id,
  title,
  description: 'about it',
  default_roles: ['r1'],
  config,
});
let active: string | null;
const stored = [service('b1', 'House', directory), service('b2', 'Provider', provider)];

const admin = administration(authenticationPages, () => {
  active = 'b1';
  const backend = () => stored.find(({ id }) => id === active) ?? null;
  return {
    [`GET ${backends}`]: () => ({ backends: stored, total: 2, context: { active_backend: backend() } }),
    [`GET ${backends}/b1`]: () => ({ backend: stored[0] }),
    [`GET ${backends}/b2`]: () => ({ backend: stored[1] }),
    [`GET ${services}/active-backend`]: () => ({ backend: backend(), context: { backends_total: 2 } }),
    [`GET ${backends}/b1/users`]: () => ({
      users: [overview('u1', 'jane', { roles: ['r1'] })],
      total: 1,
      context: { roles: {} },
    }),
    'GET /authz/roles': () => ({
      roles: [{ id: 'r1', name: 'Reader', description: '', permissions: [], read_only: true }],
      total: 1,
    }),
    [`PUT ${backends}/b1`]: ({ body }) => ({ backend: { id: 'b1', ...(JSON.parse(body ?? '{}') as object) } }),
    [`PUT ${backends}/b2`]: ({ body }) => ({ backend: { id: 'b2', ...(JSON.parse(body ?? '{}') as object) } }),
    [`POST ${backends}`]: ({ body }) => ({ backend: { id: 'b3', ...(JSON.parse(body ?? '{}') as object) } }),
    [`DELETE ${backends}/b2`]: () => undefined,
    [`POST ${services}/configuration`]: ({ body }) => JSON.parse(body ?? '{}') as object,
    [`POST ${services}/test/backend/connection`]: () => ({
      success: false,
      message: 'Unable to connect',
      errors: ['refused <b>'],
      result: {},
    }),
    [`POST ${services}/test/backend/login`]: () => ({
      success: true,
      message: 'Successfully logged in',
      errors: [],
      result: { user_exists: true, login_success: true, user_details: { uid: 'jane' } },
    }),
    'GET /system/authentication/http-header-auth-config': () => ({ enabled: false, username_header: 'Remote-User' }),
    'PUT /system/authentication/http-header-auth-config': ({ body }) => JSON.parse(body ?? '{}') as object,
  };
});

describe('the list of authentication services', () => {
  it('activates, deactivates and deletes a service after confirmation, but never the active one', async () => {
    const { root, host } = await admin.open(services);
    await byRole(root, 'button', 'Deactivate House');
    await expectAccessible(host);
    expect(allByRole(root, 'button', 'Delete House').length).to.equal(0);
    await clickOn(root, 'button', 'Delete Provider');
    await confirming(admin, root, 'Delete', `DELETE ${backends}/b2`);
    await clickOn(root, 'button', 'Activate Provider');
    await confirming(admin, root, 'Activate', `POST ${services}/configuration`);
    expect(admin.sent(`POST ${services}/configuration`)).to.deep.equal({ active_backend: 'b2' });
    await clickOn(root, 'button', 'Deactivate House');
    active = null;
    await confirming(admin, root, 'Deactivate', `POST ${services}/configuration`);
    expect(admin.sent(`POST ${services}/configuration`)).to.deep.equal({ active_backend: null });
    await byText(root, 'None of the configured authentication services is currently active.');
  });
});

describe('an authentication service', () => {
  it('requests no users without users:read', async () => {
    admin.permissions = ['authservicebackend:read', 'authserviceglobalconfig:read'];
    const { root } = await admin.open(`${services}/b1`);
    await byText(root, 'cn=reader');
    await idle(admin.server);
    expect(admin.server.to(`GET ${backends}/b1/users`).length).to.equal(0);
  });
});

describe('the wizard of an authentication service', () => {
  it('shows the stored directory and sends all of it after one change, including further servers and the secret', async () => {
    const { root, host } = await admin.open(`${services}/edit/b1`);
    await fieldNamed(root, 'Title');
    await expectAccessible(host);
    expect(
      await shownValues(root, [
        'Title',
        'Description',
        'Server Address: Host',
        'Port',
        'TLS',
        'The server must show a certificate that is valid for its name',
        'System User DN',
      ]),
    ).to.deep.equal({
      Title: 'House',
      Description: 'about it',
      'Server Address: Host': 'ldap1.example.org',
      Port: '636',
      TLS: true,
      'The server must show a certificate that is valid for its name': false,
      'System User DN': 'cn=reader',
    });
    await fill(root, 'Title', 'Renamed');
    await admin.pressing(await byRole(root, 'button', 'Finish & Save Service'), `PUT ${backends}/b1`);
    expect(admin.sent(`PUT ${backends}/b1`)).to.deep.equal({
      title: 'Renamed',
      description: 'about it',
      default_roles: ['r1'],
      config: { ...directory, system_user_password: { keep_value: true } },
    });
    expect(admin.events).to.deep.equal(['log-changed authentication-service b1', `log-navigate ${services}`]);
  });

  it('shows the stored provider and sends all of it after one change', async () => {
    const { root } = await admin.open(`${services}/edit/b2?initialStepKey=user-synchronization`);
    await fieldNamed(root, 'Username Claim');
    await fill(root, 'Full Name Claim', 'display_name');
    await admin.pressing(await byRole(root, 'button', 'Finish & Save Identity Service'), `PUT ${backends}/b2`);
    expect(admin.sent(`PUT ${backends}/b2`)).to.deep.equal({
      title: 'Provider',
      description: 'about it',
      default_roles: ['r1'],
      config: { ...provider, full_name_claim: 'display_name', client_secret: { keep_value: true } },
    });
  });

  it('moves to the step with the error, and sends nothing until the error is corrected', async () => {
    const { root } = await admin.open(`${services}/create/ldap`);
    await fill(root, 'Port', '70000');
    await clickOn(root, 'button', 'Finish & Save Service');
    await byText(root, 'A port is a number from 1 to 65535.');
    await fill(root, 'Port', '1636');
    await fill(root, 'Server Address: Host', 'ldap.example.org');
    await clickOn(root, 'button', 'Finish & Save Service');
    await fill(root, 'Search Base DN', 'ou=people');
    await fill(root, 'Search Pattern', '(uid={0})');
    expect(admin.server.to(`POST ${backends}`).length).to.equal(0);
    await admin.pressing(await byRole(root, 'button', 'Finish & Save Identity Service'), `POST ${backends}`);
    const { config, ...own } = admin.sent(`POST ${backends}`) as { config: Record<string, unknown> };
    expect(own).to.deep.equal({ title: 'LDAP', description: '', default_roles: ['r1'] });
    expect(config).to.deep.include({
      type: 'ldap',
      servers: [{ host: 'ldap.example.org', port: 1636 }],
      transport_security: 'tls',
      verify_certificates: true,
      user_search_base: 'ou=people',
    });
    expect(config).not.to.have.property('system_user_password');
  });

  it('tests the unsaved values, and shows the answer of the directory as plain text', async () => {
    const { root } = await admin.open(`${services}/edit/b1`);
    await fill(root, 'Server Address: Host', 'other');
    await admin.pressing(
      await byRole(root, 'button', 'Test Server Connection'),
      `POST ${services}/test/backend/connection`,
    );
    const tried = admin.sent(`POST ${services}/test/backend/connection`) as Record<string, Record<string, unknown>>;
    expect(tried['backend_id']).to.equal('b1');
    expect((tried['backend_configuration']?.['config'] as typeof directory).servers).to.deep.equal([
      { host: 'other', port: 636 },
      { host: 'ldap2.example.org', port: 10_636 },
    ]);
    await byText(root, 'refused <b>');
    await fill(root, 'Username', 'jane');
    await fill(root, 'Password', 'secret');
    await admin.pressing(await byRole(root, 'button', 'Test User Login'), `POST ${services}/test/backend/login`);
    expect(admin.sent(`POST ${services}/test/backend/login`)).to.deep.include({
      user_login: { username: 'jane', password: 'secret' },
    });
    await byText(root, 'uid');
  });

  it('is refused to users without permission to change the service', async () => {
    admin.permissions = ['authservicebackend:read', 'authservicebackend:edit:b2'];
    const { root } = await admin.open(`${services}/edit/b1`);
    await byText(root, 'Missing Permissions');
    expect(allByRole(root, 'button', /^Finish/).length).to.equal(0);
  });
});

describe('the trusted header', () => {
  const route = '/system/authentication/authenticator';
  it('is saved with all settings of its form', async () => {
    const { root } = await admin.open(`${route}/edit`);
    expect(await shownValues(root, ['Username header', 'Enable single sign-on via HTTP header'])).to.deep.equal({
      'Username header': 'Remote-User',
      'Enable single sign-on via HTTP header': false,
    });
    await fill(root, 'Enable single sign-on via HTTP header', true);
    const put = 'PUT /system/authentication/http-header-auth-config';
    await admin.pressing(await byRole(root, 'button', 'Update Config'), put);
    expect(admin.sent(put)).to.deep.equal({ enabled: true, username_header: 'Remote-User' });
  });
});
