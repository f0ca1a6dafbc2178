/**
 * Implements the message processor "GeoIP Resolver". For fields that contain an IP address, the resolver adds fields
 * with the location, and with the enforced schema also with the network (contract administration GeoIpResolverConfig).
 * Databases are read below `--file-roots`. If a new file cannot be read, the old data is still used.
 */
import { isIP } from 'node:net';
import type { ConfigValues } from '../../../../api/contract/cluster-config.schema.js';
import { milliseconds } from '../../../../api/lookup/fields.js';
import type { ReadableFiles } from '../../intake/files/readable-files.js';
import type { Log } from '../../log/log.js';
import { placeOfAddress } from '../../outgoing/addresses.js';
import type { FieldValue, IncomingMessage } from '../../store/types.js';
import type { SystemNotifications } from '../../system-notifications/notifications.js';
import { reasonOf } from '../adapter.js';
import { coordinatesOf } from '../adapters/maxmind-geoip/index.js';
import { GeoDatabase, valueAt, type GeoRecord } from '../adapters/maxmind-geoip/geo-database.js';

type Config = ConfigValues['geoIp'];

/** Fields of the reference server's schema that contain addresses. */
const schemaFields = [
  'destination_ip',
  'destination_nat_ip',
  'event_observer_ip',
  'host_ip',
  'network_forwarded_ip',
  'source_ip',
  'source_nat_ip',
] as const;
/** Largest number of fields of one message whose addresses are resolved; `source` is resolved in addition. */
const mostAddresses = 20;
/** Matches texts that may be an address, so that other texts need not be parsed. */
const likeAddress = /^[0-9A-Fa-f:.]{2,45}$/;
const lookMs = 1_000;
const noticeKey = 'geo-ip-resolver';

export interface GeoResolverOptions {
  readonly config: () => Config;
  readonly files: ReadableFiles;
  readonly notifications: Pick<SystemNotifications, 'publish' | 'remove'>;
  readonly log: Log;
}

interface Running {
  readonly config: Config;
  readonly city: GeoDatabase;
  readonly network: GeoDatabase | undefined;
  /** Time of the next check of the databases, epoch milliseconds. */
  nextAt: number;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** Returns location and network from the records of an address; the databases may be of MaxMind or IPinfo. */
function factsOf(place: GeoRecord | undefined, network: GeoRecord | undefined) {
  const [latitude, longitude] = [text(valueAt(place, 'lat')), text(valueAt(place, 'lng'))];
  const ipinfo = latitude !== undefined && longitude !== undefined ? `${latitude},${longitude}` : undefined;
  const subdivisions = valueAt(place, 'subdivisions');
  const first = Array.isArray(subdivisions) ? (subdivisions[0] as GeoRecord | undefined) : undefined;
  return {
    coordinates: (place && coordinatesOf(place)) ?? ipinfo,
    country: text(valueAt(place, 'country', 'iso_code')) ?? text(valueAt(place, 'country')),
    city: text(valueAt(place, 'city', 'names', 'en')) ?? text(valueAt(place, 'city')),
    region: text(valueAt(first, 'names', 'en')) ?? text(valueAt(place, 'region')),
    timezone: text(valueAt(place, 'location', 'time_zone')) ?? text(valueAt(place, 'timezone')),
    asNumber: text(valueAt(network, 'autonomous_system_number')) ?? text(valueAt(network, 'asn')),
    asOrganization: text(valueAt(network, 'autonomous_system_organization')) ?? text(valueAt(network, 'name')),
  };
}

function put(fields: Record<string, FieldValue>, name: string, value: string | undefined): void {
  if (value !== undefined) fields[name] = value;
}

export class GeoResolver {
  readonly #options: GeoResolverOptions;
  readonly #timer: NodeJS.Timeout;
  #running: Running | undefined;
  #refreshing = false;
  #failure: string | undefined;

  constructor(options: GeoResolverOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(), lookMs).unref();
    void this.look();
  }

