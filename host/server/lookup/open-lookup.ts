/** Creates the lookup tables with the services that they need, and starts their adapters. */
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import type { ReadableFiles } from '../intake/files/readable-files.js';
import type { Log } from '../log/log.js';
import type { EgressGuard } from '../outgoing/egress-guard.js';
import type { Documents } from '../store/types.js';
import type { SystemNotifications } from '../system-notifications/notifications.js';
import type { ThreatSwitches } from './adapter.js';
import { LoadThread } from './data/load-thread.js';
import { Lookup } from './lookup.js';
import { StoredTables } from './stored/stored-tables.js';

export interface LookupNeeds {
  readonly documents: Documents;
  readonly egress: EgressGuard;
  readonly files: ReadableFiles;
  readonly threat: () => ConfigValues['threatIntel'];
  readonly notifications: Pick<SystemNotifications, 'publish' | 'remove'>;
  readonly log: Log;
}

const switchesOf = (config: ConfigValues['threatIntel']): ThreatSwitches => ({
  tor: config.tor_enabled,
  spamhaus: config.spamhaus_enabled,
  // The console has no control for this setting; only a stored `false` disables the source.
  otx: config.otx_enabled !== false,
  otxApiKey: config.otx_api_key ?? '',
});

export async function openLookup({
  documents,
  egress,
  files,
  threat,
  notifications,
  log,
}: LookupNeeds): Promise<Lookup> {
  const onError = (error: unknown): void =>
    log.error('Rows of a stored lookup table could not be stored or read', { error });
  const rooms = {
    egress,
    files,
    thread: new LoadThread(),
    stored: new StoredTables(documents, onError),
    threat: () => switchesOf(threat()),
    now: Date.now,
  };
  const lookup = new Lookup({ documents, rooms, notifications, log });
  await lookup.open();
  return lookup;
}
