/**
 * A collection of documents that may be large. Only the head of each document (the part that `headOf` returns) is in
 * memory; the documents are on disk, and recently used documents are cached.
 */
import { parseJson, stringifyJson } from '../../../api/json.js';
import { changedText, freeze, readDocument, type Document, type EntryWriter } from './document-entry.js';
import { KeyedMutex } from './keyed-mutex.js';
import type { Archive, Filed } from './types.js';
import { errorOf } from '../foundation/caught.js';

type Head = object;
export type HeadOf = (document: never) => object;

/**
 * Largest size of the cached documents in bytes of text. A document that is larger than a quarter of this size is not
 * cached.
 */
const rememberedBytes = 16 * 1024 * 1024;

export interface ArchiveOptions {
  readonly headOf: HeadOf;
  readonly write: EntryWriter;
  /** Reads the text of a document from disk; undefined: there is none. */
  readonly read: (id: string) => Promise<string | undefined>;
  /** Called for a document whose text is damaged. */
  readonly onUnreadable: (id: string, error: Error) => void;
  readonly isClosed: () => boolean;
}

export class StoredArchive implements Archive<Document, Head> {
  readonly #options: ArchiveOptions;
  readonly #mutex: KeyedMutex;
  readonly #heads = new Map<string, Filed<Head>>();
  #list: readonly Filed<Head>[] | undefined;
  /** Cached documents, least recently used first. */
  readonly #remembered = new Map<string, { readonly document: Document; readonly bytes: number }>();
  #rememberedBytes = 0;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#mutex = new KeyedMutex(options.isClosed);
  }

  /**
   * Sets the head of a document that is on disk: at the start, and after each write.
   * @param head JSON text that `headText` made
   * @param bytes size of the document's text in bytes
   */
  load(id: string, head: string, bytes: number): void {
    this.#heads.set(id, freeze({ ...(parseJson(head) as Head), id, bytes }));
  }

  idle(): Promise<void> {
    return this.#mutex.idle();
  }

  /** Returns the serialised head of a document. */
  headText(document: Document): string {
    // The types of documents differ between archives, but the options of all archives have a single type, hence the
    // assertion.
    return stringifyJson(this.#options.headOf(document as never));
  }

  head(id: string): Filed<Head> | undefined {
    return this.#heads.get(id);
  }

  heads(): readonly Filed<Head>[] {
    return (this.#list ??= Object.freeze([...this.#heads.values()]));
  }

  async read(id: string): Promise<Document | undefined> {
    const head = this.#heads.get(id);
    if (!head) return undefined;
    const known = this.#remembered.get(id);
    if (known) {
      this.#remember(id, known.document, known.bytes);
      return known.document;
    }
    const text = await this.#options.read(id);
    if (text === undefined) return undefined;
    let document: Document;
    try {
      document = await readDocument(id, text);
    } catch (error) {
      if (this.#heads.get(id) === head) this.#options.onUnreadable(id, errorOf(error));
      return undefined;
    }
    // A document that was replaced or deleted while it was read is returned, but not cached.
    if (this.#heads.get(id) === head) this.#remember(id, document, head.bytes);
    return document;
  }

  async put(document: Document): Promise<void> {
    const text = stringifyJson(document);
    await this.#mutex.take(document.id, () => this.#replace(document.id, text));
  }

  update(id: string, change: (document: Document) => Document): Promise<Document | undefined> {
    return this.#mutex.take(id, async () => {
      const document = await this.read(id);
      return document && this.#replace(id, changedText(document, change));
    });
  }

  delete(id: string): Promise<boolean> {
    return this.#mutex.take(id, async () => {
      if (!this.#heads.has(id)) return false;
      await this.#options.write(id, undefined);
      this.#heads.delete(id);
      this.#list = undefined;
      this.#forget(id);
      return true;
    });
  }

  async #replace(id: string, text: string): Promise<Document> {
    const document = await readDocument(id, text);
    const head = this.headText(document);
    await this.#options.write(id, { text, head });
    const bytes = Buffer.byteLength(text);
    this.load(id, head, bytes);
    this.#list = undefined;
    this.#remember(id, document, bytes);
    return document;
  }

  #remember(id: string, document: Document, bytes: number): void {
    this.#forget(id);
    if (bytes > rememberedBytes / 4) return;
    this.#remembered.set(id, { document, bytes });
    this.#rememberedBytes += bytes;
    for (const [oldest] of this.#remembered) {
      if (this.#rememberedBytes <= rememberedBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#rememberedBytes -= this.#remembered.get(id)?.bytes ?? 0;
    this.#remembered.delete(id);
  }
}
