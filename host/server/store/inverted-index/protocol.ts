/** Messages between the server and the thread that builds the inverted index. */
import type { Feed } from './feed.js';

export type IndexTask =
  /** Blocks of an index are to be written from a place in a file on, the first of them beginning with a row. */
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
  /** No further row follows: the last block is written as it is. */
  | { readonly kind: 'end'; readonly index: string }
  | { readonly kind: 'forget'; readonly index: string }
  /** Blocks that are not full yet are written as they are, as no more may come. */
  | { readonly kind: 'keep' };

export type IndexNews =
  /** @param held bytes that the builders of all blocks take */
  | { readonly kind: 'taken'; readonly bytes: number; readonly held: number }
  | { readonly kind: 'held'; readonly held: number }
  /** A block is in the file, for good. */
  | { readonly kind: 'written'; readonly index: string; readonly at: number }
  /** The block that is not full yet, as it is now. */
  | { readonly kind: 'open'; readonly index: string; readonly block: Uint8Array }
  | { readonly kind: 'kept' }
  | { readonly kind: 'failed'; readonly index: string; readonly reason: string };
