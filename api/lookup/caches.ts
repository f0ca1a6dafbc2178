/** The types of caches of lookup tables (contract administration CacheConfig). */
import type { LookupTypeDescription } from './fields.js';

export const cacheTypes: readonly LookupTypeDescription[] = [
  {
    type: 'none',
    label: 'Do not cache values',
    configClass: 'org.graylog2.lookup.caches.NullCache$Config',
    fields: {},
    about: ['Every lookup asks the data adapter.'],
  },
  {
    type: 'guava_cache',
    label: 'Node-local, in-memory cache',
    configClass: 'org.graylog2.lookup.caches.GuavaLookupCache$Config',
    fields: {
      max_size: {
        kind: 'number',
        label: 'Maximum entries',
        help: 'The entry that was used least recently makes room for a new one.',
        initial: 1_000,
        max: 1_000_000,
      },
      expire_after_access: {
        kind: 'duration',
        label: 'Expire after access',
        help: 'An entry ends this long after its last use.',
        initial: 60,
        off: 0,
        unit: 'expire_after_access_unit',
        initialUnit: 'SECONDS',
      },
      expire_after_write: {
        kind: 'duration',
        label: 'Expire after write',
        help: 'An entry ends this long after it was stored, unless its result says how long it is valid.',
        initial: 0,
        off: 0,
        unit: 'expire_after_write_unit',
        initialUnit: null,
      },
    },
    about: [
      'Results are kept in the memory of the server. Empty results and errors are kept as well, errors for 5 seconds.',
    ],
  },
];

export const cacheTypeOf = (type: unknown): LookupTypeDescription | undefined =>
  cacheTypes.find((one) => one.type === type);
