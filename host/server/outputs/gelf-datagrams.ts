/**
 * Encodes GELF messages for UDP (https://go2docs.graylog.org/current/getting_in_log_data/gelf.html): optionally
 * compressed, and split into chunks if a message does not fit into one datagram.
 */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chunkHeaderBytes, chunkMagic, maxChunks } from '../intake/decode/gelf-chunks.js';

const compress = promisify(gzip);
/** Usual size of a datagram in bytes, which almost all networks transport without fragmentation. */
const usualBytes = 1420;
/** Size of a datagram in bytes for a message that would need more than 128 datagrams of the usual size. */
const largeBytes = 8192;
/** Length in bytes from which on a message is compressed, because compression hardly shortens shorter messages. */
const compressedFrom = 512;

/**
 * Compresses a message if requested and worthwhile, and splits it into datagrams; undefined: the message does not fit
 * into 128 chunks of `largeBytes`.
 */
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
