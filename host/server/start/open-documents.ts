/** Opens the documents and the parts that need only them: identities, configuration, accounts and notifications. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Auth } from '../auth/auth.js';
import { ClusterConfigs } from '../cluster-config.js';
import { packCollection, packHead } from '../content-packs/packs.js';
import { GrokPatterns } from '../entities/grok-patterns.js';
import { searchHead } from '../entities/searches.js';
import { viewHead } from '../entities/views.js';
import { firstStart } from '../first-start.js';
import { identities } from '../identities.js';
import type { RootLog } from '../log/log.js';
import { lookupArchives } from '../lookup/stored/documents.js';
import type { ServerOptions } from '../options/options.js';
import { snapshotHead } from '../snapshots/snapshots.js';
import { keepPrivate } from '../store/data-directory.js';
import { openDocuments } from '../store/index.js';
import { checkLayout, layoutFile } from '../store/layout.js';
import { checkOpenFiles } from '../store/open-files.js';
import type { Documents } from '../store/types.js';
import { SystemNotifications } from '../system-notifications/notifications.js';
import {
  DiskFullNotice,
  DocumentsMendedNotice,
  UnreadableDocumentsNotice,
} from '../system-notifications/store-notifications.js';
import { SystemMessages } from '../system-notifications/system-messages.js';
import type { Opened } from './opened.js';

export interface DocumentsRoom {
  readonly documents: Documents;
  readonly nodeId: string;
  readonly clusterId: string;
  readonly config: ClusterConfigs;
  readonly auth: Auth;
  /** The administrator's password if this start generated it. */
  readonly generatedPassword: string | undefined;
  readonly notifications: SystemNotifications;
  readonly systemMessages: SystemMessages;
  readonly diskFull: DiskFullNotice;
}

/**
 * Opens the documents and the parts that need only them.
 * @throws DataDirectoryError when the data directory cannot be used; StartError when the given password of the
 * administrator is not acceptable
 */
export async function openDocumentsRoom(
  options: ServerOptions,
  log: RootLog,
  opened: Opened,
  ready: (part: string) => void,
): Promise<DocumentsRoom> {
  await checkLayout(options.data);
  await keepPrivate(options.data, existsSync(join(options.data, layoutFile)));
  await checkOpenFiles(options.data);
  const storeLog = log.with({ room: 'store' });
  const mended = new DocumentsMendedNotice(storeLog);
  const unreadable = new UnreadableDocumentsNotice(storeLog);
  /** The notice of a full disk is added when the documents are open, because it needs the system notifications. */
  const notices: { diskFull?: DiskFullNotice } = {};
  const documents = await openDocuments({
    directory: options.data,
    archives: {
      searches: searchHead,
      views: viewHead,
      [packCollection]: packHead,
      snapshots: snapshotHead,
      ...lookupArchives,
    },
    onTakenBack: (count) =>
      log.warn('Work that a crash had cut short was taken back', { room: 'store', documents: count }),
    onFailure: (failure) => notices.diskFull?.note('documents', failure !== undefined),
    onMended: (blocks) => mended.note(blocks),
    onUnreadable: (document) => unreadable.note(document),
  });
  opened.add(() => documents.close());
  ready('Documents');

  const { node_id: nodeId, cluster_id: clusterId } = await identities(documents);
  const config = new ClusterConfigs(documents, clusterId);
  const auth = new Auth(documents, config, {
    data: options.data,
    trustProxy: options.trustProxy,
    log: log.with({ room: 'authentication' }),
  });
  opened.add(() => auth.sessions.sweep());
  await auth.devices.open();
  const generatedPassword = await firstStart(documents, auth, options.adminPassword);
  await new GrokPatterns(documents).installDefaults();
  ready('Authentication');

  const notifications = new SystemNotifications(documents, nodeId);
  mended.tellBy(notifications);
  unreadable.tellBy(notifications);
  const diskFull = new DiskFullNotice(notifications, options.data, log);
  notices.diskFull = diskFull;
  const systemMessages = new SystemMessages(documents, nodeId, (error) =>
    log.error('A system message could not be stored', { error }),
  );
  return { documents, nodeId, clusterId, config, auth, generatedPassword, notifications, systemMessages, diskFull };
}
