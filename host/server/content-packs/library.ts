/** Returns the starter packs that come with the server; code generates them, so that common parts are written once. */
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

  /** Returns the file of a starter pack; undefined: there is no such pack. */
  text(id: string): string | undefined {
    const pack = starterPacks.find((one) => one.id === id);
    return pack && `${JSON.stringify(pack, undefined, 2)}\n`;
  }
}
