/**
 * Hashes passwords with scrypt (RFC 7914) and a salt. The parameters are stored with each hash, so that they can be
 * raised later.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { TooManyRequestsError } from '../foundation/errors.js';

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;
const keyBytes = 32;

/**
 * Largest number of concurrent key derivations. They run on threads of libuv's pool, which also reads and writes files.
 * At least half of the pool stays free (Node.js starts it with four threads unless UV_THREADPOOL_SIZE is set), so that
 * guessers cannot delay the journal.
 */
const derivedAtOnce = 2;
const waitingAtMost = 200;
let deriving = 0;
const waiting: (() => void)[] = [];

/** Derives the key of a password when its turn comes. @throws TooManyRequestsError when too many derivations wait */
async function derive(password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> {
  if (deriving < derivedAtOnce) deriving += 1;
  else {
    if (waiting.length >= waitingAtMost)
      throw new TooManyRequestsError('Too many logins at a time. Try again soon.', 5);
    // A finished derivation hands its slot to the next one.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else deriving -= 1;
  }
}

/**
 * Hashes a password with a new salt.
 * @returns `scrypt$N$r$p$salt$key`, salt and key in base64url
 * @throws TooManyRequestsError when too many derivations wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return written(salt, await derive(password, salt, keyBytes, cost));
}

function written(salt: Buffer, key: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Hash that is used for a user who does not exist. Its key is random, so no password leads to it. The key is not
 * derived from a password, because that would take a tenth of a second at every start.
 */
const unknownUserHash = written(randomBytes(16), randomBytes(keyBytes));

/**
 * Tells whether a password leads to a hash; the keys are compared in constant time. Without a hash (unknown user, or
 * account without a password) a key is derived, too, so that the response time does not reveal whether the user exists.
 * @throws TooManyRequestsError when too many derivations wait
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [scheme, n, r, p, salt, key] = (hash ?? unknownUserHash).split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), expected.length, options);
  return timingSafeEqual(actual, expected) && hash !== undefined;
}

/** Generates a password that is easy to type: 20 characters without look-alikes, about 116 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const bytes = randomBytes(64);
  // The largest bytes are skipped, so that the number of different bytes is a multiple of the number of letters and
  // every letter is equally probable.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % letters.length));
  return fair
    .slice(0, 20)
    .map((byte) => letters[byte % letters.length])
    .join('');
}
