/** Opens the guard of outgoing calls, the lookup tables and the geo databases. */
import { ReadableFiles } from '../intake/files/readable-files.js';
import type { RootLog } from '../log/log.js';
import { GeoResolver } from '../lookup/geo/geo-resolver.js';
import type { Lookup } from '../lookup/lookup.js';
import { openLookup } from '../lookup/open-lookup.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ServerOptions } from '../options/options.js';
import { EgressGuard } from '../outgoing/egress-guard.js';
import { isUrlAllowed } from '../outgoing/url-allow-list.js';
import type { DocumentsRoom } from './open-documents.js';
import type { Opened } from './opened.js';

export interface LookupsNeeds extends DocumentsRoom {
  readonly options: ServerOptions;
  readonly metrics: Metrics;
  readonly log: RootLog;
}

export interface LookupsRoom {
  readonly egress: EgressGuard;
  readonly lookup: Lookup;
  readonly geo: GeoResolver;
}

export async function openLookups(
  { options, metrics, log, documents, config, notifications }: LookupsNeeds,
  opened: Opened,
): Promise<LookupsRoom> {
  const egress = new EgressGuard((url) => isUrlAllowed(config.get('allowList'), url));
  const files = new ReadableFiles(options.fileRoots, options.data);
  const lookup = await openLookup({
    documents,
    egress,
    files,
    threat: () => config.get('threatIntel'),
    notifications,
    log: log.with({ room: 'lookup tables' }),
  });
  opened.add(() => lookup.close());
  const geo = new GeoResolver({
    config: () => config.get('geoIp'),
    files,
    notifications,
    log: log.with({ room: 'geoip' }),
  });
  opened.add(() => geo.close());
  metrics.provide(() => lookup.metrics());
  return { egress, lookup, geo };
}
