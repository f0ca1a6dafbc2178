// Tests that stored tables, their edits and writes by rules, defaults, caches and data adapters have the stored
// results.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode, encode, streamDecode, streamEncode, type Answer, type Packet } from 'dns-packet';
import type { DataAdapter, LookupTable } from '../../../../api/contract/lookup.js';
import type { StoredRow } from '../../../../api/contract/lookup.schema.js';
import { adapterTypeOf } from '../../../../api/lookup/adapters/index.js';
import { cleanConfig } from '../../../../api/lookup/fields.js';
import { Yielder } from '../../../../host/server/foundation/yielding.js';
import { ReadableFiles } from '../../../../host/server/intake/files/readable-files.js';
import type { AdapterRooms } from '../../../../host/server/lookup/adapter.js';
import { runningTypes } from '../../../../host/server/lookup/adapters/index.js';
import { LoadThread } from '../../../../host/server/lookup/data/load-thread.js';
import { LookupCache } from '../../../../host/server/lookup/cache.js';
import { defaultsOf, multiDefault, singleDefault, withDefaults } from '../../../../host/server/lookup/defaults.js';
import { emptyResult, errorResult, mapResult, singleResult } from '../../../../host/server/lookup/result.js';
import { lookupArchives } from '../../../../host/server/lookup/stored/documents.js';
import { checkConflicts, checkRows, columnsOf, type Edit } from '../../../../host/server/lookup/stored/edit.js';
import { RowList } from '../../../../host/server/lookup/stored/row-list.js';
import { StoredTable } from '../../../../host/server/lookup/stored/stored-table.js';
import { StoredTables } from '../../../../host/server/lookup/stored/stored-tables.js';
import { TableWriter } from '../../../../host/server/lookup/table-writer.js';
import { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { compareTable, rowsOf, type Row } from '../recorded-table.js';
import { databaseOf } from './mmdb.js';

const row = (
  key: string,
  values: readonly string[] = [],
  over: Partial<Required<StoredRow>> = {},
): Required<StoredRow> => ({
  key,
  values: [...values],
  expires_at: null,
  note: '',
  list: null,
  ...over,
});

const storedAdapter = (id: string, config: object = {}): DataAdapter =>
  // Cast: writing reads only these members.
  ({ id, config: { type: 'stored_table', single_value_column: 'second', ...config } }) as unknown as DataAdapter;

test('writes of rules to stored tables, which are kept as one version, have the stored results', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-lookup-'));
  const documents = await openDocuments({ directory, archives: lookupArchives });
  const errors: unknown[] = [];
  const stored = new StoredTables(documents, (error) => errors.push(error));
  context.after(async () => {
    await stored.close();
    await documents.close();
    await rm(directory, { recursive: true });
  });
  await stored.open();
  const told: string[] = [];
  stored.on((id, keys) => void told.push(`${id}: ${keys?.join() ?? 'all'}`));
  const adapters: Readonly<Record<string, DataAdapter>> = {
    exact: storedAdapter('a1'),
    folded: storedAdapter('a2', { case_insensitive_lookup: true }),
    first: storedAdapter('a3', { single_value_column: 'none' }),
    file: storedAdapter('a4', { type: 'csvfile' }),
  };
  const writer = new TableWriter(stored, (table) => adapters[table]);
  const columns = ['first', 'second'].map((name) => ({ name, type: 'text' as const }));
  for (const id of ['a1', 'a2', 'a3'])
    await stored.edit(id, {
      rows: [row('Known', ['1', '2'], { note: 'n' })],
      deleted: [],
      columns,
      by: 'otto',
      kind: 'edit',
    });
  told.length = 0;
  const shown = (written: ReturnType<TableWriter['setValue']>) => {
    if (written === undefined || written === false) return written;
    const { expires_at: ends, list, ...rest } = written;
    return {
      ...rest,
      ...(ends !== null && { seconds: Math.round((ends - Date.now()) / 1000) }),
      ...(list && { list: list.length > 5 ? [list.length, list[0]?.length] : list }),
    };
  };
  const many = Array.from({ length: 1_001 }, (_, at) => `t${at}`);
  const set = (table: string, key: string, value: unknown, ttl?: number): Row => [
    `set ${table} ${JSON.stringify(key)} ${JSON.stringify(value)} ${ttl}`,
    () => shown(writer.setValue(table, key, value, ttl)),
  ];
  await compareTable('lookup/tables-writes.txt', {
    values: [
      set('exact', 'Known', 'new'),
      set('exact', 'known', { a: [1] }, 60),
      set('exact', 'k', 12, 0),
      set('exact', 'k', null, -1),
      set('exact', 'k', true),
      set('exact', 'k', 'x'.repeat(10_001)),
      set('exact', ' ', 'x'),
      set('exact', 'k'.repeat(10_000), 'x'),
      set('exact', 'k'.repeat(10_001), 'x'),
      set('folded', 'KNOWN', 'new'),
      set('first', 'Known', 'new'),
      set('file', 'k', 'x'),
      set('none', 'k', 'x'),
    ],
    lists: [
      ['set', () => shown(writer.setList('exact', 'l', ['a', 'b', 'a'], 5))],
      ['set of a row with values', () => shown(writer.setList('exact', 'Known', ['a'], undefined))],
      ['add', () => shown(writer.addList('exact', 'l', ['b', 'c'], false))],
      ['add duplicates', () => shown(writer.addList('exact', 'l', ['c'], true))],
      ['add to no row', () => shown(writer.addList('exact', 'l2', ['c', 'c'], false))],
      ['remove', () => shown(writer.removeList('exact', 'l', ['c', 'x']))],
      ['remove of no list', () => shown(writer.removeList('folded', 'known', ['c']))],
      ['remove of no row', () => shown(writer.removeList('exact', 'none', ['c']))],
      ['many texts', () => shown(writer.setList('exact', 'many', many, undefined))],
      [
        'long texts',
        () =>
          shown(writer.setList('exact', 'many', [...many.slice(0, 5).map(() => 'x'.repeat(10_001)), 'y'], undefined)),
      ],
      ['of no stored table', () => shown(writer.setList('file', 'l', [], undefined))],
    ],
    ends: [
      ['of a row', () => shown(writer.assignTtl('exact', 'Known', 90))],
      ['of no row', () => shown(writer.assignTtl('exact', 'none', 90))],
      ['clear', () => (writer.clear('exact', 'l'), stored.table('a1').get('l') ?? null)],
      ['clear of no row', () => (writer.clear('exact', 'l'), stored.table('a1').revision)],
      ['clear in any case', () => (writer.clear('folded', 'kNOWN'), stored.table('a2').size)],
    ],
    'listeners are told': [
      ['of each row', () => told.map((line) => line.slice(0, 40))],
      [
        'of all rows after many changes',
        async () => {
          told.length = 0;
          for (const count of [1_000, 1_001])
            await stored.edit('a5', {
              rows: many.slice(0, count).map((key) => row(key, ['v'])),
              deleted: [],
              by: 'otto',
              kind: 'import',
            });
          return told.map((line) => [line.slice(0, 10), line.split(',').length]);
        },
      ],
    ],
    versions: [
      [
        'edits list 200 changes',
        async () =>
          (await stored.versions('a5')).map(({ changes, ...rest }) => ({ ...rest, at: '', changes: changes.length })),
      ],
      [
        'of rules',
        async () => {
          await stored.close();
          const [last, first] = await stored.versions('a1');
          return [last, first].map((version) => version && { ...version, at: '' });
        },
      ],
      [
        'of further rules',
        async () => {
          writer.clear('exact', 'k');
          await stored.close();
          return (await stored.versions('a1')).map(({ revision, kind, added, changed, removed }) => [
            revision,
            kind,
            added,
            changed,
            removed,
          ]);
        },
      ],
      [
        'after a restart',
        async () => {
          const again = new StoredTables(documents, (error) => errors.push(error));
          await again.open();
          await again.close();
          return [...again.table('a1').rows()].map(({ key, values }) => [
            key.slice(0, 10),
            values.map((value) => value.slice(0, 10)),
          ]);
        },
      ],
      [
        'at most 50',
        async () => {
          for (let at = 0; at < 52; at += 1)
            await stored.edit('a6', { rows: [row('k', [String(at)])], deleted: [], by: 'otto', kind: 'edit' });
          const versions = await stored.versions('a6');
          return [versions.length, versions[0]?.revision, versions.at(-1)?.revision];
        },
      ],
    ],
    'expired rows': [
      [
        'are deleted at their end',
        async () => {
          await stored.edit('a7', {
            rows: [
              row('past', [], { expires_at: 999 }),
              row('now', [], { expires_at: 1000 }),
              row('later', [], { expires_at: 1001 }),
              row('never'),
            ],
            deleted: [],
            by: 'otto',
            kind: 'edit',
          });
          told.length = 0;
          await stored.sweep(1000);
          return [[...stored.table('a7').rows()].map(({ key }) => key), told, stored.table('a7').revision];
        },
      ],
      ['of none', async () => (await stored.sweep(1000), stored.table('a7').revision)],
    ],
    'deleted adapters': [
      [
        'leave no rows and versions',
        async () => {
          await stored.forget('a7');
          return [(await stored.versions('a7')).length, stored.table('a7').size, (await stored.versions('a6')).length];
        },
      ],
    ],
    errors: [['none', () => errors]],
  });
});

