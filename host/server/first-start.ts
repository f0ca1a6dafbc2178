/** Whether the administrator of a new server has been asked for a password of their own and a first user. */
import type { Collection, Documents } from './store/types.js';

interface FirstStartRecord {
  readonly id: string;
  /** The password that the server made up is still in use. */
  readonly password_generated: boolean;
  /** Done, or not wanted. */
  readonly done: boolean;
}
const recordId = 'server';

export class FirstStartQuestion {
  readonly #stored: Collection<FirstStartRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<FirstStartRecord>('first_start');
  }

  /** At the first start of a server that was given no password. */
  async passwordGenerated(): Promise<void> {
    await this.#stored.put({ id: recordId, password_generated: true, done: false });
  }

  async passwordChanged(): Promise<void> {
    await this.#stored.update(recordId, (record) => ({ ...record, password_generated: false }));
  }

  async done(): Promise<void> {
    await this.#stored.update(recordId, (record) => ({ ...record, done: true }));
  }

  /** A server that was given a password, or is older than the question, is not asked. */
  get state(): { readonly ask: boolean; readonly passwordGenerated: boolean } {
    const record = this.#stored.get(recordId);
    return { ask: record?.done === false, passwordGenerated: record?.password_generated ?? false };
  }
}