  /**
   * Adds fields to a message for the addresses in at most `mostAddresses` fields and in `source`, unless the resolver
   * is disabled. The enforced schema uses only its own fields, without `source`. A database that is not loaded yields
   * no fields.
   */
  readonly apply = (message: IncomingMessage): void => {
    const running = this.#running;
    if (!running) return;
    const { fields } = message;
    const isSchema = running.config.enforce_graylog_schema;
    const names = isSchema ? schemaFields : Object.keys(fields);
    let left = mostAddresses;
    for (const name of names) {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (typeof value !== 'string' || !likeAddress.test(value) || isIP(value) === 0) continue;
      if ((left -= 1) < 0) break;
      if (isSchema) this.#addSchema(running, fields, name.slice(0, -'_ip'.length), value);
      else this.#addPlain(running, fields, name, value);
    }
    if (!isSchema && likeAddress.test(message.source) && isIP(message.source) > 0)
      this.#addPlain(running, fields, 'source', message.source);
  };

  /**
   * Applies a changed configuration, and reads the databases again if their interval has passed and they have changed.
   */
  async look(): Promise<void> {
    const config = this.#options.config();
    if (!config.enabled) {
      this.#running = undefined;
      return this.#tell(undefined);
    }
    const { files } = this.#options;
    if (JSON.stringify(this.#running?.config) !== JSON.stringify(config)) {
      const asn = config.asn_db_path.trim();
      this.#running = {
        config,
        city: new GeoDatabase(config.city_db_path, files),
        network: asn === '' ? undefined : new GeoDatabase(asn, files),
        nextAt: 0,
      };
    }
    const running = this.#running;
    if (!running || this.#refreshing || Date.now() < running.nextAt) return undefined;
    this.#refreshing = true;
    running.nextAt = Date.now() + (milliseconds(config.refresh_interval, config.refresh_interval_unit) ?? 600_000);
    const failures: string[] = [];
    for (const database of [running.city, running.network])
      await database?.refresh().catch((error: unknown) => void failures.push(reasonOf(error)));
    this.#refreshing = false;
    return this.#tell(failures.length > 0 ? failures.join(' ') : undefined);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #addPlain({ city }: Running, fields: Record<string, FieldValue>, name: string, address: string): void {
    const { coordinates, country, city: cityName } = factsOf(city.get(address), undefined);
    put(fields, `${name}_geolocation`, coordinates);
    put(fields, `${name}_country_code`, country);
    put(fields, `${name}_city_name`, cityName);
  }

  #addSchema({ city, network }: Running, fields: Record<string, FieldValue>, prefix: string, address: string): void {
    if (placeOfAddress(address) !== 'public') {
      fields[`${prefix}_reserved_ip`] = true;
      return;
    }
    const facts = factsOf(city.get(address), network?.get(address));
    put(fields, `${prefix}_geo_coordinates`, facts.coordinates);
    put(fields, `${prefix}_geo_country_iso`, facts.country);
    put(fields, `${prefix}_geo_city`, facts.city);
    put(fields, `${prefix}_geo_name`, facts.city && facts.country && `${facts.city}, ${facts.country}`);
    put(fields, `${prefix}_geo_region`, facts.region);
    put(fields, `${prefix}_geo_timezone`, facts.timezone);
    put(fields, `${prefix}_as_number`, facts.asNumber);
    put(fields, `${prefix}_as_organization`, facts.asOrganization);
  }

  async #tell(failure: string | undefined): Promise<void> {
    if (failure === this.#failure) return;
    this.#failure = failure;
    const { notifications, log } = this.#options;
    if (failure !== undefined) log.warn(`The GeoIP resolver cannot read its databases: ${failure}`);
    const details = { title: 'The GeoIP resolver cannot read its databases', description: failure };
    try {
      if (failure === undefined) await notifications.remove('generic', noticeKey);
      else await notifications.publish({ type: 'generic', key: noticeKey, details });
    } catch (error) {
      log.error('A notification could not be stored', { error });
    }
  }
}
