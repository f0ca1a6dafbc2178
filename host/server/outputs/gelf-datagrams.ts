/** GELF over UDP: compressed, and cut into chunks where one datagram does not hold it. */
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);
const head = Buffer.from([0x1e, 0x0f]);
const headBytes = 12;
const mostChunks = 128;
/** Fits every network; what is too large for 128 of these goes in larger ones. */
const usualBytes = 1420;
const largeBytes = 8192;
/** Shorter texts do not become smaller. */
const compressedFrom = 512;

/** Undefined: 128 chunks do not hold it. */
export async function gelfDatagrams(gelf: string, compressed: boolean): Promise<readonly Buffer[] | undefined> {
  const plain = Buffer.from(gelf);
  const bytes = compressed && plain.length >= compressedFrom ? await compress(plain) : plain;
  if (bytes.length <= usualBytes) return [bytes];
  const size = [usualBytes, largeBytes].find((one) => Math.ceil(bytes.length / (one - headBytes)) <= mostChunks);
  if (size === undefined) return undefined;
  const payload = size - headBytes;
  const count = Math.ceil(bytes.length / payload);
  const id = randomBytes(8);
  return Array.from({ length: count }, (_, at) =>
    Buffer.concat([head, id, Buffer.from([at, count]), bytes.subarray(at * payload, (at + 1) * payload)]),
  );
}