test('checks of edits and lists of rows have the stored results', async () => {
  const yielder = new Yielder();
  const table = new StoredTable(
    [
      { name: 'text', type: 'text' },
      { name: 'number', type: 'number' },
    ],
    1,
  );
  const add = (
    key: string,
    text: string,
    number: string,
    over: Partial<Required<StoredRow>> = {},
    revision = 1,
  ): void => table.set({ ...row(key, [text, number], over), revision });
  add('b', 'Zed', '10', { note: 'second' });
  add('a', 'abc', '9', { expires_at: 2000 });
  add('c', 'abc', 'x', { note: 'First', expires_at: 1000 }, 5);
  add('d', '', '', { list: ['l'] }, 6);
  add('E', 'x', '-1', {}, 7);
  add('f', 'x', 'w');
  const list = new RowList(table);
  const keys = async (query: Parameters<RowList['page']>[0]) => {
    const { total, rows } = await list.page(query);
    return [total, rows.map(({ key }) => key).join('')];
  };
  const edit = (over: Partial<Edit>): Edit => ({ rows: [], deleted: [], by: '', kind: 'edit', ...over });
  const wide = new StoredTable([{ name: 'v', type: 'number' }], 1);
  for (let at = 0; at < 9_001; at += 1) wide.set({ ...row(`k${at}`, [String((at * 7919) % 9_001)]), revision: 1 });
  await compareTable('lookup/tables-rows.txt', {
    pages: rowsOf<Parameters<RowList['page']>[0]>(
      [
        {},
        ...['text', 'number', 'note', 'expires_at', 'key', 'none'].flatMap((sort) => [
          { sort },
          { sort, order: 'desc' as const },
        ]),
        { query: ' ABC ' },
        { query: 'first' },
        { query: 'E' },
        { query: 'l' },
        { query: '10' },
        { per_page: 2 },
        { per_page: 2, page: 3 },
        { per_page: 2, page: 4 },
      ],
      keys,
    ),
    'a page after a change': [['a new row', () => (add('g', '', ''), keys({}))]],
    'many rows': [
      [
        'sorted by number',
        async () => {
          const { total, rows } = await new RowList(wide).page({ sort: 'v', per_page: 9_001 });
          return [total, rows.every(({ values }, at) => values[0] === String(at))];
        },
      ],
      [
        'sorted downwards',
        async () => {
          const { rows } = await new RowList(wide).page({ sort: 'v', order: 'desc', per_page: 3 });
          return rows.map(({ values }) => values[0]);
        },
      ],
    ],
    columns: rowsOf<string[]>([['a', 'b'], ['a', 'a'], ['key'], ['expires_at'], ['note'], []], (names) =>
      columnsOf(names.map((name) => ({ name, type: 'text' as const, from: 'x' }))),
    ),
    rows: rowsOf<StoredRow[]>(
      [[row('a'), row('b', ['1', '2'])], [row(' ')], [row('a'), row('a')], [row('a', ['1', '2', '3'])]],
      (rows) => checkRows(rows, 2, yielder),
    ),
    conflicts: [
      ['none', () => checkConflicts(table, edit({ rows: [row('c')], deleted: ['d'] }), 6, yielder)],
      ['a row', () => checkConflicts(table, edit({ rows: [row('c')] }), 4, yielder)],
      ['a deleted row', () => checkConflicts(table, edit({ deleted: ['d', 'none'] }), 5, yielder)],
      [
        'many rows',
        () => {
          for (let at = 0; at < 11; at += 1) add(`m${at}`, '', '', {}, 9);
          return checkConflicts(table, edit({ deleted: Array.from({ length: 11 }, (_, at) => `m${at}`) }), 5, yielder);
        },
      ],
    ],
  });
});

