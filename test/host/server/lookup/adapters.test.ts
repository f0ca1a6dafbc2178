/** Data adapters read real sockets and files, report errors, and keep their data when a source fails. */
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { decode, encode, type Answer } from 'dns-packet';
import { configClasses } from '../../../../api/contract/cluster-config-classes.js';
import type { ConfigValues } from '../../../../api/contract/cluster-config.schema.js';
import { adapterTypeOf } from '../../../../api/lookup/adapters/index.js';
import { cleanConfig } from '../../../../api/lookup/fields.js';
import { ReadableFiles } from '../../../../host/server/intake/files/readable-files.js';
import type { Adapter, AdapterRooms } from '../../../../host/server/lookup/adapter.js';
import { runningTypes } from '../../../../host/server/lookup/adapters/index.js';
import { LoadThread } from '../../../../host/server/lookup/data/load-thread.js';
import { GeoResolver } from '../../../../host/server/lookup/geo/geo-resolver.js';
import { sourceCall } from '../../../../host/server/lookup/source-call.js';
import type { Log } from '../../../../host/server/log/log.js';
import { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';
import { until } from '../../../until.js';
import { databaseOf } from './mmdb.js';

let web: Server;
let base: string;
let dns: Socket;
let files: string;
let rooms: AdapterRooms;
let listed: (url: string) => boolean;
let list = '';
const signal = new AbortController().signal;
const records: Readonly<Record<string, readonly Answer[]>> = {
  'A web.example': [{ type: 'A', name: 'web.example', ttl: 30, data: '192.0.2.7' }],
  'AAAA web.example': [{ type: 'AAAA', name: 'web.example', ttl: 10, data: '2001:db8::7' }],
  'PTR 7.2.0.192.in-addr.arpa': [{ type: 'PTR', name: '7.2.0.192.in-addr.arpa', ttl: 5, data: 'a.b.example.co.uk' }],
  'TXT web.example': [{ type: 'TXT', name: 'web.example', ttl: 60, data: ['v=', 'spf1'] }],
};

before(async () => {
  files = await mkdtemp(join(tmpdir(), 'adapters-'));
  web = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    if (url.pathname === '/list') return void response.writeHead(200, { 'Last-Modified': 'now' }).end(list);
    if (url.pathname === '/away') return void response.writeHead(302, { Location: '/secret' }).end();
    if (url.pathname === '/secret') return void response.end('{"value":"inside"}');
    if (url.pathname === '/broken') return void response.end('<html>');
    return void response.end(JSON.stringify({ value: url.searchParams.get('key'), tags: ['a', 'b'], n: { deep: 1 } }));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  dns = createSocket('udp4');
  dns.on('message', (bytes, { port, address }) => {
    const { id, questions = [] } = decode(bytes);
    const [question] = questions;
    const answers = [...(records[`${question?.type} ${question?.name}`] ?? [])];
    // Response code 3 (NXDOMAIN) means that the name does not exist (RFC 1035 §4.1.1).
    const flags = question?.name === 'missing.example' ? 3 : 0;
    dns.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address);
  });
  await new Promise<void>((resolve) => dns.bind(0, '127.0.0.1', resolve));
  listed = () => true;
  rooms = {
    egress: new EgressGuard((url) => Promise.resolve(listed(url))),
    files: new ReadableFiles([files], undefined),
    thread: new LoadThread(),
    // No adapter of this file stores rows, so `stored` is never used.
    stored: undefined as unknown as AdapterRooms['stored'],
    threat: () => ({ tor: true, spamhaus: true, otx: true, otxApiKey: '' }),
    now: Date.now,
  };
});
after(async () => {
  web.close();
  dns.close();
  rooms.thread.close();
  await rm(files, { recursive: true });
});

function adapterOf(type: string, given: object): Adapter {
  const description = adapterTypeOf(type);
  const running = runningTypes.get(type);
  assert.ok(description && running);
  return running.make(cleanConfig(description, { ...given }), rooms, { id: 'a' });
}

