/**
 * Ids that the console generates. Ids of views and searches have 24 hexadecimal digits; ids of queries, widgets and
 * search types are UUIDs (contract search S1).
 */

export interface Ids {
  objectId(): string;
  uuid(): string;
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** Generates random ids, also on pages without TLS, where `crypto.randomUUID` does not exist. */
export const randomIds: Ids = {
  objectId() {
    const seconds = Math.floor(Date.now() / 1000);
    return seconds.toString(16).padStart(8, '0') + hex(random(8));
  },
  uuid() {
    const bytes = random(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const digits = hex(bytes);
    return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
      '-',
    );
  },
};
