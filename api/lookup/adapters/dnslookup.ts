import type { LookupTypeDescription } from '../fields.js';

export const dnsLookup: LookupTypeDescription = {
  type: 'dnslookup',
  label: 'DNS Lookup',
  configClass: 'org.graylog2.lookup.adapters.DnsLookupDataAdapter$Config',
  fields: {
    lookup_type: {
      kind: 'choice',
      label: 'DNS Lookup Type',
      help: 'Which records are asked for.',
      initial: 'A',
      choices: {
        A: 'Resolve hostname to IPv4 address (A)',
        AAAA: 'Resolve hostname to IPv6 address (AAAA)',
        A_AAAA: 'Resolve hostname to IPv4 and IPv6 address (A and AAAA)',
        PTR: 'Reverse lookup (PTR)',
        TXT: 'Text lookup (TXT)',
      },
    },
    server_ips: {
      kind: 'text',
      label: 'DNS Server IP Address',
      help: 'Addresses of name servers, separated by commas, each with an optional port. Empty: those of the system.',
      initial: '',
      optional: true,
    },
    request_timeout: {
      kind: 'number',
      label: 'DNS Request Timeout',
      help: 'How long a name server may take to answer.',
      initial: 10_000,
      min: 1,
      max: 60_000,
      suffix: 'milliseconds',
    },
    cache_ttl_override: {
      kind: 'duration',
      label: 'Cache TTL Override',
      help: 'How long results are kept, in place of the time that the name server says.',
      initial: null,
      off: null,
      unit: 'cache_ttl_override_unit',
      initialUnit: null,
      enabled: 'cache_ttl_override_enabled',
    },
  },
  about: [
    'A name that does not exist gives an empty result. A name server that does not answer gives an error result.',
    'Results are kept for the smallest TTL of the records, unless the override is on.',
  ],
};
