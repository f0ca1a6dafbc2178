/**
 * Finds the value of the smallest network that contains an address. The networks are in a path-compressed binary tree
 * (Patricia tree), which is an array of integers, so that a worker thread can transfer it without copying. A search
 * visits at most one node per prefix length, independently of the number of networks.
 */
import type { AddressWords, Network } from './address.js';

/** Numbers per node: length of its prefix in bits, value, left node, right node, and four words of the prefix. */
const stride = 8;
const none = -1;

export interface PrefixTreeData {
  readonly nodes: Int32Array;
  readonly count: number;
  /** Offsets in `nodes` of the roots of the trees for IPv4 and IPv6; -1: the tree is empty. */
  readonly roots: readonly [number, number];
}

const bitAt = (words: AddressWords, at: number): number => ((words[at >> 5] ?? 0) >>> (31 - (at & 31))) & 1;

/** Returns the number of leading bits that an address and the prefix of a node have in common, at most `most`. */
function commonBits(words: AddressWords, nodes: Int32Array, node: number, most: number): number {
  for (let at = 0; at * 32 < most; at += 1) {
    const difference = ((words[at] ?? 0) ^ (nodes[node + 4 + at] ?? 0)) | 0;
    if (difference !== 0) return Math.min(most, at * 32 + Math.clz32(difference));
  }
  return most;
}

export class PrefixTreeBuilder {
  #nodes = new Int32Array(stride * 1024);
  #count = 0;
  readonly #roots: [number, number] = [none, none];

  /** Adds a network. @returns false: the tree already contains the network */
  add({ words, bits }: Network, value: number): boolean {
    const family = words.length === 1 ? 0 : 1;
    let parent = none;
    let side = 0;
    let node = this.#roots[family];
    const hang = (child: number): void => {
      if (parent === none) this.#roots[family] = child;
      else this.#nodes[parent + 2 + side] = child;
    };
    for (;;) {
      if (node === none) {
        hang(this.#made(words, bits, value));
        return true;
      }
      const length = this.#nodes[node] ?? 0;
      const common = commonBits(words, this.#nodes, node, Math.min(bits, length));
      if (common < length) {
        // The prefixes differ within the node's prefix, or the new network contains the network of the node.
        const fork = this.#made(words, common, common === bits ? value : none);
        const below = (this.#nodes[node + 4 + (common >> 5)] ?? 0) >>> (31 - (common & 31)) & 1;
        this.#nodes[fork + 2 + below] = node;
        if (common < bits) {
          // Creating a node may replace the array, so the node is created before the array is read.
          const leaf = this.#made(words, bits, value);
          this.#nodes[fork + 2 + (1 - below)] = leaf;
        }
        hang(fork);
        return true;
      }
      if (bits === length) {
        if (this.#nodes[node + 1] !== none) return false;
        this.#nodes[node + 1] = value;
        return true;
      }
      parent = node;
      side = bitAt(words, length);
      node = this.#nodes[node + 2 + side] ?? none;
    }
  }

  finish(): PrefixTreeData {
    return { nodes: this.#nodes.slice(0, this.#count * stride), count: this.#count, roots: this.#roots };
  }

  #made(words: AddressWords, bits: number, value: number): number {
    const node = this.#count * stride;
    if (node + stride > this.#nodes.length) {
      const larger = new Int32Array(this.#nodes.length * 2);
      larger.set(this.#nodes);
      this.#nodes = larger;
    }
    this.#count += 1;
    this.#nodes.set([bits, value, none, none], node);
    for (const [at, word] of words.entries()) {
      const left = bits - at * 32;
      this.#nodes[node + 4 + at] = left >= 32 ? word : left <= 0 ? 0 : word & (-1 << (32 - left));
    }
    return node;
  }
}

export class PrefixTree {
  constructor(private readonly data: PrefixTreeData) {}

  /** Returns the value of the smallest network that contains an address; -1: no network contains it. */
  find(words: AddressWords): number {
    const { nodes, roots } = this.data;
    let node = words.length === 1 ? roots[0] : roots[1];
    let found = none;
    const most = words.length * 32;
    while (node !== none) {
      const bits = nodes[node] ?? 0;
      if (commonBits(words, nodes, node, bits) < bits) break;
      const value = nodes[node + 1] ?? none;
      if (value !== none) found = value;
      if (bits >= most) break;
      node = nodes[node + 2 + bitAt(words, bits)] ?? none;
    }
    return found;
  }
}