test('defaults, results and caches of lookup tables have the stored results', async () => {
  const singles = [' true ', 'FALSE', 'yes', ' +12 ', '-1.5', '12345678901234567', '1e400', '', 'x', '0x10'];
  const table = (over: object): LookupTable =>
    ({
      default_single_value: 's',
      default_single_value_type: 'STRING',
      default_multi_value: '{"a":1}',
      default_multi_value_type: 'OBJECT',
      ...over,
      // Cast: defaults are read from these members only.
    }) as unknown as LookupTable;
  let now = 1_000;
  const clock = () => now;
  const cache = (over: object) =>
    new LookupCache(
      // Cast: some configurations are invalid on purpose.
      { type: 'guava_cache', max_size: 2, expire_after_access: 0, expire_after_write: 0, ...over } as never,
      clock,
    );
  const [small, timed, used, none] = [
    cache({}),
    cache({ expire_after_write: 1, expire_after_write_unit: 'SECONDS' }),
    cache({ expire_after_access: 1, expire_after_access_unit: 'SECONDS' }),
    cache({ type: 'none' }),
  ];
  const single = (one: LookupCache, key: string) => one.get('a', key)?.single_value ?? null;
  const at = (time: number, run: () => unknown) => () => ((now = time), run());
  await compareTable('lookup/tables-results.txt', {
    'single values': ['STRING', 'NUMBER', 'BOOLEAN', 'NULL', 'OBJECT'].flatMap((type) =>
      singles.map((text): Row => [`${type} ${JSON.stringify(text)}`, () => singleDefault(text, type)]),
    ),
    'multi values': [
      ['{"a":1}', 'OBJECT'],
      ['[1]', 'OBJECT'],
      ['null', 'OBJECT'],
      ['{', 'OBJECT'],
      ['{', 'NULL'],
      ['{"a":1}', 'STRING'],
    ].map(([text = '', type = '']): Row => [`${type} ${text}`, () => multiDefault(text, type)]),
    'defaults of tables': rowsOf<object>(
      [
        {},
        { default_single_value_type: 'NULL' },
        { default_multi_value_type: 'NULL' },
        { default_single_value_type: 'NULL', default_multi_value_type: 'NULL' },
        { default_multi_value: 'damaged' },
      ],
      (over) => withDefaults(emptyResult, defaultsOf(table(over))),
    ),
    'no defaults': Object.entries({
      text: singleResult('x'),
      false: singleResult(false),
      map: mapResult(null, { a: 1 }),
      error: errorResult(),
    }).map(([name, result]): Row => [name, () => withDefaults(result, defaultsOf(table({}))) === result]),
    caches: [
      [
        'the oldest of three leaves',
        () => {
          for (const key of ['x', 'y']) small.put('a', key, singleResult(key));
          small.get('a', 'x');
          small.put('a', 'z', singleResult('z'));
          return [small.entries, single(small, 'x'), single(small, 'y'), single(small, 'z')];
        },
      ],
      ['of another adapter', () => small.get('b', 'x') ?? null],
      ['purged key', () => (small.purge('a', 'x'), [small.entries, single(small, 'x')])],
      ['purged adapter', () => (small.purge('b'), small.entries)],
      ['purged all', () => (small.purge('a'), small.entries)],
      ['a result that is too large', () => (small.put('a', 'x', singleResult('x'.repeat(20_000_000))), small.entries)],
      ['no cache', () => (none.put('a', 'x', singleResult('x')), [none.entries, single(none, 'x')])],
      [
        'written',
        at(
          0,
          () => (
            timed.put('a', 'x', singleResult('x')),
            timed.put('a', 'own', { ...singleResult('o'), ttl: 3000 }),
            timed.entries
          ),
        ),
      ],
      ['before the end', at(999, () => [single(timed, 'x'), timed.peek('a', 'x') !== undefined])],
      ['at the end', at(1000, () => [timed.peek('a', 'x') !== undefined, single(timed, 'x'), timed.entries])],
      ['own end', at(2999, () => single(timed, 'own'))],
      ['at its own end', at(3000, () => single(timed, 'own'))],
      ['used', at(0, () => (used.put('a', 'x', singleResult('x')), single(used, 'x')))],
      ['used again', at(999, () => single(used, 'x'))],
      ['a look does not use it', at(1998, () => used.peek('a', 'x') !== undefined)],
      ['unused', at(1999, () => single(used, 'x'))],
    ],
  });
});

