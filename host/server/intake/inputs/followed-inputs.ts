/**
 * Manages the inputs for the files of `--follow`: one for each followed file, and one that reads all compressed files.
 */
import { createHash } from 'node:crypto';
import { textOr, type Attributes } from '../../foundation/attributes.js';
import type { Log } from '../../log/log.js';
import type { Collection } from '../../store/types.js';
import type { FileMemory } from '../files/file-memory.js';
import { archivePaths, followedPaths, isIdle, mostFiles } from '../files/follow-globs.js';
import { inputTypeIds } from '../types/input-types.js';
import type { InputDocument } from './input-document.js';

/** Derives the id of an input from the path, so that a followed file has the same input after a restart. */
const followId = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 24);
/** Id of the input that reads the compressed files of `--follow`. */
const archivesId = followId('compressed files of --follow');

export interface FollowedInputsNeeds {
  readonly stored: Collection<InputDocument>;
  /** Read positions of files, which are kept after their input was removed. */
  readonly files: FileMemory;
  readonly log: Log;
  /** Stores a new input with this id, or changes the configuration of the stored input. */
  readonly make: (
    id: string,
    title: string,
    type: string,
    configuration: InputDocument['attributes'],
  ) => Promise<InputDocument>;
  readonly start: (document: InputDocument) => Promise<void>;
  /** Stops an input and removes it. */
  readonly end: (id: string) => Promise<void>;
}

export class FollowedInputs {
  readonly #needs: FollowedInputsNeeds;
  /** Paths of the files that are followed. */
  readonly #paths = new Set<string>();
  /** Directories and globs that match more files than are followed. */
  readonly #tooManyOf = new Set<string>();
  /** Remarks that the inputs page shows, by input id. */
  #remarks: ReadonlyMap<string, string> = new Map();

  constructor(needs: FollowedInputsNeeds) {
    this.#needs = needs;
  }

  /**
   * Returns the remark that the inputs page shows at an input, such as that too many files match; undefined: there is
   * none.
   */
  remarkOn(id: string): string | undefined {
    return this.#remarks.get(id);
  }

  /**
   * Stores the inputs of the files to follow at the server's start, and removes the inputs of other files. A file that
   * is named by its path gets an input even if it is missing. The inputs are started together with all other inputs.
   */
  async make(names: readonly string[], lines: Attributes): Promise<void> {
    await this.#makeFollowed(await this.#followedBy(names), lines);
    await this.#makeArchives(names, lines);
  }

  /** Follows files that have appeared since the start: each file once, even if its input was removed. */
  async followNew(names: readonly string[], lines: Attributes): Promise<void> {
    const paths = await this.#followedBy(names);
    if (this.#remarks.size > 0) await this.#leaveIdle(new Set(paths));
    for (const path of paths) {
      if (this.#paths.has(path)) continue;
      await this.#needs.start(await this.#makeOneFollowed(path, lines));
    }
    if (this.#needs.stored.get(archivesId)) return;
    const archives = await this.#makeArchives(names, lines);
    if (archives) await this.#needs.start(archives);
  }

  /**
   * Removes the inputs of unwanted files that are no longer written to, so that other files can be followed; the read
   * positions of removed files are kept.
   */
  async #leaveIdle(wanted: ReadonlySet<string>): Promise<void> {
    for (const path of this.#paths) {
      const id = followId(path);
      if (wanted.has(path) || !this.#needs.stored.get(id)) continue;
      if (!(await isIdle(path))) continue;
      await this.#needs.end(id);
      this.#paths.delete(path);
    }
  }

  /**
   * Stores the input that reads the compressed files of all names. If there are no such files, deletes the input and
   * returns undefined.
   */
  async #makeArchives(names: readonly string[], lines: Attributes): Promise<InputDocument | undefined> {
    const found = await archivePaths(names);
    if (found.length === 0) {
      if (this.#needs.stored.get(archivesId)) await this.#needs.stored.delete(archivesId);
      return undefined;
    }
    const configuration = { path: names.join(', '), names, ...lines };
    return this.#needs.make(archivesId, 'Compressed files', inputTypeIds.archives, configuration);
  }

  /**
   * Returns the paths of the files to follow, and stores a remark where a name matches more files than are followed.
   */
  async #followedBy(names: readonly string[]): Promise<string[]> {
    const inputs = this.#needs.stored.all().filter(({ type }) => type === inputTypeIds.followFile);
    const known = [
      ...inputs.map(({ attributes }) => textOr(attributes, 'path', '')),
      // Files of removed inputs are included, so that their rotated versions are not read again as new files.
      ...this.#needs.files.positionsOf(undefined).map(({ path }) => path),
    ];
    const remarks = new Map<string, string>();
    const paths = await followedPaths(names, known, (name, count, newest) => {
      const remark = `Only ${mostFiles} of the ${count} files of ${name} are followed.`;
      remarks.set(followId(newest), remark);
      if (!this.#tooManyOf.has(name)) this.#needs.log.warn(remark);
      this.#tooManyOf.add(name);
    });
    this.#remarks = remarks;
    return paths;
  }

  /**
   * Stores an input for each file and removes the inputs of files that are no longer followed; the read positions of
   * these files are kept.
   */
  async #makeFollowed(paths: readonly string[], lines: Attributes): Promise<void> {
    const wanted = new Set(paths.map(followId));
    for (const { id, type } of this.#needs.stored.all()) {
      if (type === inputTypeIds.followFile && !wanted.has(id)) await this.#needs.stored.delete(id);
    }
    for (const path of paths) await this.#makeOneFollowed(path, lines);
  }

  async #makeOneFollowed(path: string, lines: Attributes): Promise<InputDocument> {
    this.#paths.add(path);
    const configuration = { path, ...lines };
    return this.#needs.make(followId(path), path, inputTypeIds.followFile, configuration);
  }
}