test('the JSON adapter finds values and lists, reports missing values and invalid JSON, and checks redirects against the allow-list', async () => {
  const multi = { multi_value_jsonpath: '$.tags' };
  const found = await adapterOf('httpjsonpath', { url: `${base}/q?key=\${key}`, ...multi }).lookup('a b&c');
  assert.deepEqual(
    [found.single_value, found.multi_value, found.string_list_value],
    ['a b&c', { value: ['a', 'b'] }, ['a', 'b']],
  );
  for (const [config, says] of [
    [{ url: `${base}/q?key=\${key}`, single_value_jsonpath: '$.n' }, /no text, number or Boolean at \$\.n/],
    [{ url: `${base}/broken` }, /no JSON/],
    [{ url: 'http://127.0.0.1:1/' }, /nothing listens there/],
  ] as const) {
    const adapter = adapterOf('httpjsonpath', config);
    assert.equal((await adapter.lookup('k')).has_error, true);
    assert.match(adapter.error ?? '', says);
  }
  listed = (url) => !url.endsWith('/secret');
  const away = adapterOf('httpjsonpath', { url: `${base}/away` });
  assert.equal((await away.lookup('k')).has_error, true);
  assert.match(away.error ?? '', /secret is not on the URL whitelist/);
  listed = () => true;
  assert.equal((await away.lookup('k')).single_value, 'inside');
  assert.equal(away.error, undefined, 'the error is cleared after a successful lookup');
});

