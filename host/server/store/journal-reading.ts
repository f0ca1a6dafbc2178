/** Lets outputs, which forward messages, read the journal. */
import type { Journal } from './journal.js';
import type { JournalPosition } from './journal-format.js';
import { decodeMessage, type AcceptedMessage } from './record.js';
import type { JournalReading, StoredRecord } from './types.js';

/** Position from which on the journal must be kept for a reader; it is also known before the reader registers. */
export class KeptJournal {
  #from: () => JournalPosition | undefined;

  /**
   * @param isRead until a reader registers: true keeps the journal from its beginning, false lets loaded segments be
   * deleted
   */
  constructor(isRead: boolean) {
    this.#from = () => (isRead ? { segment: 0, offset: 0 } : undefined);
  }

  get from(): JournalPosition | undefined {
    return this.#from();
  }

  set(from: () => JournalPosition | undefined): void {
    this.#from = from;
  }
}

export class StoreJournalReading implements JournalReading {
  #listener: ((record: StoredRecord) => void) | undefined;

  /** @param onDamage called for a line that cannot be read */
  constructor(
    private readonly journal: Journal,
    private readonly kept: KeptJournal,
    private readonly onDamage: (error: unknown) => void,
  ) {}

  get end(): JournalPosition {
    return this.journal.end;
  }

  async *read(from: JournalPosition): AsyncGenerator<StoredRecord> {
    for await (const { payload, position } of this.journal.read(from)) {
      const lines: string[] = [];
      const messages: AcceptedMessage[] = [];
      for (const line of payload.split('\n')) {
        if (line === '') continue;
        try {
          messages.push(decodeMessage(line));
          lines.push(line);
        } catch (error) {
          this.onDamage(error);
        }
      }
      if (messages.length > 0) yield { payload: lines.join('\n'), messages, end: position };
    }
  }

  listen(listener: (record: StoredRecord) => void): void {
    this.#listener = listener;
  }

  keep(from: () => JournalPosition | undefined): void {
    this.kept.set(from);
  }

  /** Passes a record that is on disk to the listener, if one is registered. */
  tell(record: StoredRecord): void {
    this.#listener?.(record);
  }
}
