import type { LookupTypeDescription } from '../fields.js';

export const maxmindGeoIp: LookupTypeDescription = {
  type: 'maxmind_geoip',
  label: 'Geo IP databases',
  configClass: 'org.graylog.plugins.map.geoip.MaxmindDataAdapter$Config',
  fields: {
    database_type: {
      kind: 'choice',
      label: 'Database type',
      help: 'Kind of data in the database.',
      initial: 'MAXMIND_CITY',
      choices: {
        MAXMIND_ASN: 'ASN database (MaxMind)',
        MAXMIND_CITY: 'City database (MaxMind)',
        MAXMIND_COUNTRY: 'Country database (MaxMind)',
        IPINFO_STANDARD_LOCATION: 'Location database (IPinfo)',
        IPINFO_ASN: 'ASN database (IPinfo)',
      },
    },
    path: {
      kind: 'text',
      label: 'File path',
      help: 'The absolute path of the .mmdb file on the server, below a directory that it may read.',
      initial: '/etc/graylog/server/GeoLite2-City.mmdb',
    },
    check_interval: {
      kind: 'duration',
      label: 'Refresh file',
      help: 'The server checks at this interval whether the file has changed.',
      initial: 1,
      off: 0,
      unit: 'check_interval_unit',
      initialUnit: 'MINUTES',
    },
  },
  about: [
    'Databases come from MaxMind or IPinfo. The server reads a new file when the old one is replaced, and keeps the old data if the new file cannot be read.',
    'An address that the database does not know gives an empty result.',
  ],
};
