/**
 * Repairs DuckDB files after an interrupted checkpoint.
 *
 * A checkpoint writes blocks of metadata in place. The parts of such a block to which the file still refers stay
 * unchanged; the other parts become the next state. If a crash or a full disk interrupts the write, the referenced
 * parts are whole, but the checksum over the whole block no longer matches, and the file cannot be opened.
 *
 * The repair stores the checksum of the block's actual content. The file then opens in the state before the checkpoint,
 * and its write-ahead log (`.wal`, which is kept until a checkpoint has ended) restores the rest. Blocks of data are
 * never written in place: a mismatch in such a block, or in a header, is real damage and is left alone.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { sizeOf } from './file-bytes.js';
import { errorOf } from '../foundation/caught.js';

const mismatch = /computed checksum (\d+) does not match stored checksum (\d+) in block at location (\d+)/;
/** Largest number of torn blocks in one file: a killed process leaves one, a power failure a few. */
const mostBlocks = 8;

const headersBytes = 3 * 4096;
const blockBytes = 256 * 1024;
const checksumBytes = 8;
/**
 * Number of parts of a metadata block. Each part begins with a pointer to its successor: the block in the lower 56
 * bits, the part in the upper 8 bits. The pointer of the last part is `nowhere`.
 */
const parts = 64;
const partBytes = Math.floor((blockBytes - checksumBytes) / parts / 8) * 8;
const nowhere = 0xffff_ffff_ffff_ffffn;

/** A repaired block: its offset in the file, and its checksum before and after the repair. */
interface Mended {
  readonly at: number;
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * Opens a database file, and repairs torn blocks first if necessary.
 * @param attempt opens and reads the file, before anything else does; it is called again after each repair
 * @param onMended called with the number of repaired blocks
 * @throws the last error of `attempt`; repaired checksums are then reset, unless something was written over them
 */
export async function openingTorn<T>(
  path: string,
  attempt: () => Promise<T>,
  onMended: (blocks: number) => void = () => {},
): Promise<T> {
  const mended: Mended[] = [];
  for (;;) {
    try {
      const opened = await attempt();
      if (mended.length > 0) onMended(mended.length);
      return opened;
    } catch (error) {
      const block = mended.length < mostBlocks ? await mend(path, errorOf(error).message).catch(() => {}) : undefined;
      if (!block) {
        // The old checksum of a block is restored only if nothing has written it since.
        for (const { at, before, after } of mended.reverse())
          await withFile(path, (file) => replace(file, at, after, before)).catch(() => {});
        throw error;
      }
      mended.push(block);
    }
  }
}

/**
 * Repairs one block.
 * @returns undefined if nothing was changed, for example because the error is not about a torn block of metadata, or
 * the file has no write-ahead log
 */
async function mend(path: string, message: string): Promise<Mended | undefined> {
  const [, computed, stored, location] = mismatch.exec(message) ?? [];
  if (!computed || !stored || !location || (await sizeOf(`${path}.wal`)) === 0) return undefined;
  const [at, before, after] = [Number(location), BigInt(stored), BigInt(computed)];
  return withFile(path, async (file) =>
    (await isMetadata(file, at)) && (await replace(file, at, before, after)) ? { at, before, after } : undefined,
  );
}

async function isMetadata(file: FileHandle, at: number): Promise<boolean> {
  if (at < headersBytes || (at - headersBytes) % blockBytes !== 0) return false;
  const { size } = await file.stat();
  const blocks = BigInt(Math.ceil((size - headersBytes) / blockBytes));
  const block = Buffer.alloc(blockBytes);
  if ((await file.read(block, 0, blockBytes, at)).bytesRead < blockBytes) return false;
  for (let part = 0; part < parts; part += 1) {
    const next = block.readBigUInt64LE(checksumBytes + part * partBytes);
    if (next !== nowhere && (next >> 56n >= BigInt(parts) || (next & 0xff_ffff_ffff_ffffn) >= blocks)) return false;
  }
  return true;
}

/**
 * Replaces a checksum.
 * @returns false: the file has another checksum than expected, which is kept
 */
async function replace(file: FileHandle, at: number, expected: bigint, checksum: bigint): Promise<boolean> {
  const bytes = Buffer.alloc(checksumBytes);
  const { bytesRead } = await file.read(bytes, 0, checksumBytes, at);
  if (bytesRead < checksumBytes || bytes.readBigUInt64LE() !== expected) return false;
  bytes.writeBigUInt64LE(checksum);
  await file.write(bytes, 0, checksumBytes, at);
  await file.sync();
  return true;
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r+');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
