/** Authenticates at a Kafka broker by SASL PLAIN (RFC 4616) or SCRAM (RFC 5802, RFC 7677). */
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { BrokerConnection } from './broker-connection.js';
import { check } from './errors.js';

export const mechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

export interface Login {
  readonly mechanism: (typeof mechanisms)[number];
  readonly user: string;
  readonly password: string;
}

const handshakeApi = 17;
const authenticateApi = 36;
/** Least number of SCRAM iterations: with fewer iterations, a forged broker could guess the password (RFC 7677 §4). */
const leastIterations = 4096;
const mostIterations = 1_000_000;
const derive = promisify(pbkdf2);

async function say(connection: BrokerConnection, bytes: Buffer): Promise<Buffer> {
  const answer = await connection.ask(authenticateApi, 0, (writer) => writer.bytes(bytes));
  const code = answer.int16();
  check(code, 'Logging in', answer.nullableString());
  return answer.bytes();
}

const escaped = (name: string): string => name.replaceAll('=', '=3D').replaceAll(',', '=2C');

const attributes = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(',').map((part) => [part.slice(0, 1), part.slice(2)]));

async function scram(connection: BrokerConnection, { mechanism, user, password }: Login): Promise<void> {
  const hash = mechanism === 'SCRAM-SHA-512' ? 'sha512' : 'sha256';
  const size = hash === 'sha512' ? 64 : 32;
  const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const own = randomBytes(24).toString('base64url');
  const first = `n=${escaped(user)},r=${own}`;
  const challenge = (await say(connection, Buffer.from(`n,,${first}`))).toString();
  const { nonce = '', salt = '', iterations } = scramChallenge(challenge);
  if (!nonce.startsWith(own) || !Number.isInteger(iterations))
    throw new Error('the broker does not follow the rules of SCRAM.');
  if (iterations < leastIterations || iterations > mostIterations)
    throw new Error(
      `the broker wants the password hashed ${iterations} times (SCRAM); from ${leastIterations} to ${mostIterations} are taken.`,
    );
  const salted = await derive(password, Buffer.from(salt, 'base64'), iterations, size, hash);
  const clientKey = hmac(salted, 'Client Key');
  const bare = `c=biws,r=${nonce}`;
  const signed = `${first},${challenge},${bare}`;
  const signature = hmac(createHash(hash).update(clientKey).digest(), signed);
  const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
  const last = (await say(connection, Buffer.from(`${bare},p=${proof.toString('base64')}`))).toString();
  const wanted = hmac(hmac(salted, 'Server Key'), signed);
  const given = Buffer.from(attributes(last).get('v') ?? '', 'base64');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new Error(
      'the broker does not know the password (SCRAM), so it may be a false one. Check the address and the password.',
    );
}

function scramChallenge(text: string) {
  const parts = attributes(text);
  return { nonce: parts.get('r'), salt: parts.get('s'), iterations: Number(parts.get('i')) };
}

/**
 * Authenticates a connection.
 * @throws KafkaError when the broker refuses the login; Error when the broker violates SCRAM, demands an unacceptable
 * number of iterations, or does not prove that it knows the password
 */
export async function logIn(connection: BrokerConnection, login: Login): Promise<void> {
  const { mechanism, user, password } = login;
  const answer = await connection.ask(handshakeApi, 1, (writer) => writer.string(mechanism));
  const code = answer.int16();
  const known = answer.array((reader) => reader.string());
  check(code, 'Logging in', code === 0 || known.length === 0 ? null : `known are ${known.join(', ')}`);
  if (mechanism === 'PLAIN') await say(connection, Buffer.from(`\0${user}\0${password}`));
  else await scram(connection, login);
}
