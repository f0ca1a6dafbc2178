/** Tests the descriptions of data adapters and caches: configurations of new ones, and limits of numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapterTypes } from '../../api/lookup/adapters/index.js';
import { cacheTypes } from '../../api/lookup/caches.js';
import { configProblems, defaultConfig } from '../../api/lookup/fields.js';

const types = [...adapterTypes, ...cacheTypes];

/** Members of the configuration of a new adapter or cache that hold or belong to a duration. */
const durations: Readonly<Record<string, object>> = {
  dnslookup: { cache_ttl_override: null, cache_ttl_override_unit: null, cache_ttl_override_enabled: false },
  maxmind_geoip: { check_interval: 1, check_interval_unit: 'MINUTES' },
  'abuse-ch-ransom': { refresh_interval: 150, refresh_interval_unit: 'SECONDS' },
  guava_cache: {
    expire_after_access: 60,
    expire_after_access_unit: 'SECONDS',
    expire_after_write: 0,
    expire_after_write_unit: null,
  },
};

test('the durations of a new adapter or cache have their defaults, and no unit while they are off', () => {
  for (const description of types) {
    const config = defaultConfig(description);
    const names = Object.entries(description.fields)
      .filter(([, { kind }]) => kind === 'duration')
      .flatMap(([name, { unit, enabled }]) => [name, unit, enabled])
      .filter((name) => name !== undefined);
    const own = Object.fromEntries(names.map((name) => [name, config[name]]));
    assert.deepEqual(own, durations[description.type] ?? {}, description.type);
  }
});

/** Smallest and largest accepted value of each number, by type and member. */
const limits: Readonly<Record<string, readonly [min: number, max: number]>> = {
  'csvfile check_interval': [1, 31_536_000],
  'dnslookup request_timeout': [1, 60_000],
  'dsvhttp refresh_interval': [1, 31_536_000],
  'dsvhttp key_column': [0, 1_000],
  'dsvhttp value_column': [0, 1_000],
  'otx-api http_connect_timeout': [1, 120_000],
  'otx-api http_write_timeout': [1, 120_000],
  'otx-api http_read_timeout': [1, 120_000],
  'whois connect_timeout': [1, 120_000],
  'whois read_timeout': [1, 120_000],
  'guava_cache max_size': [0, 1_000_000],
};

test('each number of an adapter or cache is accepted up to its limits, and refused beyond them', () => {
  const seen = types.flatMap((description) =>
    Object.entries(description.fields)
      .filter(([, { kind }]) => kind === 'number')
      .map(([name]) => {
        const place = `${description.type} ${name}`;
        const [min, max] = limits[place] ?? [NaN, NaN];
        const refused = [min - 1, min, max, max + 1].filter(
          (value) => name in configProblems(description, { ...defaultConfig(description), [name]: value }),
        );
        assert.deepEqual(refused, [min - 1, max + 1], place);
        return place;
      }),
  );
  assert.deepEqual(seen.sort(), Object.keys(limits).sort());
});

test('the ransomware list is fetched every 150 seconds or less often', () => {
  const description = adapterTypes.find(({ type }) => type === 'abuse-ch-ransom');
  assert.ok(description);
  const of = (refresh_interval: number) =>
    configProblems(description, { ...defaultConfig(description), refresh_interval });
  assert.deepEqual(of(150), {});
  assert.deepEqual(Object.keys(of(149)), ['refresh_interval']);
  assert.deepEqual(of(0), {}, 'never');
});
