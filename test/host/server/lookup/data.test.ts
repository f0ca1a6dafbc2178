/** CSV, DSV and network lists become searchable data; errors are reported with their lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWords, networkOf } from '../../../../host/server/lookup/data/address.js';
import { csvRecords, safeCsvLine } from '../../../../host/server/lookup/data/csv.js';
import { load, type CsvTask, type DsvTask } from '../../../../host/server/lookup/data/load.js';
import { PrefixTree, PrefixTreeBuilder } from '../../../../host/server/lookup/data/prefix-tree.js';
import { LoadedData } from '../../../../host/server/lookup/loaded-data.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const csv = (text: string, facts: Partial<CsvTask> = {}): CsvTask => ({
  kind: 'csv',
  bytes: bytes(text),
  separator: ',',
  quote: '"',
  keyColumn: 'key',
  valueColumn: 'value',
  caseInsensitive: false,
  cidr: false,
  ...facts,
});
const dsv = (text: string, facts: Partial<DsvTask> = {}): DsvTask => ({
  kind: 'dsv',
  bytes: bytes(text),
  separator: ',',
  lineSeparator: '\n',
  quote: '"',
  ignore: '#',
  keyColumn: 0,
  valueColumn: 1,
  caseInsensitive: false,
  ...facts,
});

function loaded(task: CsvTask | DsvTask): LoadedData {
  const outcome = load(task, 7);
  assert.ok('loaded' in outcome, JSON.stringify(outcome));
  return new LoadedData(outcome.loaded);
}
const value = (data: LoadedData, key: string): string | undefined => {
  const row = data.find(key);
  return row < 0 ? undefined : data.cell(row);
};
const refusals = (task: CsvTask | DsvTask): readonly (readonly [number | null, string])[] => {
  const outcome = load(task, 7);
  assert.ok('refused' in outcome);
  return outcome.refused.map(({ line, text }) => [line, text] as const);
};

test('CSV follows RFC 4180 and counts lines through line breaks in quotes', () => {
  const text = 'a,"b ""x"", y",c\r\n\r\n"two\nlines",2,\nlast,"",C:\\dir\\\n';
  assert.deepEqual(
    [...csvRecords(text, ',', '"')].map(({ line, values }) => [line, ...values]),
    [
      [1, 'a', 'b "x", y', 'c'],
      [3, 'two\nlines', '2', ''],
      [5, 'last', '', 'C:\\dir\\'],
    ],
  );
  assert.throws(() => [...csvRecords('a\n"open', ',', '"')], /line 2 is not closed/);
});

test('a line of more than 1,000 values is refused, with and without quotes', () => {
  const line = (count: number, value: string): string => Array<string>(count).fill(value).join(',');
  for (const value of ['a', '"a"']) {
    assert.equal([...csvRecords(line(1_000, value), ',', '"')][0]?.values.length, 1_000);
    assert.throws(() => [...csvRecords(`a\n${line(1_001, value)}`, ',', '"')], /Line 2 has more than 1000 values/);
  }
});

test('rows of a CSV file are found by key; an empty value is a hit; a byte order mark is ignored', () => {
  const data = loaded(csv('\uFEFFother,key,value\nx,Ä key,1\ny,b,\n'));
  assert.equal(value(data, 'Ä key'), '1');
  assert.equal(value(data, 'b'), '');
  assert.equal(value(data, 'c'), undefined);
  assert.equal(value(loaded(csv('key,value\nABC,1\n', { caseInsensitive: true })), 'abc'), '1');
  const whole = loaded(csv('key,team,tier\nk,core,1\n', { valueColumn: '*' }));
  assert.deepEqual(whole.record(whole.find('k')), { key: 'k', team: 'core', tier: '1' });
});

test('an invalid CSV file is refused with the reason and the line', () => {
  const cases: readonly (readonly [CsvTask, line: number | null, says: RegExp])[] = [
    [csv(''), null, /file is empty/],
    [csv('key,wert\na,1\n'), 1, /no column "value".*"key", "wert"/],
    [csv('key,value\na,1\nb\n'), 3, /1 values, but 2 are needed/],
    [csv('key,value\na,1\nb,2\na,3\n'), 4, /The key "a" already appears in line 2/],
    [csv('key,value\nA,1\na,3\n', { caseInsensitive: true }), 3, /"a" already appears in line 2/],
    [csv('key,value\na,"1\n'), 2, /not closed/],
    [csv('key,value\n10.0.0.0/8,1\n10.1.0.0/8,2\n', { cidr: true }), 3, /network .* earlier line/],
  ];
  for (const [task, line, says] of cases) {
    const [[at, text] = [0, '']] = refusals(task);
    assert.equal(at, line, text);
    assert.match(text, says);
  }
  const bad = new Uint8Array([...bytes('key,value\nok,1\n'), 0xff, 0x2c, 0x31]);
  assert.deepEqual(refusals({ ...csv(''), bytes: bad }), [[3, 'The file is not encoded in UTF-8.']]);
});

test('the lookup finds the smallest of several networks that contain an address, IPv4 and IPv6', () => {
  const rows = [
    '10.0.0.0/8,eight',
    '10.1.0.0/16,sixteen',
    '10.1.2.3,one',
    '0.0.0.0/0,all',
    '2001:db8::/32,doc',
    'host,x',
  ];
  const data = loaded(csv(`key,value\n${rows.join('\n')}\n`, { cidr: true }));
  const of = (address: string) => {
    const row = data.findNetwork(address);
    return row === undefined || row < 0 ? row : data.cell(row);
  };
  const found: Readonly<Record<string, string | number | undefined>> = {
    '10.1.2.3': 'one',
    '10.1.2.4': 'sixteen',
    '10.2.0.1': 'eight',
    '192.0.2.1': 'all',
    '::ffff:10.1.2.3': 'one',
    '2001:db8:1::1': 'doc',
    '2001:db9::1': -1,
    nonsense: undefined,
  };
  for (const [address, expected] of Object.entries(found)) assert.equal(of(address), expected, address);
  assert.equal(data.problemCount, 1, 'a key that is not a network is reported and omitted');
  assert.equal(data.problems[0]?.line, 7);
});

test('the prefix tree finds the same networks as a linear search for many random networks', () => {
  const builder = new PrefixTreeBuilder();
  let state = 1;
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
  const networks = Array.from({ length: 2_000 }, () => {
    const text = `${[0, 0, 0, 0].map(() => random(4) * 64 + random(3)).join('.')}/${random(33)}`;
    const network = networkOf(text);
    assert.ok(network);
    return network;
  });
  const known: typeof networks = [];
  for (const network of networks) if (builder.add(network, known.length)) known.push(network);
  const tree = new PrefixTree(builder.finish());
  const holds = ({ words: [base = 0], bits }: (typeof networks)[number], address: number): boolean =>
    bits === 0 || (base ^ address) >>> (32 - bits) === 0;
  for (let count = 0; count < 2_000; count += 1) {
    const words = addressWords([0, 0, 0, 0].map(() => random(4) * 64 + random(3)).join('.')) ?? [];
    const all = known.flatMap((network, at) => (holds(network, words[0] ?? 0) ? [at] : []));
    const best = all.sort((a, b) => (known[b]?.bits ?? 0) - (known[a]?.bits ?? 0))[0] ?? -1;
    assert.equal(tree.find(words), best);
  }
});

test('a DSV file may contain comments and quoted values; short lines are omitted and duplicate keys refused', () => {
  const data = loaded(dsv('# comment\n"a, b" , "x"\nshort\nc,d\r\n'));
  assert.equal(value(data, 'a, b'), 'x');
  assert.equal(value(data, 'c'), 'd');
  assert.equal(data.problemCount, 1);
  assert.equal(value(loaded(dsv('a;b;c\n', { separator: ';', keyColumn: 2, valueColumn: undefined })), 'c'), 'true');
  assert.match(refusals(dsv('a,1\na,2\n'))[0]?.[1] ?? '', /already/);
});

test('each of 100,000 rows and networks is found, and no missing key', () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `key-${at},"value ""${at}"", quoted"`);
  const data = loaded(csv(`key,value\n${lines.join('\n')}\n`));
  for (let at = 0; at < 100_000; at += 1) {
    if (value(data, `key-${at}`) !== `value "${at}", quoted` || data.find(`no-${at}`) >= 0) assert.fail(`key-${at}`);
  }
  const networks = Array.from(
    { length: 100_000 },
    (_, at) => `${1 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.0/24,${at}`,
  );
  const tree = loaded(csv(`key,value\n${networks.join('\n')}\n`, { cidr: true }));
  for (let at = 0; at < 100_000; at += 1) {
    const row = tree.findNetwork(`${1 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.9`);
    assert.equal(tree.cell(row ?? -1), String(at), `the network ${at} is found`);
  }
});

test('a line of CSV escapes separators and quotes, and every start of a formula', () => {
  const cases: readonly [cell: string, written: string][] = [
    ['plain', 'plain'],
    ['a=1', 'a=1'],
    ['a,b', '"a,b"'],
    ['say "a"', '"say ""a"""'],
    ['two\nlines', '"two\nlines"'],
    ['\rx', '"\'\rx"'],
    ...['=', '+', '-', '@', '\t'].map((start): [string, string] => [`${start}x`, `'${start}x`]),
  ];
  for (const [cell, written] of cases) assert.equal(safeCsvLine([cell]), `${written}\r\n`);
});
