import { createHash, randomBytes } from 'node:crypto';

/**
 * Returns an id of a stored entity: 24 hex digits, the first eight of which are the time in seconds, so that ids sort
 * by age.
 */
export function newEntityId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0')
    .slice(-8);
  return seconds + randomBytes(8).toString('hex');
}

export const isEntityId = (text: string) => /^[0-9a-f]{24}$/.test(text);

/** Returns a secret of 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Returns the stored digest of a random secret. It needs no salt, because nobody can guess 256 bits. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');
