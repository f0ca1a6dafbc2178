/**
 * Writes a ZIP archive as a stream: each file is compressed while it is read, and never held in memory completely.
 * Archives must be smaller than 4 GiB (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
 */
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { buffersOf } from '../foundation/buffers-of.js';

export interface ZipFile {
  /** Name with `/` between directories. */
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** General purpose flags: bit 11, names are UTF-8; bit 3, sizes follow the content (APPNOTE §4.4.4). */
const flags = 0x0808;
/** Compression method Deflate, and the version of the format that it needs, 2.0 (APPNOTE §4.4.5, §4.4.3). */
const deflated = 8;
const version = 20;

function dosTime(at: Date): readonly [time: number, date: number] {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return [time, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()];
}

function localHead(name: Buffer, [time, date]: readonly [number, number]): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  for (const [at, value] of [
    [4, version],
    [6, flags],
    [8, deflated],
    [10, time],
    [12, date],
    [26, name.length],
  ] as const)
    head.writeUInt16LE(value, at);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const tail = Buffer.alloc(16);
  for (const [at, value] of [0x08074b50, crc, packed, size].entries()) tail.writeUInt32LE(value, at * 4);
  return tail;
}

function centralHead({ name, offset, crc, packed, size }: Entry, [time, date]: readonly [number, number]): Buffer {
  const head = Buffer.alloc(46);
  for (const [at, value] of [
    [0, 0x02014b50],
    [16, crc],
    [20, packed],
    [24, size],
    [42, offset],
  ] as const)
    head.writeUInt32LE(value, at);
  const words = [
    [4, version],
    [6, version],
    [8, flags],
    [10, deflated],
    [12, time],
    [14, date],
    [28, name.length],
  ] as const;
  for (const [at, value] of words) head.writeUInt16LE(value, at);
  return Buffer.concat([head, name]);
}

function end(count: number, size: number, offset: number): Buffer {
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(size, 12);
  tail.writeUInt32LE(offset, 16);
  return tail;
}

/** Yields an archive in chunks. @param at modification time of the files */
export async function* zip(files: Iterable<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  const stamp = dosTime(at);
  const entries: Entry[] = [];
  let offset = 0;
  for (const file of files) {
    const begun = offset;
    const name = Buffer.from(file.name);
    const head = localHead(name, stamp);
    yield head;
    offset += head.length;
    let crc = 0;
    let size = 0;
    let packed = 0;
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const text of file.content) {
        const bytes = Buffer.from(text);
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    }
    const source = Readable.from(counted(), { objectMode: false });
    const compressed = createDeflateRaw({ level: 6 });
    source.on('error', (error) => compressed.destroy(error));
    for await (const piece of buffersOf(source.pipe(compressed))) {
      packed += piece.length;
      yield piece;
    }
    const entry = { name, offset: begun, crc, packed, size };
    entries.push(entry);
    yield descriptor(entry);
    offset += packed + 16;
  }
  const heads = Buffer.concat(entries.map((entry) => centralHead(entry, stamp)));
  yield heads;
  yield end(entries.length, heads.length, offset);
}
