/** What may go wrong in the store, one class per thing a caller can do something about. */

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

/** The data directory cannot be used; the message says why and what to do, on one line. */
export class DataDirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataDirectoryError';
  }
}
