/** Starter packs that come with the server: written as code, so that what they share is written once. */
import type { LibraryPack } from '../../../api/contract/content-packs.schema.js';
import { starterPacks } from './library/index.js';

export class Library {
  all(): Omit<LibraryPack, 'stored'>[] {
    return starterPacks.map(({ id, rev, name, summary, vendor, description }) => ({
      id,
      rev,
      name,
      summary,
      vendor,
      description,
    }));
  }

  /** The file of a pack. */
  text(id: string): string | undefined {
    const pack = starterPacks.find((one) => one.id === id);
    return pack && `${JSON.stringify(pack, undefined, 2)}\n`;
  }
}