test('credentials of the source of a data adapter are sent to its own origin only, also after a redirect', async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization, request.headers['x-key'] as string | undefined);
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with this port, hence the casts.
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const own = createServer((request, response) => {
    seen.push(request.headers.authorization, request.headers['x-key'] as string | undefined);
    response.writeHead(302, { Location: request.url === '/here' ? '/there' : elsewhere }).end();
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(own.address() as AddressInfo).port}/here`;
    const headers = { Authorization: 'Bearer secret', 'X-Key': 'secret' };
    const answer = await sourceCall({ url, headers, mostBytes: 100, timeoutMs: 5_000 }, rooms.egress, signal);
    assert.equal(answer.status, 200);
    assert.deepEqual(seen, ['Bearer secret', 'secret', 'Bearer secret', 'secret', undefined, undefined]);
  } finally {
    own.close();
    other.close();
  }
});

test('the DSV adapter loads a file over HTTP and keeps its data when the file becomes invalid', async () => {
  const adapter = adapterOf('dsvhttp', { url: `${base}/list` });
  list = 'a,1\nb,2\n';
  assert.equal(await adapter.refresh?.(signal), true);
  assert.equal((await adapter.lookup('b')).single_value, '2');
  list = 'a,1\na,2\n';
  await assert.rejects(adapter.refresh?.(signal) ?? Promise.resolve(), /Line 2: The key "a"/);
  assert.equal((await adapter.lookup('b')).single_value, '2');
  assert.equal(adapter.figures.problems[0]?.line, 2);
});

test('the DNS adapter finds addresses, names and texts with the smallest TTL, and refuses servers that are not allowed', async () => {
  const server = `127.0.0.1:${dns.address().port}`;
  const ask = (lookup_type: string, key: string) =>
    adapterOf('dnslookup', { lookup_type, server_ips: server }).lookup(key);
  const both = await ask('A_AAAA', ' web.example ');
  assert.deepEqual(
    [both.single_value, both.ttl, both.string_list_value],
    ['192.0.2.7', 10_000, ['192.0.2.7', '2001:db8::7']],
  );
  const name = await ask('PTR', '192.0.2.7');
  assert.deepEqual(name.multi_value, { domain: 'example.co.uk', full_domain: 'a.b.example.co.uk', dns_ttl: 5 });
  const text = await ask('TXT', 'web.example');
  assert.deepEqual([text.single_value, text.multi_value], [null, { raw_results: [{ value: 'v=spf1', dns_ttl: 60 }] }]);
  const missing = await ask('A', 'missing.example');
  assert.deepEqual([missing.has_error, missing.single_value], [false, null]);
  assert.equal((await ask('A', 'no name at all!')).has_error, false);
  listed = () => false;
  const closed = adapterOf('dnslookup', { lookup_type: 'A', server_ips: server });
  assert.equal((await closed.lookup('web.example')).has_error, true);
  assert.match(closed.error ?? '', /whitelist/);
  listed = () => true;
});

test('the GeoIP adapter finds places and no unknown address, and keeps its data when the file becomes invalid', async () => {
  const path = join(files, 'city.mmdb');
  const record = {
    location: { latitude: 52.5, longitude: 13 },
    country: { iso_code: 'DE' },
    city: { names: { en: 'Berlin' } },
  };
  await writeFile(path, databaseOf('11000000', record));
  const adapter = adapterOf('maxmind_geoip', { path, database_type: 'MAXMIND_CITY' });
  assert.equal(await adapter.refresh?.(signal), true);
  const found = await adapter.lookup('192.0.2.1');
  assert.equal(found.single_value, '52.5,13.0');
  assert.deepEqual(found.multi_value?.['city'], { names: { en: 'Berlin' } });
  for (const key of ['10.0.0.1', '2001:db8::1', 'nonsense', ''])
    assert.equal((await adapter.lookup(key)).multi_value, null, key);
  await writeFile(path, 'no database');
  await assert.rejects(adapter.refresh?.(signal) ?? Promise.resolve(), /no MaxMind database/);
  assert.equal((await adapter.lookup('192.0.2.1')).single_value, '52.5,13.0');
});

test('the enabled GeoIP resolver adds the place of each address, in plain field names and in those of the schema', async () => {
  const path = join(files, 'resolver.mmdb');
  const record = {
    location: { latitude: 52.5, longitude: 13.25, time_zone: 'Europe/Berlin' },
    country: { iso_code: 'DE' },
    city: { names: { en: 'Berlin' } },
  };
  await writeFile(path, databaseOf('00001000', record));
  let config: ConfigValues['geoIp'] = {
    ...configClasses.geoIp.defaults,
    enabled: true,
    city_db_path: path,
    asn_db_path: '',
  };
  const published: unknown[] = [];
  const notifications = {
    publish: (one: object) => Promise.resolve(void published.push(one)),
    remove: () => Promise.resolve(true),
  };
  // The test double has only the methods that adapters use.
  const log = { warn: () => undefined, error: () => undefined } as unknown as Log;
  const geo = new GeoResolver({ config: () => config, files: rooms.files, notifications, log });
  const located = async (fields: Record<string, string>, source = 'host') => {
    await geo.look();
    const message = {
      timestamp: 0,
      source,
      message: '',
      fields: { ...fields },
      streams: [],
      inputId: '',
      receivedAt: 0,
    };
    geo.apply(message);
    return message.fields as Record<string, unknown>;
  };
  await until('the database is loaded', async () => 'ip_geolocation' in (await located({ ip: '8.8.8.8' })));
  assert.deepEqual(await located({ ip: '8.8.8.8', text: 'x', other: '9.9.9.9' }), {
    ip: '8.8.8.8',
    text: 'x',
    other: '9.9.9.9',
    ip_geolocation: '52.5,13.25',
    ip_country_code: 'DE',
    ip_city_name: 'Berlin',
  });
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`ip${at}`, '8.8.8.8']));
  const bounded = await located(many, '8.8.8.8');
  assert.equal(Object.keys(bounded).filter((name) => /^ip\d+_city_name$/.test(name)).length, 20);
  assert.equal(
    bounded['source_city_name'],
    'Berlin',
    'further address fields do not keep the source from being resolved',
  );
  config = { ...config, enforce_graylog_schema: true };
  await until(
    'the changed schema is applied',
    async () => 'source_geo_city' in (await located({ source_ip: '8.8.8.8' })),
  );
  const found = await located({ source_ip: '8.8.8.8', destination_ip: '10.0.0.1', ip: '8.8.8.8' });
  assert.equal(found['source_geo_name'], 'Berlin, DE');
  assert.equal(found['destination_reserved_ip'], true);
  assert.equal('ip_geolocation' in found, false);
  config = { ...config, city_db_path: '/etc/passwd' };
  await until('the refused path is reported', async () => (await geo.look(), published.length > 0));
  config = { ...config, enabled: false };
  assert.deepEqual(await located({ source_ip: '8.8.8.8' }), { source_ip: '8.8.8.8' });
  geo.close();
});

test('an adapter of a discontinued source reports that it should be deleted, and finds nothing', async () => {
  const adapter = adapterOf('abuse-ch-ransom', {});
  assert.match(adapter.error ?? '', /should be deleted/);
  assert.equal((await adapter.lookup('x')).single_value, null);
});
