/**
 * Measures lookup tables: the time to load files of 100,000 lines, the longest time that loading blocks the event loop,
 * and the cost of a lookup with and without a cache. The blocking is measured as CPU time of the thread, so that other
 * programs do not count.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LookupCache } from '../../api/contract/lookup.js';
import { ReadableFiles } from '../../host/server/intake/files/readable-files.js';
import type { Log } from '../../host/server/log/log.js';
import type { Lookup } from '../../host/server/lookup/lookup.js';
import { openLookup } from '../../host/server/lookup/open-lookup.js';
import { Yielder } from '../../host/server/foundation/yielding.js';
import { planImport } from '../../host/server/lookup/stored/csv-import.js';
import { RowList } from '../../host/server/lookup/stored/row-list.js';
import { lookupArchives } from '../../host/server/lookup/stored/documents.js';
import { EgressGuard } from '../../host/server/outgoing/egress-guard.js';
import { openDocuments } from '../../host/server/store/index.js';
import { cpuMs } from '../cpu-ms.js';
import { until } from '../until.js';

// The module of plain JavaScript has no types.
const { processorClock } = (await import(new URL('../turns.mjs', import.meta.url).href)) as {
  processorClock: () => () => number;
};

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const lines = 100_000;
const rounds = 300_000;
const goals = { load: '< 1000', lookup: '≤ 5', turn: '≤ 50' };

const hostAt = (index: number): string => `host-${index}.example.org`;
const networkAt = (index: number): string => `${10 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;

interface Sample {
  readonly name: string;
  readonly config: object;
  readonly line: (index: number) => string;
  readonly key: (index: number) => string;
}
const csv = {
  type: 'csvfile',
  separator: ',',
  quotechar: '"',
  key_column: 'key',
  value_column: 'value',
  check_interval: 60,
};
const samples: readonly Sample[] = [
  {
    name: 'names',
    config: { ...csv, case_insensitive_lookup: false, cidr_lookup: false },
    line: (index) => `${hostAt(index)},Owner ${index % 977}`,
    key: hostAt,
  },
  {
    name: 'networks',
    config: { ...csv, case_insensitive_lookup: false, cidr_lookup: true },
    line: (index) => `${networkAt(index)}.0/24,Owner ${index % 977}`,
    key: (index) => `${networkAt(index)}.77`,
  },
];

/** The caches of the measured tables. */
const caches: readonly Pick<LookupCache, 'name' | 'config'>[] = [
  { name: 'none', config: { type: 'none' } },
  {
    name: 'guava',
    config: { type: 'guava_cache', max_size: lines, expire_after_access: 60, expire_after_access_unit: 'SECONDS' },
  },
];

export async function bench(report: Report): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'lookup-bench-'));
  const documents = await openDocuments({ directory: join(directory, 'data'), archives: lookupArchives });
  // The bench needs no log, because failures are visible in the measured values.
  // The object lacks the members of a log that lookup tables do not call, hence the cast.
  const log = { error: () => undefined, warn: () => undefined, info: () => undefined } as unknown as Log;
  // The object lacks the parts of the server that no adapter of this bench uses, hence the cast.
  const lookup = await openLookup({
    documents,
    egress: new EgressGuard(() => Promise.resolve(false)),
    files: new ReadableFiles([directory], undefined),
    threat: () => ({ tor_enabled: false, spamhaus_enabled: false, otx_enabled: false, otx_api_key: null }),
    notifications: { publish: () => Promise.resolve(), remove: () => Promise.resolve() },
    log,
  } as unknown as Parameters<typeof openLookup>[0]);
  try {
    for (const cache of caches) await lookup.caches.put({ ...named(cache.name), config: cache.config });
    for (const sample of samples) await measure(lookup, sample, directory, report);
    await measureStored(lookup, report);
  } finally {
    await lookup.close();
    await documents.close();
    await rm(directory, { recursive: true });
  }
}

const named = (name: string) => ({
  id: name,
  name,
  title: name,
  description: '',
  content_pack: null,
  _scope: 'DEFAULT',
});

