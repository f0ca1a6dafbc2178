// Preloaded into servers under test (test/server.ts). Derives keys of passwords with a small cost, because the
// product's cost takes a tenth of a second of processor time for every new user and every sign-in. Stored hashes still
// name the product's cost. So only processes with this module can verify the passwords of their data directories, and a
// test that stores a password itself imports this module.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 ** 4 }, done);
syncBuiltinESMExports();
