/** Errors of the store, one class per thing that a caller can do something about. */

/** The store cannot take messages in now: its journal is full or cannot be written. Answer 503 and try again later. */
export class StoreFullError extends Error {
  constructor(reason: string) {
    super(`The message store takes nothing in: ${reason}`);
    this.name = 'StoreFullError';
  }
}

/** The store has been closed, or is closing. */
export class StoreClosedError extends Error {
  constructor() {
    super('The message store is closed.');
    this.name = 'StoreClosedError';
  }
}

/** Somebody has paused the loading of messages: what was accepted waits in the journal. */
export class LoadingHeldError extends Error {
  constructor() {
    super('Message processing is paused: new messages cannot be searched until it is resumed.');
    this.name = 'LoadingHeldError';
  }
}

/** The data directory cannot be used; the message says why and what to do, on one line. */
export class DataDirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataDirectoryError';
  }
}

/** The disk is full: nothing can be stored until there is space again. Answer 507; what is stored can still be read. */
export class DiskFullError extends Error {
  constructor(options?: ErrorOptions) {
    super('The disk of the server is full: nothing can be stored until there is space again.', options);
    this.name = 'DiskFullError';
  }
}

/** Recognises a full disk by the error of the system or the database. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof DiskFullError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    /no space left|disk quota exceeded|not enough space on/i.test(error.message)
  );
}

/** Ignores a full disk for records that are not worth failing for. */
export function unlessDiskFull(error: unknown): void {
  if (!(error instanceof DiskFullError)) throw error;
}

/** Work of `Documents.undoable` could neither be finished nor be taken back now; the next start takes back what it wrote. */
export class TakeBackLaterError extends Error {
  override name = 'TakeBackLaterError';
}
