/**
 * Packs blocks of an inverted index for their file. Each unit of the body is compressed on its own, so that a look-up
 * reads and decompresses only what it needs. The sections that nearly every look-up reads are stored as they are: they
 * are small, and hardly become smaller.
 */
import { compress, decompress } from '../zstd.js';
import {
  bodyBytes,
  decodeHead,
  encodePackedBlock,
  headBytes,
  packedUnitBytes,
  plainUnitBytes,
  sections,
  unitsOf,
} from './format.js';

/** Size of a compressed unit, in relation to the unit, up to which it is worth the time to decompress it. */
const worthwhile = 7 / 8;

/**
 * Packs a block.
 * @param block a plain block
 */
export function packBlock(block: Buffer): Buffer {
  const head = decodeHead(block);
  if (head?.unitBytes !== plainUnitBytes) throw new Error('Only a plain block can be packed');
  const units = unitsOf(block.subarray(headBytes(bodyBytes(head))), packedUnitBytes);
  const keysAt = head.starts[sections.indexOf('keys')] ?? 0;
  const stored = units.map((unit, at) => {
    if ((at + 1) * packedUnitBytes <= keysAt) return unit;
    const compressed = compress(unit, 'fast');
    return compressed.length <= unit.length * worthwhile ? compressed : unit;
  });
  return encodePackedBlock(head, stored);
}

/**
 * Returns a unit of a body as it was before it was packed.
 * @param stored bytes of the unit in the file, of which the checksum was verified
 * @param length length of the unit in bytes
 * @throws Error when the bytes are damaged
 */
export function unpackUnit(stored: Buffer, length: number): Buffer {
  if (stored.length === length) return stored;
  const unit = decompress(stored, length);
  if (unit.length !== length) throw new Error('A decompressed unit has a wrong length');
  return unit;
}
