/**
 * Browsers that have signed in to an account before carry a cookie that says so. It lets nobody in; it only spares the owner of an
 * account the delays that others have earned by guessing, be it from the same address.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Documents } from '../store/types.js';

export const deviceCookie = 'log-console-device';
export const deviceCookieSeconds = 365 * 24 * 60 * 60;

interface SecretRecord {
  readonly id: string;
  /** base64url */
  readonly secret: string;
}
const secretId = 'known-devices';

export class KnownDevices {
  readonly #documents: Documents;
  #secret: Buffer | undefined;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Reads the key of the cookies; made at the first start. */
  async open(): Promise<void> {
    const stored = this.#documents.collection<SecretRecord>('secrets');
    const known = stored.get(secretId);
    this.#secret = known ? Buffer.from(known.secret, 'base64url') : randomBytes(32);
    if (!known) await stored.put({ id: secretId, secret: this.#secret.toString('base64url') });
  }

  /** The device that a cookie names, when it is one of this account. */
  find(cookie: string | undefined, userId: string): string | undefined {
    const [device, signature] = cookie?.split('.') ?? [];
    if (!device || !signature) return undefined;
    const expected = this.#sign(device, userId);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
  }

  /** The cookie of a browser that has just signed in. @param device as it was known, if it was */
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
