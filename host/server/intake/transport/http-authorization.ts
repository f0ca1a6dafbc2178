/** Who may send over HTTP: whoever knows the token, or the user name and password, of the input; everybody where none is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { textOr, type Attributes } from '../attributes.js';
import type { HttpCall } from './http-listener.js';
import { Refusal } from './refusal.js';

export interface Credentials {
  readonly token: string | undefined;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export const credentialsOf = (attributes: Attributes): Credentials => ({
  token: textOr(attributes, 'auth_token', undefined),
  user: textOr(attributes, 'auth_user', undefined),
  password: textOr(attributes, 'auth_password', undefined),
});

export type Authorization = 'granted' | 'missing' | 'wrong';

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Takes as long whatever was given. */
const same = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));
const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');

/**
 * The token comes as such (`Bearer`, `Splunk`, `ApiKey`, there encoded or not) or as the password of any user; the password comes with
 * its user.
 */
export function authorized({ token, user, password }: Credentials, { headers }: HttpCall): Authorization {
  if (token === undefined && user === undefined && password === undefined) return 'granted';
  const [, scheme = '', credential = ''] = /^\s*([a-z]+)\s+(\S.*?)\s*$/i.exec(headers.authorization ?? '') ?? [];
  if (credential === '') return 'missing';
  if (scheme.toLowerCase() === 'basic') {
    const text = fromBase64(credential);
    const colon = text.indexOf(':');
    const given = { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
    const byToken = token !== undefined && same(given.password, token);
    const known = user !== undefined || password !== undefined;
    const byName = same(`${given.user}:${given.password}`, `${user ?? ''}:${password ?? ''}`);
    return byToken || (known && byName) ? 'granted' : 'wrong';
  }
  const plain = token !== undefined && same(credential, token);
  const encoded = token !== undefined && /^apikey$/i.test(scheme) && same(fromBase64(credential), token);
  return plain || encoded ? 'granted' : 'wrong';
}

/** @throws Refusal */
export function requireAuthorization(credentials: Credentials, call: HttpCall): void {
  const found = authorized(credentials, call);
  if (found === 'missing')
    throw new Refusal(401, 'Say who you are: this input wants a token, or a user and a password.');
  if (found === 'wrong') throw new Refusal(401, 'The token, or user and password, are not those of this input.');
}