const geoRecord = {
  location: { latitude: 52.5, longitude: 13 },
  country: { iso_code: 'DE' },
  subdivisions: [{ iso_code: 'BE' }],
  autonomous_system_number: 64_500,
  autonomous_system_organization: 'Example',
  ...{ lat: '52.5', lng: '13.4', city: 'Berlin', region: 'Berlin', timezone: 'Europe/Berlin', geoname_id: 2_950_159 },
  ...{ asn: 'AS64500', name: 'Example', domain: 'example.org', type: 'isp', route: '192.0.2.0/24' },
};
const otherRecord = { latitude: 1, longitude: '2', asn: 'none', autonomous_system_number: 'x', country: 'DE' };

test('data adapters return the stored results for unusual answers', async (context) => {
  const files = await mkdtemp(join(tmpdir(), 'log-console-adapters-'));
  const bodies: Readonly<Record<string, string>> = {
    object: '{"value":1,"m":{"a":[1]}}',
    list: '{"value":true,"m":["x",1]}',
    number: '{"value":12345678901234567890,"m":7}',
    none: '{"value":"x","m":null}',
    lacking: '{"value":"x"}',
    missing: '{"m":1}',
    nested: '{"value":{"a":1}}',
    broken: '{',
  };
  const web = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (name === 'agent')
      return void response.end(JSON.stringify({ value: request.headers['user-agent'], m: request.headers['x-a'] }));
    const file = texts[name.replace('.csv', '')];
    if (name.endsWith('.csv')) {
      const isKnown = request.headers['if-modified-since'] !== undefined;
      const status = file === undefined ? 404 : isKnown ? 304 : 200;
      const headers = { 'Last-Modified': 'Thu, 01 Feb 2024 09:00:00 GMT' };
      return void response.writeHead(status, headers).end(isKnown ? undefined : file);
    }
    if (name === 'error') return void response.writeHead(404).end('{"value":1}');
    return void response.end(bodies[decodeURIComponent(name)] ?? JSON.stringify({ value: name }));
  }).listen(0, '127.0.0.1');
  const records: Readonly<Record<string, Answer>> = {
    'PTR 7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': {
      type: 'PTR',
      name: 'x',
      ttl: 5,
      data: 'host.example.',
    },
    'A long.example': { type: 'A', name: 'long.example', ttl: 9, data: '192.0.2.9' },
    'AAAA v6.example': { type: 'AAAA', name: 'v6.example', ttl: 7, data: '2001:db8::7' },
    'A both.example': { type: 'A', name: 'both.example', ttl: 11, data: '192.0.2.11' },
    'AAAA both.example': { type: 'AAAA', name: 'both.example', ttl: 8, data: '2001:db8::8' },
    'A forged.example': { type: 'A', name: 'forged.example', ttl: 1, data: '192.0.2.1' },
    'A alias.example': { type: 'CNAME', name: 'alias.example', ttl: 1, data: 'both.example' },
    'TXT text.example': { type: 'TXT', name: 'text.example', ttl: 3, data: ['one ', 'two'] },
    'PTR 2.2.0.192.in-addr.arpa': { type: 'PTR', name: 'x', ttl: 4, data: 'a.b.c.local.' },
  };
  const answerTo = (packet: Packet, overTcp: boolean) => {
    const { id = 0, questions = [] } = packet;
    const name = questions[0]?.name ?? '';
    const found = records[`${questions[0]?.type} ${name}`];
    // Bit TC (0x200) tells that the answer is cut; response code 2 (SERVFAIL) is an error of the name server.
    const isCut = !overTcp && /^(long|cut|other|bytes|ended)\./.test(name);
    const flags = name === 'broken.example' ? 2 : name === 'unknown.example' ? 3 : isCut ? 0x200 : 0;
    return { type: 'response' as const, id, flags, questions, answers: found && flags === 0 ? [found] : [] };
  };
  const tcp = createTcpServer((socket) => {
    socket.once('data', (bytes: Buffer) => {
      const query = streamDecode(bytes);
      const answer = streamEncode(answerTo(query, true));
      const name = query.questions?.[0]?.name ?? '';
      if (name === 'ended.example') return void socket.end(answer.subarray(0, 5));
      if (name === 'bytes.example') return void socket.end(Buffer.from([0, 2, 1, 1]));
      if (name === 'other.example')
        return void socket.end(streamEncode({ ...answerTo(query, true), id: ((query.id ?? 0) + 1) & 0xffff }));
      // The answer comes in two pieces, of which the first ends within its length.
      socket.write(answer.subarray(0, 1));
      setTimeout(() => socket.end(answer.subarray(1)), 5);
    });
  }).listen(0, '127.0.0.1');
  await Promise.all([once(web, 'listening'), once(tcp, 'listening')]);
  // Cast: a server that listens on a port has such an address.
  const { port } = tcp.address() as AddressInfo;
  const forger = createSocket('udp4');
  const dns = createSocket('udp4');
  dns.on('message', (bytes, from) => {
    dns.send(Buffer.from('no DNS message'), from.port, from.address);
    const query = decode(bytes);
    const answer = answerTo(query, false);
    if (query.questions?.[0]?.name === 'forged.example') {
      const forgery = { ...answer, answers: [{ type: 'A' as const, name: 'x', ttl: 1, data: '203.0.113.1' }] };
      const { id = 0 } = query;
      const question = { type: 'A' as const, name: 'forged.example' };
      for (const forged of [
        { ...forgery, id: (id + 1) & 0xffff },
        { ...forgery, type: 'query' as const },
        { ...forgery, questions: [{ ...question, type: 'AAAA' as const }] },
        { ...forgery, questions: [{ ...question, name: 'other.example' }] },
        { ...forgery, questions: [] },
      ])
        dns.send(encode(forged), from.port, from.address);
      // The forger's datagram arrives before the answer of the name server.
      return void forger.send(encode(forgery), from.port, from.address, () =>
        dns.send(encode({ ...answer, questions: [{ ...question, name: 'FORGED.example' }] }), from.port, from.address),
      );
    }
    dns.send(encode(answer), from.port, from.address);
  });
  dns.bind(port, '127.0.0.1');
  await once(dns, 'listening');
  context.after(async () => {
    web.close();
    tcp.close();
    dns.close();
    forger.close();
    thread.close();
    await rm(files, { recursive: true });
  });
  const thread = new LoadThread();
  const rooms: AdapterRooms = {
    egress: new EgressGuard(() => Promise.resolve(true)),
    files: new ReadableFiles([files], undefined),
    thread,
    // Cast: none of the adapters stores rows.
    stored: undefined as unknown as AdapterRooms['stored'],
    threat: () => ({ tor: true, spamhaus: true, otx: true, otxApiKey: '' }),
    now: Date.now,
  };
  const adapterOf = (type: string, config: object) => {
    const description = adapterTypeOf(type);
    const running = runningTypes.get(type);
    if (!description || !running) throw new Error(`There is no adapter of the type ${type}.`);
    return running.make(cleanConfig(description, { ...config }), rooms, { id: 'a' });
  };
  const ask = async (type: string, config: object, key: string) => {
    const adapter = adapterOf(type, config);
    await adapter.refresh?.(new AbortController().signal);
    const result = await adapter.lookup(key);
    const error = adapter.error?.replaceAll(/:\d{4,5}\b|port \d+/g, ':<port>');
    await adapter.close?.();
    return error === undefined ? result : [result.has_error, error];
  };
  const [geo, other] = [join(files, 'geo.mmdb'), join(files, 'other.mmdb')];
  await writeFile(geo, databaseOf('11000000', geoRecord));
  await writeFile(other, databaseOf('11000000', otherRecord));
  // Cast: a server that listens on a port has such an address.
  const { port: webPort } = web.address() as AddressInfo;
  const json = { url: `http://127.0.0.1:${webPort}/\${key}`, single_value_jsonpath: '$.value' };
  const server = { server_ips: `127.0.0.1:${port}`, request_timeout: 5_000 };
  const kinds = ['MAXMIND_CITY', 'MAXMIND_COUNTRY', 'MAXMIND_ASN', 'IPINFO_STANDARD_LOCATION', 'IPINFO_ASN', 'OTHER'];
  const dnsRows: [string, string, object?][] = [
    ['PTR', '2001:db8::7'],
    ['PTR', 'no address'],
    ['PTR', '192.0.2.1'],
    ['A', 'long.example'],
    ['A', 'long.example.'],
    ['AAAA', 'v6.example'],
    ['A', 'broken.example'],
    ['A', ' '],
    ['A', `${'x'.repeat(64)}.example`],
    ['TXT', 'long.example'],
    ['TXT', 'text.example'],
    ['A_AAAA', 'both.example'],
    ['A_AAAA', 'v6.example'],
    ['A', 'forged.example'],
    ['A', 'alias.example'],
    ['A', 'unknown.example'],
    ['PTR', '192.0.2.2'],
    ...['cut', 'other', 'bytes', 'ended'].map((name): [string, string] => ['A', `${name}.example`]),
    [
      'A',
      'long.example',
      { cache_ttl_override_enabled: true, cache_ttl_override: 2, cache_ttl_override_unit: 'MINUTES' },
    ],
    [
      'A',
      'none.example',
      { cache_ttl_override_enabled: true, cache_ttl_override: 2, cache_ttl_override_unit: 'MINUTES' },
    ],
  ];
  const texts: Readonly<Record<string, string>> = {
    plain: 'key,value,floor\nAnna,1,first\nbob,2,\n',
    networks: 'key,value,floor\n10.0.0.0/8,wide,1\n10.1.0.0/16,narrow,2\n192.0.2.7,one,3\n2001:db8::/32,six,4\n',
    semicolons: "key;value;floor\n'a;b';1;'it''s'\n",
    headless: 'Anna,1,first\n#note,2,x\nbob,2\nshort\n',
    lines: 'Anna|1;bob|2;',
    doubled: 'key,value\na,1\na,2\n',
    lacking: 'name,other\na,1\n',
    empty: '',
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(files, `${name}.csv`), text);
  const loaded = async (type: string, config: object, key: string) => {
    const adapter = adapterOf(type, config);
    const before = [await adapter.lookup(key), adapter.figures];
    const refreshed: unknown[] = [];
    for (const _time of [1, 2])
      refreshed.push(
        await adapter.refresh?.(new AbortController().signal).catch((error: unknown) =>
          String(error)
            .replaceAll(files, '<files>')
            .replace(/:\d+\//, ':<port>/'),
        ),
      );
    const { loadedAt: _loadedAt, size: _size, ...figures }: Record<string, unknown> = { ...adapter.figures };
    return [...before, ...refreshed, await adapter.lookup(key), figures, adapter.refreshMs];
  };
  const fileRows: [file: string, key: string, config?: object][] = [
    ['plain', 'Anna'],
    ['plain', 'anna'],
    ['plain', 'ANNA', { case_insensitive_lookup: true }],
    ['plain', 'Bob', { case_insensitive_lookup: true, value_column: '*' }],
    ['plain', 'bob', { value_column: 'floor', check_interval: 7 }],
    ['plain', 'first', { key_column: 'floor', value_column: 'key' }],
    ['plain', 'Anna', { value_column: 'none' }],
    ['plain', 'Anna', { cidr_lookup: true }],
    ...[' 10.1.2.3 ', '10.2.0.1', '11.0.0.1', '192.0.2.7', '2001:db8::1', 'text', ''].flatMap(
      (key): [string, string, object][] => [
        ['networks', key, { cidr_lookup: true }],
        ['networks', key, { cidr_lookup: true, value_column: '*' }],
      ],
    ),
    ['semicolons', 'a;b', { separator: ';', quotechar: "'", value_column: 'floor' }],
    ['doubled', 'a'],
    ['lacking', 'a'],
    ['empty', 'a'],
    ['none', 'a'],
  ];
  const webRows: [file: string, key: string, config?: object][] = [
    ['headless', 'Anna'],
    ['headless', 'anna'],
    ['headless', 'ANNA', { case_insensitive_lookup: true }],
    ['headless', '#note'],
    ['headless', '#note', { ignorechar: '//' }],
    ['headless', 'bob', { value_column: 2 }],
    ['headless', 'first', { key_column: 2, value_column: 0, refresh_interval: 9 }],
    ['headless', 'short', { check_presence_only: true }],
    ['headless', 'none', { check_presence_only: true }],
    ['headless', 'none'],
    ['lines', 'bob', { separator: '|', line_separator: ';' }],
    ['doubled', 'a'],
    ['empty', 'a'],
    ['none', 'a'],
  ];
  await compareTable('lookup/tables-adapters.txt', {
    'CSV files': fileRows.map(([file, key, config = {}]): Row => [
      `${file} ${JSON.stringify(key)} ${JSON.stringify(config)}`,
      () => loaded('csvfile', { path: join(files, `${file}.csv`), ...config }, key),
    ]),
    'separated values of web services': webRows.map(([file, key, config = {}]): Row => [
      `${file} ${JSON.stringify(key)} ${JSON.stringify(config)}`,
      () => loaded('dsvhttp', { url: `http://127.0.0.1:${webPort}/${file}.csv`, ...config }, key),
    ]),
    'line separators': rowsOf(['\n', '\\r\\n', ';', 'ab', 'abc', '\\t\\t', ''], (line_separator) =>
      runningTypes.get('dsvhttp')?.problems?.({ type: 'dsvhttp', url: 'http://127.0.0.1/', line_separator }, rooms),
    ),
    places: kinds.flatMap((kind) =>
      [geo, other].map((path): Row => [
        `${kind} ${path === geo ? 'full record' : 'other record'}`,
        () => ask('maxmind_geoip', { path, database_type: kind }, '192.0.2.1'),
      ]),
    ),
    'JSON of web services': [...Object.keys(bodies), 'error', 'a b/ä'].flatMap((name) =>
      ['$.m', ''].map((multi): Row => [
        `${name} ${multi}`,
        () => ask('httpjsonpath', { ...json, multi_value_jsonpath: multi }, name),
      ]),
    ),
    'headers of web services': [
      [
        'own',
        () =>
          ask(
            'httpjsonpath',
            { ...json, multi_value_jsonpath: '$.m', user_agent: 'mine', headers: { 'X-A': 'v' } },
            'agent',
          ),
      ],
      ['usual', () => ask('httpjsonpath', { ...json, user_agent: '' }, 'agent')],
    ],
    'name servers': dnsRows.map(([type, key, more]): Row => [
      `${type} ${key} ${JSON.stringify(more ?? {})}`,
      () => ask('dnslookup', { lookup_type: type, ...server, ...more }, key),
    ]),
    'addresses of name servers': rowsOf(
      [
        '127.0.0.1',
        ' 127.0.0.1:53 , ,[::1]:5353',
        '127.0.0.1:0',
        '127.0.0.1:65535',
        '127.0.0.1:65536',
        'host:53',
        'fe80::1%eth0',
        '[fe80::1%eth0]:53',
        Array.from({ length: 10 }, () => '127.0.0.1').join(),
        Array.from({ length: 11 }, () => '127.0.0.1').join(),
      ],
      (server_ips) => runningTypes.get('dnslookup')?.problems?.({ type: 'dnslookup', server_ips }, rooms),
    ),
  });
});
