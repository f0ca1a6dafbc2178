/** A collection whose documents are all in memory. */
import { stringifyJson } from '../../../api/json.js';
import { changedText, freeze, parseDocument, readDocument, type Document, type EntryWriter } from './document-entry.js';
import { KeyedMutex } from './keyed-mutex.js';
import type { Collection } from './types.js';

export class StoredCollection implements Collection<Document> {
  readonly #memory = new Map<string, Document>();
  readonly #write: EntryWriter;
  readonly #mutex: KeyedMutex;
  #list: readonly Document[] | undefined;

  constructor(write: EntryWriter, isClosed: () => boolean) {
    this.#write = write;
    this.#mutex = new KeyedMutex(isClosed);
  }

  /**
   * Adds a document that was read from disk at the start.
   * @throws SyntaxError when the text is no document
   */
  load(id: string, text: string): void {
    this.#memory.set(id, freeze(parseDocument(id, text)));
  }

  idle(): Promise<void> {
    return this.#mutex.idle();
  }

  get(id: string): Document | undefined {
    return this.#memory.get(id);
  }

  all(): readonly Document[] {
    return (this.#list ??= Object.freeze([...this.#memory.values()]));
  }

  find(matches: (document: Document) => boolean): Document | undefined {
    for (const document of this.#memory.values()) if (matches(document)) return document;
    return undefined;
  }

  async put(document: Document): Promise<void> {
    const text = stringifyJson(document);
    await this.#mutex.take(document.id, () => this.#replace(document.id, text));
  }

  update(id: string, change: (document: Document) => Document): Promise<Document | undefined> {
    return this.#mutex.take(id, async () => {
      const document = this.#memory.get(id);
      return document && this.#replace(id, changedText(document, change));
    });
  }

  delete(id: string): Promise<boolean> {
    return this.#mutex.take(id, async () => {
      if (!this.#memory.has(id)) return false;
      await this.#write(id, undefined);
      this.#memory.delete(id);
      this.#list = undefined;
      return true;
    });
  }

  /** Writes a document to disk and then updates the memory, so that readers see only what a restart would find. */
  async #replace(id: string, text: string): Promise<Document> {
    const document = await readDocument(id, text);
    await this.#write(id, { text, head: null });
    this.#memory.set(id, document);
    this.#list = undefined;
    return document;
  }
}
