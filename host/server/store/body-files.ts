/**
 * Texts of large documents. Each text is in a separate file beside the database. The database reads thousands of rows
 * at once, so large texts in rows would exceed its memory.
 */
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, syncDirectory } from './data-directory.js';

export class BodyFiles {
  /** Number of callers that currently prevent removals. */
  #holds = 0;
  #heldBack: string[] = [];

  private constructor(readonly directory: string) {}

  static async open(directory: string): Promise<BodyFiles> {
    return new BodyFiles(await makeDirectory(directory));
  }

  /**
   * Writes a file under a random name, before the row that refers to the file is written.
   * @returns the name
   */
  async write(text: string): Promise<string> {
    const name = `${randomUUID()}.json`;
    const path = join(this.directory, name);
    const file = await open(path, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await file.close();
      await this.remove(name);
      throw error;
    }
    await file.close();
    await syncDirectory(this.directory);
    return name;
  }

  read(name: string): Promise<string> {
    return readFile(join(this.directory, name), 'utf8');
  }

  /**
   * Removes a file, or notes it for removal while removals are prevented. If a file cannot be removed, the next start
   * removes it.
   */
  async remove(name: string): Promise<void> {
    if (this.#holds > 0) return void this.#heldBack.push(name);
    await unlink(join(this.directory, name)).catch(() => {});
  }

  /** Prevents the removal of files until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      if (this.#holds === 0) for (const name of this.#heldBack.splice(0)) void this.remove(name);
    };
  }

  /** Removes files that no row refers to, which a crash between writing a file and its row leaves behind. */
  async sweep(used: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.directory)) if (!used.has(name)) await this.remove(name);
  }
}
