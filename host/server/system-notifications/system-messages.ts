/** Records events of this server for its administrators: starts, inputs, indices. Old entries are removed. */
import type { SystemMessage } from '../../../api/contract/system-overview.schema.js';
import { newEntityId } from '../foundation/ids.js';
import type { Collection, Documents, IndexChange } from '../store/types.js';

interface SystemMessageRecord extends SystemMessage {
  id: string;
}

const keptSystemMessages = 1000;
const systemMessagesPerPage = 30;

export class SystemMessages {
  readonly #stored: Collection<SystemMessageRecord>;

  constructor(
    documents: Documents,
    private readonly nodeId: string,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#stored = documents.collection<SystemMessageRecord>('system_messages');
  }

  /**
   * Records an event and deletes the oldest entries beyond the limit. Never fails: an error of storing is passed to
   * `onError`.
   * @param caller part of the server that reports the event
   */
  async say(caller: string, content: string): Promise<void> {
    const record = { id: newEntityId(), caller, content, timestamp: new Date().toISOString(), node_id: this.nodeId };
    try {
      await this.#stored.put(record);
      const all = this.#newestFirst();
      for (const { id } of all.slice(keptSystemMessages)) await this.#stored.delete(id);
    } catch (error) {
      this.onError(error);
    }
  }

  /**
   * Returns one page of the entries, newest first.
   * @param page number of the page, from 1
   */
  page(page: number): { messages: SystemMessage[]; total: number } {
    const all = this.#newestFirst();
    const shown = all.slice((page - 1) * systemMessagesPerPage, page * systemMessagesPerPage);
    return {
      messages: shown.map(({ caller, content, timestamp, node_id }) => ({ caller, content, timestamp, node_id })),
      total: all.length,
    };
  }

  /** Returns entries, newest first; of equal times, the later entry first. */
  #newestFirst(): SystemMessageRecord[] {
    return this.#stored
      .all()
      .toReversed()
      .sort((a, b) => b.timestamp.localeCompare(a.timestamp));
  }
}

export const indexChangeText = (change: IndexChange): string =>
  change.kind === 'begun'
    ? `Index ${change.sealed} is full and was sealed; messages now go into ${change.index}.`
    : `Index ${change.index} is removed with its messages.`;
