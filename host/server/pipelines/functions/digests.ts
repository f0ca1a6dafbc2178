/** Rule functions that return digests of texts in UTF-8, as lower-case hexadecimal digits; a null text is an error. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { crc32c } from '../../foundation/crc32c.js';
import { defineFunction, parameter, type PipelineFunction } from '../function.js';
import { needed } from './bounds.js';
import { murmur128, murmur32 } from './murmur.js';

const digest = (name: string, title: string, hex: (bytes: Buffer) => string): PipelineFunction =>
  defineFunction({
    name,
    parameters: [parameter('value', 'String')],
    returns: 'String',
    description: `${title} of the text in UTF-8, in hexadecimal digits.`,
    evaluate: ([value]) => hex(Buffer.from(needed(value, 'value'))),
  });

/** Returns the hexadecimal digits of a 32-bit number, least significant byte first. */
function littleEndian(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
}

function littleEndian128([first, second]: readonly [bigint, bigint]): string {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(first);
  bytes.writeBigUInt64LE(second, 8);
  return bytes.toString('hex');
}

const hash =
  (algorithm: string) =>
  (bytes: Buffer): string =>
    createHash(algorithm).update(bytes).digest('hex');

export const digestFunctions: readonly PipelineFunction[] = [
  digest('crc32', 'CRC-32 checksum', (bytes) => littleEndian(crc32(bytes))),
  digest('crc32c', 'CRC-32C (Castagnoli) checksum', (bytes) => littleEndian(crc32c(bytes))),
  digest('md5', 'MD5 digest', hash('md5')),
  digest('murmur3_32', 'MurmurHash3 of 32 bits', (bytes) => littleEndian(murmur32(bytes))),
  digest('murmur3_128', 'MurmurHash3 of 128 bits', (bytes) => littleEndian128(murmur128(bytes))),
  digest('sha1', 'SHA-1 digest', hash('sha1')),
  digest('sha256', 'SHA-256 digest', hash('sha256')),
  digest('sha512', 'SHA-512 digest', hash('sha512')),
];
