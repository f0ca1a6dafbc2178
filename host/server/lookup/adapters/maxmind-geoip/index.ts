/** Defines the data adapter for databases of locations and networks by IP address (MaxMind DB 2.0). */
import { isIP } from 'node:net';
import { milliseconds } from '../../../../../api/lookup/fields.js';
import { noFigures, text, type Adapter, type AdapterType } from '../../adapter.js';
import { emptyResult, mapResult, type LookupResult } from '../../result.js';
import { pathProblem } from '../../source-file.js';
import { GeoDatabase, valueAt, type GeoRecord } from './geo-database.js';

const part = (record: GeoRecord, name: string): unknown => record[name] ?? {};
const textAt = (record: GeoRecord, ...path: readonly string[]): string | null => {
  const value = valueAt(record, ...path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** Returns a number as Java writes doubles: an integer gets one decimal, such as `13.0`. */
const doubleText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Returns the coordinates of a record as `latitude,longitude`; null: the record has no coordinates. */
export function coordinatesOf(record: GeoRecord): string | null {
  const place = [valueAt(record, 'location', 'latitude'), valueAt(record, 'location', 'longitude')];
  const [latitude, longitude] = place;
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? `${doubleText(latitude)},${doubleText(longitude)}`
    : null;
}

const country = ['country', 'registered_country', 'represented_country', 'traits', 'continent'] as const;
const parts = (record: GeoRecord, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, part(record, name)]));

/**
 * Returns the location in a record of IPinfo, whose coordinates are texts or numbers with short (`lat`) or long names.
 */
function ipinfoPlace(record: GeoRecord): LookupResult {
  const latitude = textAt(record, 'lat') ?? textAt(record, 'latitude');
  const longitude = textAt(record, 'lng') ?? textAt(record, 'longitude');
  const coordinates = latitude !== null && longitude !== null ? `${latitude},${longitude}` : null;
  return mapResult(coordinates, {
    coordinates,
    latitude: latitude === null ? null : Number(latitude),
    longitude: longitude === null ? null : Number(longitude),
    city: textAt(record, 'city'),
    country: textAt(record, 'country'),
    region: textAt(record, 'region'),
    timezone: textAt(record, 'timezone'),
    geoname_id: textAt(record, 'geoname_id'),
  });
}

function ipinfoNetwork(record: GeoRecord): LookupResult {
  const asn = textAt(record, 'asn');
  const digits = /\d+/.exec(asn ?? '')?.[0];
  const numeric = digits === undefined ? null : Number(digits);
  return mapResult(numeric, {
    asn,
    asn_numeric: numeric,
    name: textAt(record, 'name'),
    domain: textAt(record, 'domain'),
    type: textAt(record, 'type'),
    route: textAt(record, 'route'),
  });
}

const results: Readonly<Record<string, (record: GeoRecord) => LookupResult>> = {
  MAXMIND_CITY: (record) => {
    const coordinates = coordinatesOf(record);
    const named = parts(record, ['city', 'location', 'postal', ...country]);
    return mapResult(coordinates, { ...named, subdivisions: record['subdivisions'] ?? [], coordinates });
  },
  MAXMIND_COUNTRY: (record) => mapResult(textAt(record, 'country', 'iso_code'), parts(record, country)),
  MAXMIND_ASN: (record) => {
    const number = valueAt(record, 'autonomous_system_number');
    return mapResult(typeof number === 'number' ? number : null, {
      as_number: number ?? null,
      as_organization: textAt(record, 'autonomous_system_organization'),
    });
  },
  IPINFO_STANDARD_LOCATION: ipinfoPlace,
  IPINFO_ASN: ipinfoNetwork,
};

export const maxmindGeoIpType: AdapterType = {
  type: 'maxmind_geoip',
  problems: async (config, { files }): Promise<Record<string, string[]>> => {
    const problem = await pathProblem(text(config, 'path'), files);
    return problem === undefined ? {} : { path: [problem] };
  },
  make: (config, { files }): Adapter => {
    const database = new GeoDatabase(text(config, 'path'), files);
    const resultOf = results[text(config, 'database_type')];
    return {
      error: undefined,
      figures: noFigures,
      refreshMs: milliseconds(config['check_interval'], config['check_interval_unit']),
      lookup(key) {
        const address = key.trim();
        const record = isIP(address) > 0 ? database.get(address) : undefined;
        return record && resultOf ? resultOf(record) : emptyResult;
      },
      refresh: () => database.refresh(),
    };
  },
};
