/** GELF over UDP: compressed, and cut into chunks where one datagram does not hold it. */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chunkHeaderBytes, chunkMagic, maxChunks } from '../intake/decode/gelf-chunks.js';

const compress = promisify(gzip);
/** Fits every network; what is too large for 128 of these goes in larger ones. */
const usualBytes = 1420;
const largeBytes = 8192;
/** Shorter texts do not become smaller. */
const compressedFrom = 512;

/** Undefined when the message does not fit into 128 chunks. */
export async function gelfDatagrams(gelf: string, compressed: boolean): Promise<readonly Buffer[] | undefined> {
  const plain = Buffer.from(gelf);
  const bytes = compressed && plain.length >= compressedFrom ? await compress(plain) : plain;
  if (bytes.length <= usualBytes) return [bytes];
  const size = [usualBytes, largeBytes].find((one) => Math.ceil(bytes.length / (one - chunkHeaderBytes)) <= maxChunks);
  if (size === undefined) return undefined;
  const payload = size - chunkHeaderBytes;
  const count = Math.ceil(bytes.length / payload);
  const id = randomBytes(8);
  return Array.from({ length: count }, (_, at) =>
    Buffer.concat([chunkMagic, id, Buffer.from([at, count]), bytes.subarray(at * payload, (at + 1) * payload)]),
  );
}
