/** Computes MurmurHash3, a hash function that Node.js does not have. */

const rotated = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** Computes MurmurHash3_x86_32 with the seed 0 (https://github.com/aappleby/smhasher/wiki/MurmurHash3). */
export function murmur32(bytes: Buffer): number {
  const mixed = (word: number): number => Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  const whole = bytes.length & ~3;
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash = Math.imul(rotated(hash ^ mixed(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at -= 1) rest = (rest << 8) | (bytes[at] ?? 0);
  if (whole < bytes.length) hash ^= mixed(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotated64 = (value: bigint, bits: bigint): bigint => u64((value << bits) | (value >> (64n - bits)));
const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];

const finished = (value: bigint): bigint => {
  let hash = value;
  hash = u64((hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn);
  hash = u64((hash ^ (hash >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return hash ^ (hash >> 33n);
};

const mixedFirst = (word: bigint): bigint => u64(rotated64(u64(word * c1), 31n) * c2);
const mixedSecond = (word: bigint): bigint => u64(rotated64(u64(word * c2), 33n) * c1);

/** Computes MurmurHash3_x64_128 with the seed 0; returns both halves of the hash. */
export function murmur128(bytes: Buffer): readonly [first: bigint, second: bigint] {
  const whole = bytes.length & ~15;
  let [first, second] = [0n, 0n];
  for (let at = 0; at < whole; at += 16) {
    first ^= mixedFirst(bytes.readBigUInt64LE(at));
    first = u64(u64(rotated64(first, 27n) + second) * 5n + 0x52dce729n);
    second ^= mixedSecond(bytes.readBigUInt64LE(at + 8));
    second = u64(u64(rotated64(second, 31n) + first) * 5n + 0x38495ab5n);
  }
  // The last block is filled with zeros; mixing a word of zeros does not change the hash.
  const rest = Buffer.alloc(16);
  bytes.copy(rest, 0, whole);
  second ^= mixedSecond(rest.readBigUInt64LE(8));
  first ^= mixedFirst(rest.readBigUInt64LE(0));
  first ^= BigInt(bytes.length);
  second ^= BigInt(bytes.length);
  first = u64(first + second);
  second = u64(second + first);
  first = finished(first);
  second = finished(second);
  first = u64(first + second);
  second = u64(second + first);
  return [first, second];
}
