import { errorOf } from '../foundation/caught.js';
/** Errors of the store, one class per error that a caller can handle. */

/**
 * Thrown when the store cannot accept messages now, because its journal is full or not writable. HTTP senders get the
 * status 503, and should retry later.
 */
export class StoreFullError extends Error {
  constructor(reason: string) {
    super(`The message store accepts no messages: ${reason}`);
    this.name = 'StoreFullError';
  }
}

/** Thrown when the store has been closed, or is closing. */
export class StoreClosedError extends Error {
  constructor() {
    super('The message store is closed.');
    this.name = 'StoreClosedError';
  }
}

/**
 * Thrown to callers that wait until messages can be searched, while an administrator has paused loading. Meanwhile
 * accepted messages wait in the journal.
 */
export class LoadingHeldError extends Error {
  constructor() {
    super('Message processing is paused: new messages cannot be searched until it is resumed.');
    this.name = 'LoadingHeldError';
  }
}

/** Thrown when the data directory cannot be used; the message gives the reason on one line, with a remedy if known. */
export class DataDirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataDirectoryError';
  }
}

/**
 * Thrown when the disk is full: nothing can be stored until space is freed. The API responds with the status 507;
 * stored data can be read.
 */
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
  const { code } = errorOf(error);
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    /no space left|disk quota exceeded|not enough space on/i.test(error.message)
  );
}

/** Ignores a DiskFullError, for records whose loss is no failure; throws any other error. */
export function unlessDiskFull(error: unknown): void {
  if (!(error instanceof DiskFullError)) throw error;
}

/** Thrown when work of `Documents.undoable` could neither be completed nor undone. The next start undoes its writes. */
export class TakeBackLaterError extends Error {
  override name = 'TakeBackLaterError';

  constructor(
    message: string,
    /** Number of changes that could not be undone, at least 1. */
    readonly left: number,
    options?: ErrorOptions & { readonly removal?: unknown },
  ) {
    super(message, options);
    this.removal = options?.removal;
  }

  /** Error of removing the object that was left half-made; undefined: another change could not be undone. */
  readonly removal: unknown;
}