async function measure(lookup: Lookup, sample: Sample, directory: string, report: Report): Promise<void> {
  const path = join(directory, `${sample.name}.csv`);
  await writeFile(path, ['key,value', ...Array.from({ length: lines }, (_, at) => sample.line(at)), ''].join('\n'));
  const unset = { custom_error_ttl_enabled: false, custom_error_ttl: null, custom_error_ttl_unit: null };
  await lookup.adapters.put({ ...named(sample.name), ...unset, config: { ...csv, ...sample.config, path } });
  for (const cache of caches)
    await lookup.tables.put({
      ...named(`${sample.name} ${cache.name}`),
      cache_id: cache.name,
      data_adapter_id: sample.name,
      default_single_value: '',
      default_single_value_type: 'NULL',
      default_multi_value: '',
      default_multi_value_type: 'NULL',
    });
  const turns = watchTurns();
  lookup.sync();
  const status = await until('the file is loaded', () => {
    const loaded = lookup.adapter(sample.name)?.status();
    return Promise.resolve(loaded?.rows === lines ? loaded : undefined);
  });
  const longest = turns();
  report(`${lines} ${sample.name}: load`, status.load_ms ?? Number.NaN, 'ms', goals.load);
  report(`${lines} ${sample.name}: longest turn while loading`, longest, 'ms', goals.turn);
  for (const cache of caches) {
    const table = `${sample.name} ${cache.name}`;
    // The first pass fills the cache.
    costOf(lookup, table, sample.key, lines);
    report(
      `${lines} ${sample.name}: lookup, cache ${cache.name}`,
      costOf(lookup, table, sample.key, rounds),
      'µs',
      goals.lookup,
    );
  }
}

/**
 * Measures turns of the event loop until the returned function is called, which returns the longest one in
 * milliseconds.
 */
function watchTurns(): () => number {
  const clock = processorClock();
  let [last, longest] = [clock(), 0];
  const turn = (): void => {
    longest = Math.max(longest, clock() - last);
    last = clock();
  };
  const timer = setInterval(turn, 1);
  return () => {
    turn();
    clearInterval(timer);
    return longest / 1e6;
  };
}

/** Measures work on a stored table of 100,000 rows. */
async function measureStored(lookup: Lookup, report: Report): Promise<void> {
  const { stored } = lookup.rooms;
  const watched = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const turns = watchTurns();
    const made = await work();
    report(`${lines} stored rows: ${what}`, performance.now() - begun, 'ms');
    report(`${lines} stored rows: longest turn of ${what}`, turns(), 'ms', goals.turn);
    return made;
  };
  const table = stored.table('rows');
  const text = ['key,value', ...Array.from({ length: lines }, (_, at) => `${hostAt(at)},Owner ${at % 977}`)].join('\n');
  const query = {
    separator: ',',
    quote: '"',
    header: true,
    duplicates: 'last',
    delete_missing: false,
    preview: false,
  } as const;
  const plan = await watched('import preview', () => planImport(text, query, table));
  const edit = { deleted: [], by: 'me', kind: 'import' } as const;
  await watched('import', () => stored.edit('rows', { ...edit, rows: plan.rows }));
  await watched('second import preview', () => planImport(text, query, table));
  await watched('case-insensitive keys', () => table.fold(new Yielder()));
  await watched('page sorted by value', () =>
    new RowList(table).page({ sort: 'value', order: 'desc', query: 'owner' }),
  );
  const columns = [
    { name: 'owner', type: 'text', from: 'value' },
    { name: 'tier', type: 'number' },
  ] as const;
  await watched('change of columns', () => stored.edit('rows', { ...edit, rows: [], columns }));
  await watched('deletion of half', () =>
    stored.edit('rows', { ...edit, rows: [], deleted: plan.rows.slice(0, lines / 2).map(({ key }) => key) }),
  );
  await watched('history', () => stored.versions('rows'));
}

/**
 * Returns the mean CPU time of a lookup in µs. All keys exist. They are looked up in an order in which successive keys
 * are not neighbours in the table.
 */
function costOf(lookup: Lookup, table: string, keyAt: (index: number) => string, count: number): number {
  const keys = Array.from({ length: count }, (_, at) => keyAt((at * 7919) % lines));
  const begun = cpuMs();
  for (const key of keys) {
    const result = lookup.lookup(table, key);
    if (!('single_value' in result) || result.single_value === null) throw new Error(`${table} does not know ${key}`);
  }
  return ((cpuMs() - begun) * 1000) / count;
}
