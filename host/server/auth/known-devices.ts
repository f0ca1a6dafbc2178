/**
 * Known devices: a browser that has signed in to an account before carries a signed cookie. The cookie authenticates
 * nobody; it only spares the owner of an account the delays that guessers have caused, even from the same address.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Documents } from '../store/types.js';

export const deviceCookie = 'log-console-device';
export const deviceCookieSeconds = 365 * 24 * 60 * 60;

interface SecretRecord {
  readonly id: string;
  /** Signing key, base64url. */
  readonly secret: string;
}
const secretId = 'known-devices';

export class KnownDevices {
  readonly #documents: Documents;
  #secret: Buffer | undefined;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Reads the signing key of the cookies; it is created at the first start. */
  async open(): Promise<void> {
    const stored = this.#documents.collection<SecretRecord>('secrets');
    const known = stored.get(secretId);
    this.#secret = known ? Buffer.from(known.secret, 'base64url') : randomBytes(32);
    if (!known) await stored.put({ id: secretId, secret: this.#secret.toString('base64url') });
  }

  /** Returns the device id in a cookie; undefined unless the cookie was signed for this account. */
  find(cookie: string | undefined, userId: string): string | undefined {
    const [device, signature] = cookie?.split('.') ?? [];
    if (!device || !signature) return undefined;
    const expected = this.#sign(device, userId);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
  }

  /**
   * Returns the cookie of a browser that has just signed in.
   * @param device present device id, if the browser is known
   */
  cookieFor(userId: string, device = randomBytes(16).toString('base64url')): string {
    return `${device}.${this.#sign(device, userId).toString('base64url')}`;
  }

  #sign(device: string, userId: string): Buffer {
    if (!this.#secret) throw new Error('The key of known devices has not been read.');
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([device, userId]))
      .digest();
  }
}
