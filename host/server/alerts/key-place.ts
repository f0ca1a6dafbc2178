/** Combines an id of a definition or notification with an event key to one text. */
import { createHash } from 'node:crypto';

/** Largest length of an event key that is kept unchanged; longer keys, which may consist of log text, are hashed. */
const longestKey = 100;

export function keyPlace(id: string, key: string | null): string {
  const isLong = key !== null && key.length > longestKey;
  return JSON.stringify([id, isLong ? [createHash('sha256').update(key).digest('base64')] : key]);
}
