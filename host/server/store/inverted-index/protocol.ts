/** Messages between the server and the builder thread of the inverted index. */
import type { Feed } from './feed.js';

export type IndexTask =
  /** Begins an index: its blocks are written to the file from the offset `at` on, the first with the row `first`. */
  | {
      readonly kind: 'begin';
      readonly index: string;
      readonly path: string;
      readonly at: number;
      readonly first: number;
      readonly createdAt: number;
      readonly blockRows: number;
    }
  | { readonly kind: 'rows'; readonly index: string; readonly feed: Feed }
  /** Writes the last block, although it is not full, because no further row follows. */
  | { readonly kind: 'end'; readonly index: string }
  | { readonly kind: 'forget'; readonly index: string }
  /** Writes unfinished blocks to their files, because the server stops. */
  | { readonly kind: 'keep' };

export type IndexNews =
  /** A feed was taken: `bytes` is its size, `held` the number of bytes that all builders use. */
  | { readonly kind: 'taken'; readonly bytes: number; readonly held: number }
  | { readonly kind: 'held'; readonly held: number }
  /** A block that no longer changes was written to the file at the offset `at`. */
  | { readonly kind: 'written'; readonly index: string; readonly at: number }
  /** The unfinished block with all rows so far. */
  | { readonly kind: 'open'; readonly index: string; readonly block: Uint8Array }
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly index: string; readonly reason: string };
