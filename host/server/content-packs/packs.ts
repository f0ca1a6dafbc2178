/** Stores content packs: each revision is stored as the uploaded file, unchanged unless its format is an old one. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentPack } from '../../../api/contract/content-packs.schema.js';
import { BadRequestError, NotFoundError, TooLargeError } from '../foundation/errors.js';
import type { Archive, Documents } from '../store/types.js';
import { packOfText, type ReadFile } from './pack-file.js';

export const packCollection = 'content_packs';
const mostRevisions = 500;
/** Largest size of all stored files together in bytes. */
const mostBytes = 256 * 1024 * 1024;

export interface PackRecord {
  readonly id: string;
  readonly pack_id: string;
  readonly rev: number;
  readonly text: string;
}
export type PackHead = Pick<PackRecord, 'pack_id' | 'rev'>;
export const packHead = ({ pack_id, rev }: PackRecord): PackHead => ({ pack_id, rev });

/** Returns the id of the document of a revision. Pack ids may be any text, so they are hashed. */
const keyOf = (packId: string, rev: number): string =>
  createHash('sha256')
    .update(JSON.stringify([packId, rev]))
    .digest('hex')
    .slice(0, 24);

export class Packs {
  readonly #stored: Archive<PackRecord, PackHead>;

  constructor(documents: Documents) {
    this.#stored = documents.archive<PackRecord, PackHead>(packCollection);
  }

  /** Returns the revisions of a pack, or of all packs, sorted by pack id and revision. */
  heads(packId?: string): readonly PackHead[] {
    const heads = this.#stored.heads().filter((head) => packId === undefined || head.pack_id === packId);
    return heads.toSorted((a, b) => a.pack_id.localeCompare(b.pack_id) || a.rev - b.rev);
  }

  /** Returns the newest revision of every pack. */
  latest(): readonly PackHead[] {
    return [...new Map(this.heads().map((head) => [head.pack_id, head])).values()];
  }

  has(packId: string, rev: number): boolean {
    return this.#stored.head(keyOf(packId, rev)) !== undefined;
  }

  /**
   * Stores a revision of a pack.
   * @throws BadRequestError when the revision exists already; TooLargeError when too many revisions or bytes are stored
   */
  async add({ pack, text }: ReadFile): Promise<void> {
    const id = keyOf(pack.id, pack.rev);
    if (this.#stored.head(id))
      throw new BadRequestError(`Content pack ${pack.id} with this revision ${pack.rev} already found!`);
    const heads = this.#stored.heads();
    if (heads.length >= mostRevisions)
      throw new TooLargeError(`At most ${mostRevisions} revisions of content packs are kept. Delete some first.`);
    if (heads.reduce((sum, { bytes }) => sum + bytes, text.length) > mostBytes)
      throw new TooLargeError(`At most ${mostBytes / 1024 / 1024} MiB of content packs are kept. Delete some first.`);
    await this.#stored.put({ id, pack_id: pack.id, rev: pack.rev, text });
  }

  /** Returns the stored file. @throws NotFoundError for an unknown revision */
  async text(packId: string, rev: number): Promise<string> {
    const record = await this.#stored.read(keyOf(packId, rev));
    if (!record) throw new NotFoundError(`Content pack ${packId} with revision ${rev} not found!`);
    return record.text;
  }

  /** Returns a parsed revision. @throws NotFoundError for an unknown revision */
  async get(packId: string, rev: number): Promise<ContentPack> {
    const text = await this.text(packId, rev);
    // One request may read several packs, so the event loop runs other work before and after the parsing.
    await nextTurn();
    const pack = packOfText(text);
    await nextTurn();
    return pack;
  }

  async remove(packId: string, rev: number): Promise<void> {
    await this.#stored.delete(keyOf(packId, rev));
  }
}
