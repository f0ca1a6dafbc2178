/** One text for a key of something that has an id: of a definition, of a notification. */
import { createHash } from 'node:crypto';

/** Characters of a key that is kept as it is: they are made of what logs say, and may be as long as that. */
const longestKey = 100;

export function keyPlace(id: string, key: string | null): string {
  const isLong = key !== null && key.length > longestKey;
  return JSON.stringify([id, isLong ? [createHash('sha256').update(key).digest('base64')] : key]);
}
