import type { LookupTypeDescription } from '../fields.js';

export const dnsLookup: LookupTypeDescription = {
  type: 'dnslookup',
  label: 'DNS Lookup',
  configClass: 'org.graylog2.lookup.adapters.DnsLookupDataAdapter$Config',
  fields: {
    lookup_type: {
      kind: 'choice',
      label: 'DNS Lookup Type',
      help: 'Lookups request records of this type.',
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
      help: 'Addresses of name servers, separated by commas, each with an optional port. If empty, the name servers of the system are asked.',
      initial: '',
      optional: true,
    },
    request_timeout: {
      kind: 'number',
      label: 'DNS Request Timeout',
      help: 'A lookup fails when no name server answers within this time.',
      initial: 10_000,
      min: 1,
      max: 60_000,
      suffix: 'milliseconds',
    },
    cache_ttl_override: {
      kind: 'duration',
      label: 'Cache TTL Override',
      help: 'Results are kept for this time instead of the time that the name server gives.',
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
