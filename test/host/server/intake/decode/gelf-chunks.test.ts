import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DecodeFailure } from '../../../../../host/server/intake/decode/decoded.js';
import { chunkValidityMs, GelfChunks } from '../../../../../host/server/intake/decode/gelf-chunks.js';

export function chunk(id: number, number: number, count: number, content: string): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(0x1e0f);
  header.writeUInt32BE(id, 6);
  header.writeUInt8(number, 10);
  header.writeUInt8(count, 11);
  return Buffer.concat([header, Buffer.from(content)]);
}

const add = (chunks: GelfChunks, packet: Buffer, now = 0, sender = 'a:1') =>
  chunks.add(packet, sender, now)?.toString();

describe('GELF chunks', () => {
  it('chunks are assembled in any order, and repeated chunks are ignored', () => {
    const chunks = new GelfChunks();
    assert.equal(add(chunks, chunk(1, 2, 3, 'c')), undefined);
    assert.equal(add(chunks, chunk(1, 0, 3, 'a')), undefined);
    assert.equal(add(chunks, chunk(1, 0, 3, 'X')), undefined);
    assert.equal(add(chunks, chunk(1, 1, 3, 'b')), 'abc');
    assert.equal(chunks.unfinished, 0);
    assert.equal(chunks.bytes, 0);
  });

  it('chunks of two senders with the same id are assembled separately', () => {
    const chunks = new GelfChunks();
    add(chunks, chunk(1, 0, 2, 'a'), 0, 'a:1');
    add(chunks, chunk(1, 0, 2, 'x'), 0, 'b:1');
    assert.equal(add(chunks, chunk(1, 1, 2, 'b'), 0, 'a:1'), 'ab');
    assert.equal(add(chunks, chunk(1, 1, 2, 'y'), 0, 'b:1'), 'xy');
  });

  it('a message may have 1 to 128 chunks', () => {
    const chunks = new GelfChunks();
    assert.equal(add(chunks, chunk(1, 0, 1, 'whole')), 'whole');
    for (let number = 0; number < 127; number += 1) add(chunks, chunk(2, number, 128, 'x'));
    assert.equal(add(chunks, chunk(2, 127, 128, 'x')), 'x'.repeat(128));
  });

  it('incomplete messages are discarded after five seconds with a reason', () => {
    const reasons: string[] = [];
    const chunks = new GelfChunks(undefined, ({ reason }) => reasons.push(reason));
    add(chunks, chunk(1, 0, 2, 'a'), 1000);
    chunks.expire(1000 + chunkValidityMs - 1);
    assert.equal(chunks.unfinished, 1);
    chunks.expire(1000 + chunkValidityMs);
    assert.equal(chunks.unfinished, 0);
    assert.match(reasons.join(), /not complete after 5 s: 1 of 2 chunks arrived/);
    assert.equal(add(chunks, chunk(1, 1, 2, 'b'), 7000), undefined);
  });

  it('incomplete messages are limited in number and bytes, and the oldest are discarded first', () => {
    let abandoned = 0;
    const chunks = new GelfChunks({ sets: 10, bytes: 1000 }, () => (abandoned += 1));
    for (let id = 0; id < 50; id += 1) add(chunks, chunk(id, 0, 2, 'x'));
    assert.equal(chunks.unfinished, 10);
    assert.equal(abandoned, 40);
    for (let id = 100; id < 110; id += 1) add(chunks, chunk(id, 0, 2, 'x'.repeat(400)));
    assert.ok(chunks.bytes <= 1000);
    assert.equal(add(chunks, chunk(109, 1, 2, 'y')), `${'x'.repeat(400)}y`);
  });

  it('chunks with an invalid header are refused', () => {
    const chunks = new GelfChunks();
    const bad = [
      chunk(1, 0, 0, 'x'),
      chunk(1, 5, 5, 'x'),
      chunk(1, 0, 200, 'x'),
      chunk(1, 0, 2, ''),
      Buffer.from([0x1e, 0x0f]),
    ];
    for (const packet of bad) assert.throws(() => add(chunks, packet), DecodeFailure);
    add(chunks, chunk(2, 0, 3, 'x'));
    assert.throws(() => add(chunks, chunk(2, 1, 4, 'x')), /disagree/);
    assert.equal(chunks.unfinished, 0);
  });
});
