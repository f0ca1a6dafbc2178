/**
 * A checkpoint writes blocks of metadata in place: the parts of a block that the file still counts on stay as they are, others become the
 * next state. A crash in the midst of such a write leaves those parts whole, but the checksum, which is over the whole block, no longer
 * fits, and the file cannot be opened any more. With the checksum of what is there it opens as it was before the checkpoint, and its log
 * (`.wal`, which is kept until a checkpoint has ended) brings the rest.
 */
import { open } from 'node:fs/promises';
import { sizeOf } from './file-bytes.js';

const mismatch = /computed checksum (\d+) does not match stored checksum (\d+) in block at location (\d+)/;
/** Of one file; of more a crash is not the reason. */
const mostBlocks = 8;

/**
 * Opens a database file, if need be after its torn blocks are mended.
 *
 * @param onMended is told how many there were
 * @throws what `attempt` throws, with the file as it was
 */
export async function openingTorn<T>(
  path: string,
  attempt: () => Promise<T>,
  onMended: (blocks: number) => void = () => {},
): Promise<T> {
  const before: [at: number, checksum: Buffer][] = [];
  for (;;) {
    try {
      const opened = await attempt();
      if (before.length > 0) onMended(before.length);
      return opened;
    } catch (error) {
      const [, computed, stored, location] = mismatch.exec((error as Error).message) ?? [];
      const isTorn = computed && stored && location && before.length < mostBlocks && (await sizeOf(`${path}.wal`)) > 0;
      const replaced = isTorn ? await replace(path, Number(location), BigInt(stored), BigInt(computed)) : undefined;
      if (!replaced) {
        for (const [at, checksum] of before.reverse()) await write(path, at, checksum);
        throw error;
      }
      before.push([Number(location), replaced]);
    }
  }
}

/** @returns what was there; undefined: it was not the expected checksum, and stays */
async function replace(path: string, at: number, expected: bigint, checksum: bigint): Promise<Buffer | undefined> {
  const wanted = Buffer.alloc(8);
  wanted.writeBigUInt64LE(checksum);
  const file = await open(path, 'r+');
  try {
    const known = Buffer.alloc(8);
    const { bytesRead } = await file.read(known, 0, known.length, at);
    if (bytesRead < known.length || known.readBigUInt64LE() !== expected) return undefined;
    await file.write(wanted, 0, wanted.length, at);
    await file.sync();
    return known;
  } finally {
    await file.close();
  }
}

async function write(path: string, at: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(bytes, 0, bytes.length, at);
    await file.sync();
  } finally {
    await file.close();
  }
}
