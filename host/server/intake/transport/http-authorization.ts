/**
 * Checks the credentials of HTTP senders: the token, or user name and password, of the input. An input without
 * configured credentials accepts every sender.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { textOr, type Attributes } from '../../foundation/attributes.js';
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

export interface Credentials {
  readonly token: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/**
 * Returns the credentials of an input, decrypted at the first call.
 * @throws SecretError when a credential cannot be decrypted
 */
export type CredentialsOf = () => Promise<Credentials>;

/**
 * Creates the function that returns an input's credentials.
 * @param secret decrypts a value; empty when the value is not set
 */
export function credentialsOf(attributes: Attributes, secret: (name: string) => Promise<string>): CredentialsOf {
  const read = async (): Promise<Credentials> => ({
    token: (await secret('auth_token')) || undefined,
    user: textOr(attributes, 'auth_user', undefined),
    password: (await secret('auth_password')) || undefined,
  });
  let credentials: Promise<Credentials> | undefined;
  return () => (credentials ??= read());
}

/**
 * Explains why the configured credentials are invalid; undefined: they are valid. A user name without a password would
 * admit everybody who knows the name.
 */
export function credentialsProblem(attributes: Attributes): string | undefined {
  const [user, password] = ['auth_user', 'auth_password'].map((name) => textOr(attributes, name, ''));
  if ((user === '') === (password === '')) return undefined;
  return '"auth_user" and "auth_password" are needed both, or none of them';
}

export type Authorization = 'granted' | 'missing' | 'wrong';

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Compares two texts in constant time, by their digests. */
const same = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));
const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');

/**
 * Checks the `Authorization` header of a request. The configured token may be sent as the password of any user
 * (`Basic`) or with any other scheme, such as `Bearer` or `Splunk`. With the scheme `ApiKey` the token may be encoded
 * in Base64. The configured password is accepted only with the configured user.
 */
export function authorized(
  { token, user, password }: Credentials,
  { headers }: Pick<HttpCall, 'headers'>,
): Authorization {
  if (token === undefined && user === undefined && password === undefined) return 'granted';
  const [, scheme = '', credential = ''] = /^([a-z]+)\s+([^]+)$/i.exec((headers.authorization ?? '').trim()) ?? [];
  if (credential === '') return 'missing';
  if (scheme.toLowerCase() === 'basic') {
    const text = fromBase64(credential);
    const colon = text.indexOf(':');
    const given = { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
    const byToken = token !== undefined && same(given.password, token);
    // A configured user without a password, or a password without a user, admits nobody.
    const known = user !== undefined && password !== undefined;
    const byName = same(`${given.user}:${given.password}`, `${user ?? ''}:${password ?? ''}`);
    return byToken || (known && byName) ? 'granted' : 'wrong';
  }
  const plain = token !== undefined && same(credential, token);
  if (token === undefined || !/^apikey$/i.test(scheme)) return plain ? 'granted' : 'wrong';
  const decoded = fromBase64(credential);
  // Elasticsearch clients put the id of the API key and a colon in front of the key.
  const byKey = same(decoded.slice(decoded.indexOf(':') + 1), token);
  return plain || same(decoded, token) || byKey ? 'granted' : 'wrong';
}

/**
 * Requires the credentials of the input.
 * @throws Refusal with status 401 when the credentials are missing or wrong
 */
export async function requireAuthorization(credentials: CredentialsOf, call: Pick<HttpCall, 'headers'>): Promise<void> {
  const found = authorized(await credentials(), call);
  if (found === 'missing')
    throw new Refusal(401, 'Say who you are: this input wants a token, or a user and a password.');
  if (found === 'wrong') throw new Refusal(401, 'The token, or user and password, are not those of this input.');
}
