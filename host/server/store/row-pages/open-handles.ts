/**
 * Limits the number of files that are open at the same time. The files that were not used for the longest time are
 * closed, and are opened again when they are needed.
 */
import { open, type FileHandle } from 'node:fs/promises';

export class OpenHandles {
  /** Open files, the least recently used first. */
  readonly #open = new Set<ReopenedFile>();

  /** @param most number of open files beyond which unused files are closed; files in use stay open */
  constructor(private readonly most: number) {}

  get count(): number {
    return this.#open.size;
  }

  used(file: ReopenedFile): void {
    this.#open.delete(file);
    this.#open.add(file);
  }

  closed(file: ReopenedFile): void {
    this.#open.delete(file);
  }

  /** Closes unused files beyond the limit. */
  trim(): void {
    for (const file of this.#open) {
      if (this.#open.size <= this.most) return;
      if (!file.isUsed) void file.close();
    }
  }
}

/** A file that is open while it is used, and for some time afterwards. */
export class ReopenedFile {
  #handle: Promise<FileHandle> | undefined;
  #closing: Promise<void> = Promise.resolve();
  #users = 0;

  constructor(
    readonly path: string,
    private readonly handles: OpenHandles,
  ) {}

  get isUsed(): boolean {
    return this.#users > 0;
  }

  /**
   * Opens the file if it is not open, and does work with it.
   * @param flags used only if the file is not open yet; `r+`: the file must exist; `w+`: it is created, or emptied
   * @throws the error of opening, or of the work
   */
  async use<T>(flags: 'r+' | 'w+', work: (handle: FileHandle) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      this.#handle ??= open(this.path, flags);
      this.handles.used(this);
      const opening = this.#handle;
      const handle = await opening.catch((error: unknown) => {
        if (this.#handle === opening) {
          this.#handle = undefined;
          this.handles.closed(this);
        }
        throw error;
      });
      return await work(handle);
    } finally {
      this.#users -= 1;
      this.handles.trim();
    }
  }

  /** Closes the file after pending reads and writes; later operations of the work fail. Resolves when it is closed. */
  close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.handles.closed(this);
    if (handle)
      this.#closing = Promise.allSettled([this.#closing, handle.then((opened) => opened.close())]).then(
        () => undefined,
      );
    return this.#closing;
  }
}
