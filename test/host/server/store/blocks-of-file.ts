/** Reads the blocks of an inverted-index file for tests. */
import assert from 'node:assert/strict';
import {
  bodyBytes,
  decodeHead,
  headLengthOf,
  storedBytes,
  type BlockHead,
} from '../../../../host/server/store/inverted-index/format.js';
import { unpackUnit } from '../../../../host/server/store/inverted-index/packed-block.js';

/** Returns the heads and the uncompressed bodies of all blocks. */
export function blocksOfFile(bytes: Buffer): { readonly head: BlockHead; readonly body: Buffer }[] {
  const blocks: { readonly head: BlockHead; readonly body: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = headLengthOf(bytes.subarray(at));
    const head = decodeHead(bytes.subarray(at));
    assert.ok(head && length !== undefined);
    const stored = bytes.subarray(at + length, at + length + storedBytes(head));
    const units = [...head.ends].map((end, unit) =>
      unpackUnit(
        stored.subarray(head.ends[unit - 1] ?? 0, end),
        Math.min(head.unitBytes, bodyBytes(head) - unit * head.unitBytes),
      ),
    );
    blocks.push({ head, body: Buffer.concat(units) });
    at += length + storedBytes(head);
  }
  return blocks;
}
