/**
 * Opens the message store and the parts that depend on it: the state of processing, the measurements of the event
 * loop and of the growth of indices, and the notices about the store.
 */
import { ensureEventIndexSets } from '../alerts/event-index-sets.js';
import { IndexGrowth } from '../entities/index-growth.js';
import { defaultSetId } from '../entities/index-sets.js';
import { Processing } from '../health/processing.js';
import { streamCollection } from '../intake/index.js';
import type { RootLog } from '../log/log.js';
import { EventLoop } from '../metrics/event-loop.js';
import { isDiskFull, openStore, type UnreadableIndex } from '../store/index.js';
import { writeLayout } from '../store/layout.js';
import type { MessageStore } from '../store/types.js';
import { DiskFillingNotice } from '../system-notifications/disk-filling-notice.js';
import { noteUnreadableIndex, storeFailureText } from '../system-notifications/store-notifications.js';
import { indexChangeText } from '../system-notifications/system-messages.js';
import { WideMessagesNotice } from '../system-notifications/wide-messages-notice.js';
import type { DocumentsRoom } from './open-documents.js';
import type { Opened } from './opened.js';

export interface MessageStoreNeeds extends DocumentsRoom {
  /** Path of the data directory. */
  readonly directory: string;
  /** Memory limit of the database in bytes; undefined: the default of the store. */
  readonly databaseMemory: number | undefined;
  readonly log: RootLog;
  /** Returns the title of an input by its id. */
  readonly titleOfInput: (id: string) => string | undefined;
}

export interface MessageStoreRoom {
  readonly store: MessageStore;
  /** Indices that could not be opened. */
  readonly unreadable: readonly UnreadableIndex[];
  /**
   * Returns the reason why messages cannot be written to the journal or loaded at present; undefined: there is none.
   */
  readonly storeFailure: () => string | undefined;
  readonly processing: Processing;
  readonly eventLoop: EventLoop;
  readonly growth: IndexGrowth;
  readonly filling: DiskFillingNotice;
}

/**
 * Opens the message store and the parts that need it.
 * @throws DataDirectoryError when the data directory cannot be used
 */
export async function openMessageStore(
  { directory, databaseMemory, log, titleOfInput, ...base }: MessageStoreNeeds,
  opened: Opened,
  ready: (part: string) => void,
): Promise<MessageStoreRoom> {
  const { documents, nodeId, notifications, systemMessages, diskFull } = base;
  const unreadable: UnreadableIndex[] = [];
  let storeFailure: string | undefined;
  await ensureEventIndexSets(documents, Date.now());
  const wideMessages = new WideMessagesNotice({ notifications, titleOf: titleOfInput });
  const store = await openStore({
    directory,
    documents,
    nodeId,
    log: log.with({ room: 'store' }),
    isJournalRead: true,
    ...(databaseMemory !== undefined && { limits: { memoryBytes: databaseMemory } }),
    onUnreadable: (index) => unreadable.push(index),
    onFailure: (failure) => {
      storeFailure = failure === undefined ? undefined : storeFailureText(failure);
      diskFull.note('messages', isDiskFull(failure));
    },
    setOf: (stream) => streamCollection(documents).get(stream)?.index_set_id,
    onWide: (index, messages) => wideMessages.note(index, messages),
    onIndexChange: (change) => void systemMessages.say('Indices', indexChangeText(change)),
  });
  opened.add(() => store.close());
  await writeLayout(directory);
  ready('Message store');

  const processing = new Processing({
    documents,
    store,
    nodeId,
    systemMessages,
    onError: (error) => log.error('The state of processing could not be stored', { error }),
  });
  opened.add(() => processing.close());
  await processing.store();
  const eventLoop = new EventLoop();
  opened.add(() => eventLoop.stop());
  for (const index of unreadable) await noteUnreadableIndex(notifications, index);

  const growth = new IndexGrowth(store, documents);
  const filling = new DiskFillingNotice({
    notifications,
    directory,
    log,
    state: () => growth.of(defaultSetId(documents)),
  });
  opened.add(() => filling.stop());
  return { store, unreadable, storeFailure: () => storeFailure, processing, eventLoop, growth, filling };
}
