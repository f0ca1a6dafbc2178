/** Reports failures of the store as system notifications. */
import { basename } from 'node:path';
import { redact, type Log } from '../log/log.js';
import type { NewSystemNotification, SystemNotifications } from './notifications.js';
import type { UnreadableIndex } from '../store/index.js';
import type { JournalFiles, JournalState } from '../store/types.js';
import type { UnreadableDocument } from '../store/documents.js';

export const storeFailureText = (failure: unknown): string =>
  `Messages cannot be stored: ${String(redact(failure instanceof Error ? failure.message : String(failure)))}`;

const fullKey = 'disk_full';

/**
 * Shows a notification as long as documents or messages cannot be written because of a full disk, unless a user has
 * dismissed it.
 */
export class DiskFullNotice {
  readonly #notifications: SystemNotifications;
  readonly #directory: string;
  readonly #log: Log;
  readonly #failing = new Set<string>();

  constructor(notifications: SystemNotifications, directory: string, log: Log) {
    this.#notifications = notifications;
    this.#directory = directory;
    this.#log = log;
  }

  /**
   * Reports that a kind of data can no longer be written, or can be written again.
   * @param what kind of data
   */
  note(what: 'documents' | 'messages', failing: boolean): void {
    if (failing === this.#failing.has(what)) return;
    if (failing) this.#failing.add(what);
    else this.#failing.delete(what);
    if (failing) this.#log.error('The disk is full', { what });
    else this.#log.info('The disk has space again', { what });
    if (this.#failing.size === 0) void this.#notifications.remove('generic', fullKey);
    else
      this.#notifications.raise({
        type: 'generic',
        key: fullKey,
        severity: 'urgent',
        details: {
          title: 'The disk is full',
          description: `Nothing more can be stored in ${this.#directory}. Free some space; the server then continues by itself.`,
        },
      });
  }
}

/**
 * Share of the journal's capacity from which on the notification is shown, and share below which it is removed. The gap
 * between them avoids flapping.
 */
const journalShare = { shown: 0.95, over: 0.85 } as const;

interface FillingStore {
  readonly journal: Pick<JournalState, 'waitingBytes'> & { readonly files: Pick<JournalFiles, 'limitBytes'> };
}

/**
 * Shows that the journal is nearly full: a full journal accepts no messages (contract administration
 * journal_utilization_too_high).
 */
export class JournalFillingNotice {
  readonly #notifications: Pick<SystemNotifications, 'raise' | 'remove'>;
  readonly #store: FillingStore;
  readonly #log: Log;
  #isReported = false;

  constructor(notifications: Pick<SystemNotifications, 'raise' | 'remove'>, store: FillingStore, log: Log) {
    this.#notifications = notifications;
    this.#store = store;
    this.#log = log;
  }

  /**
   * Checks the journal; must be called periodically. A dismissed notification is shown again only after the cause had
   * disappeared in between.
   */
  look(): void {
    const { waitingBytes, files } = this.#store.journal;
    const share = waitingBytes / files.limitBytes;
    const isNearlyFull = share >= (this.#isReported ? journalShare.over : journalShare.shown);
    if (isNearlyFull === this.#isReported) return;
    this.#isReported = isNearlyFull;
    const type = 'journal_utilization_too_high';
    if (isNearlyFull) {
      this.#log.warn('The journal is nearly full', { waitingBytes, limitBytes: files.limitBytes });
      this.#notifications.raise({ type, severity: 'urgent' });
    } else {
      this.#log.info('The journal has room again');
      void this.#notifications.remove(type);
    }
  }
}

/**
 * Publishes a notification that a file of documents was repaired. The notification is created later, because nothing
 * can be stored while the file is opened.
 */
export class DocumentsMendedNotice {
  readonly #log: Log;
  #blocks = 0;
  #notifications: SystemNotifications | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  note(blocks: number): void {
    this.#log.warn('Blocks of the documents that a crash had torn were mended', { blocks });
    this.#blocks += blocks;
    // The notification is stored in the background, because nothing can be stored while the file is being opened
    // again.
    this.#tell();
  }

  /**
   * Reports repairs by these notifications from now on, earlier repairs at once. A failure to store the notification is
   * logged.
   */
  tellBy(notifications: SystemNotifications): void {
    this.#notifications = notifications;
    this.#tell();
  }

  #tell(): void {
    void this.#publish().catch((error: unknown) => this.#log.error('A notification could not be stored', { error }));
  }

  async #publish(): Promise<void> {
    if (this.#blocks === 0) return;
    const blocks = this.#blocks === 1 ? 'One block' : `${this.#blocks} blocks`;
    await this.#notifications?.publish({
      type: 'generic',
      key: 'documents_mended',
      details: {
        title: 'The file of the documents was mended',
        description: `${blocks} of documents.duckdb had been torn, as by a crash or a full disk; what was acknowledged is there. If neither has happened, check the disk and keep a backup.`,
      },
    });
  }
}

/**
 * Shows unreadable documents; the notification is created later, because system notifications exist only after the
 * documents were loaded.
 */
export class UnreadableDocumentsNotice {
  readonly #documents: UnreadableDocument[] = [];
  #notifications: SystemNotifications | undefined;
  #isRaised = false;

  constructor(private readonly log: Log) {}

  note(document: UnreadableDocument): void {
    this.log.error('A document cannot be read and is left out', { ...document });
    this.#documents.push(document);
    this.#tell();
  }

  tellBy(notifications: SystemNotifications): void {
    this.#notifications = notifications;
    this.#tell();
  }

  #tell(): void {
    const [first, ...more] = this.#documents;
    if (!first || !this.#notifications) return;
    const others = more.length === 0 ? '' : ` and ${more.length} more (the log names them)`;
    const notification: NewSystemNotification = {
      type: 'generic',
      key: 'documents_unreadable',
      severity: 'urgent',
      details: {
        title: 'Documents on the disk are damaged',
        description: `The server continues without the document ${first.id} of ${first.collection}${others}: ${first.reason} Check the disk, and restore them from a backup.`,
      },
    };
    if (this.#isRaised) this.#notifications.amend(notification);
    else this.#notifications.raise(notification);
    this.#isRaised = true;
  }
}

/** Shows an index with an unreadable file until a user dismisses the notification. */
export async function noteUnreadableIndex(
  notifications: SystemNotifications,
  { name, file, reason }: UnreadableIndex,
): Promise<void> {
  await notifications.publish({
    type: 'generic',
    key: `unreadable_${name}`,
    severity: 'urgent',
    details: {
      title: `Index ${name} cannot be read`,
      description: `Its file has been put aside as ${file}; its messages are not found until it is mended and named ${basename(file).replace(/\.unreadable.*$/, '')} again. All others are there. Reason: ${reason}`,
    },
  });
}
