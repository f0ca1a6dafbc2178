/** Searches and signs in with a real OpenLDAP server, if `slapd` is installed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  checkConnection,
  checkPerson,
  findPerson,
  type DirectorySettings,
} from '../../../../host/server/auth/services/ldap-directory.js';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { directoryBase, systemPassword, systemUser } from '../../../ldap-server.js';
import { noSlapd, startSlapd, type Slapd } from '../../../slapd.js';

const skip = noSlapd ?? false;
if (skip) console.log(`Not tested with OpenLDAP: ${skip}.`);

let slapd: Slapd;
const names = ['jane', 'o(b)r*e\\il', 'Jörg, "J" <j>'];
const passwordOf = (name: string) => `${name}'s password`;

before(async () => {
  if (skip) return;
  slapd = await startSlapd(selfSignedCertificate('localhost'));
  await slapd.add(directoryBase, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' });
  for (const [index, uid] of names.entries())
    await slapd.add(`cn=Person ${index},${directoryBase}`, {
      objectClass: 'inetOrgPerson',
      cn: `Person ${index}`,
      sn: uid,
      uid,
      mail: `p${index}@example.org`,
      userPassword: passwordOf(uid),
    });
});
after(async () => {
  if (!skip) await slapd.stop();
});

const settings = (more: Partial<DirectorySettings> = {}): DirectorySettings => ({
  servers: [{ host: '127.0.0.1', port: slapd.port }],
  security: 'none',
  verifyCertificates: true,
  systemUser,
  systemPassword,
  searchBase: directoryBase,
  searchPattern: '(&(uid={0})(objectClass=inetOrgPerson))',
  attributes: ['uid', 'cn', 'mail', 'entryUUID'],
  ...more,
});

test('OpenLDAP: users can sign in only with their own usernames and passwords', { skip }, async () => {
  for (const [index, name] of names.entries()) {
    const found = await checkPerson(settings(), name, passwordOf(name));
    assert.equal(found?.signedIn, true, name);
    assert.deepEqual(found?.entry.values.get('mail'), [`p${index}@example.org`]);
    assert.match(String(found?.entry.values.get('entryuuid')), /^[0-9a-f-]{36}$/);
    assert.equal((await checkPerson(settings(), name, 'wrong'))?.signedIn, false, name);
  }
  for (const nobody of ['nobody', '*', 'jan*', 'jane)(uid=*', '*)(|(uid=*'])
    assert.equal(await findPerson(settings(), nobody), undefined, nobody);
  await assert.rejects(findPerson(settings({ searchPattern: '(mail={0}*)' }), 'p'), /more than one entry/);
});

test('OpenLDAP: the server reports why the directory refused a request', { skip }, async () => {
  await checkConnection(settings());
  await checkConnection(settings({ systemUser: '', systemPassword: '' }));
  await assert.rejects(checkConnection(settings({ systemPassword: 'wrong' })), /invalid credentials/);
  await assert.rejects(findPerson(settings({ searchBase: 'dc=elsewhere' }), 'jane'), /the search base does not exist/);
});

test('OpenLDAP: StartTLS checks the certificate', { skip }, async () => {
  const secured = settings({ security: 'start_tls', servers: [{ host: 'localhost', port: slapd.port }] });
  await assert.rejects(checkConnection(secured), /self.signed|certificate/);
  const found = await checkPerson({ ...secured, verifyCertificates: false }, 'jane', passwordOf('jane'));
  assert.equal(found?.signedIn, true);
});
