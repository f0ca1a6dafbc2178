/**
 * Data adapters for threat intelligence and registries against local servers that answer in the formats of the public ones: good answers,
 * broken ones, endless ones, redirects through the whitelist, and switches.
 */
import assert from 'node:assert/strict';
import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { adapterTypeOf } from '../../../../api/lookup/adapters/index.js';
import { cleanConfig } from '../../../../api/lookup/fields.js';
import type { Adapter, AdapterRooms, AdapterType, ThreatSwitches } from '../../../../host/server/lookup/adapter.js';
import { otxApiType } from '../../../../host/server/lookup/adapters/otx-api/index.js';
import { spamhausEDrop } from '../../../../host/server/lookup/adapters/spamhaus-edrop/index.js';
import { torExitNode } from '../../../../host/server/lookup/adapters/torexitnode/index.js';
import { whois } from '../../../../host/server/lookup/adapters/whois/index.js';
import { LoadThread } from '../../../../host/server/lookup/data/load-thread.js';
import { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';

interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True: the response never ends. */
  readonly endless?: boolean;
}

let web: Server;
let base: string;
let registry: TcpServer;
let registryPort: number;
let pages: Record<string, Page> = {};
let asked: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
/** Responses of the fake WHOIS registry by query; undefined: the registry never responds. */
let registryAnswers: Record<string, string | undefined> = {};
let queries: string[] = [];
let listed: (url: string) => boolean;
let switches: ThreatSwitches;
let rooms: AdapterRooms;
const open = new Set<Socket>();
const { signal } = new AbortController();

before(async () => {
  web = createHttp((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    const { status = 200, headers = {}, body = '', endless = false } = pages[request.url ?? ''] ?? { status: 404 };
    const isKnown = headers['Last-Modified'] !== undefined && request.headers['if-modified-since'] !== undefined;
    if (isKnown) return void response.writeHead(304).end();
    response.writeHead(status, headers);
    if (!endless) return void response.end(body);
    const timer = setInterval(() => response.write('x'.repeat(1_000_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  registry = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      const query = bytes.toString().trim();
      queries.push(query);
      const answer = registryAnswers[query];
      if (answer !== undefined) socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  registryPort = (registry.address() as AddressInfo).port;
  rooms = {
    // All registry host names resolve to the local fake registry.
    egress: new EgressGuard(
      (url) => Promise.resolve(listed(url)),
      () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    ),
    // No adapter of this file reads files or stores rows, so these members are never used.
    files: undefined as unknown as AdapterRooms['files'],
    thread: new LoadThread(),
    stored: undefined as unknown as AdapterRooms['stored'],
    threat: () => switches,
    now: Date.now,
  };
});
after(() => {
  web.closeAllConnections();
  web.close();
  for (const socket of open) socket.destroy();
  registry.close();
  rooms.thread.close();
});
beforeEach(() => {
  [pages, asked, registryAnswers, queries] = [{}, [], {}, []];
  listed = () => true;
  switches = { tor: true, spamhaus: true, otx: true, otxApiKey: '' };
});

function made(type: AdapterType, config: object = {}): Adapter {
  const description = adapterTypeOf(type.type);
  assert.ok(description);
  return type.make(cleanConfig(description, { ...config }), rooms, { id: 'a' });
}
const refreshed = async (adapter: Adapter): Promise<boolean | undefined> => adapter.refresh?.(signal);

const exits = (...lines: readonly string[]): string =>
  `${['ExitNode 0011BD24', 'Published 2026-11-26 21:22:23', 'LastStatus 2026-11-27 02:00:00', ...lines].join('\n')}\n`;

test('Tor: finds the exit nodes of an address, sends conditional requests, and keeps its data when the list is invalid', async () => {
  const adapter = made(torExitNode(`${base}/exits`));
  const body =
    exits('ExitAddress 192.0.2.1 2026-11-27 02:11:43', 'ExitAddress 192.0.2.2 2026-11-27 02:11:44') +
    'ExitNode 00AA\nExitAddress 192.0.2.1 2026-11-27 02:20:00\n';
  pages['/exits'] = { body, headers: { 'Last-Modified': 'Fri, 27 Nov 2026 02:00:00 GMT' } };
  assert.equal(await refreshed(adapter), true);
  const found = await adapter.lookup(' 192.0.2.1 ');
  assert.deepEqual([found.single_value, found.multi_value], ['0011BD24, 00AA', { node_ids: ['0011BD24', '00AA'] }]);
  assert.equal((await adapter.lookup('192.0.2.2')).single_value, '0011BD24');
  for (const key of ['192.0.2.9', '', 'no address']) assert.equal((await adapter.lookup(key)).single_value, null, key);
  assert.equal(await refreshed(adapter), false, 'the data stays when the list has not changed');
  assert.equal(asked.at(-1)?.headers['if-modified-since'], 'Fri, 27 Nov 2026 02:00:00 GMT');
  for (const [page, says] of [
    [{ status: 503 }, /exits answers with status 503/],
    [{ body: '<html>blocked</html>' }, /no exit nodes/],
    [{ status: 302, headers: { Location: '/elsewhere' } }, /elsewhere is not on the URL whitelist/],
  ] as const) {
    pages['/exits'] = page;
    listed = (url) => !url.endsWith('/elsewhere');
    await assert.rejects(refreshed(adapter) ?? Promise.resolve(), says);
    assert.equal((await adapter.lookup('192.0.2.2')).single_value, '0011BD24', 'the data stays');
  }
  switches = { ...switches, tor: false };
  assert.match(adapter.error ?? '', /switched off/);
  assert.equal((await adapter.lookup('192.0.2.2')).single_value, null);
  assert.equal(await refreshed(adapter), false);
});

test('Spamhaus: finds the listed network of an address, works with one of two lists, and keeps its data when both fail', async () => {
  const adapter = made(spamhausEDrop([`${base}/drop`, `${base}/edrop`]));
  pages['/drop'] = { body: '; Spamhaus DROP List\n192.0.2.0/24 ; SBL1\n198.51.100.0/25 ; SBL2\n' };
  pages['/edrop'] = { body: '; EDROP was merged into DROP\n; Expires: later\n' };
  assert.equal(await refreshed(adapter), true);
  const found = await adapter.lookup('192.0.2.77');
  assert.deepEqual([found.single_value, found.multi_value], [true, { sbl_id: 'SBL1', subnet: '192.0.2.0/24' }]);
  assert.equal((await adapter.lookup('198.51.100.200')).single_value, false);
  assert.equal((await adapter.lookup('2001:db8::1')).single_value, false);
  assert.equal(adapter.figures.rows, 2);

  pages['/drop'] = { body: '203.0.113.0/24 ; SBL3\n192.0.2.0/24 ; SBL1\n' };
  pages['/edrop'] = { status: 404 };
  assert.equal(await refreshed(adapter), true, 'the readable list is used');
  assert.match(adapter.error ?? '', /edrop answers with status 404/);
  assert.equal((await adapter.lookup('203.0.113.5')).single_value, true);

  pages['/edrop'] = { body: '192.0.2.0/24 ; SBL1\n233.252.0.0/24 ; SBL9\n' };
  await refreshed(adapter);
  assert.deepEqual([adapter.error, (await adapter.lookup('233.252.0.1')).single_value], [undefined, true]);

  pages['/drop'] = { body: '<html>\nblocked' };
  pages['/edrop'] = { body: '<html>\nblocked' };
  await assert.rejects(refreshed(adapter) ?? Promise.resolve(), /no networks/);
  assert.equal((await adapter.lookup('203.0.113.5')).single_value, true, 'the data stays');
  pages = {};
  await assert.rejects(refreshed(adapter) ?? Promise.resolve(), /status 404/);
  listed = () => false;
  await assert.rejects(refreshed(adapter) ?? Promise.resolve(), /not on the URL whitelist/);
});

test('OTX: finds the pulses of an indicator with the configured key, sends no private addresses, and reports failures', async () => {
  const config = { api_url: `${base}/`, http_user_agent: 'agent' };
  const adapter = made(otxApiType, config);
  const at = (kind: string, key: string): string => `/api/v1/indicators/${kind}/${encodeURIComponent(key)}/general`;
  pages[at('IPv4', '192.0.32.1')] = { body: '{"indicator":"192.0.32.1","pulse_info":{"count":7},"asn":"AS1"}' };
  pages[at('IPv6', '2620:0:2d0:200::7')] = { body: '{"pulse_info":{"count":0}}' };
  switches = { ...switches, otxApiKey: 'shared' };
  const found = await adapter.lookup('192.0.32.1');
  assert.deepEqual([found.single_value, found.multi_value?.['asn']], [7, 'AS1']);
  assert.deepEqual([asked[0]?.headers['x-otx-api-key'], asked[0]?.headers['user-agent']], ['shared', 'agent']);
  assert.equal((await adapter.lookup('2620:0:2d0:200::7')).single_value, 0);
  const count = asked.length;
  for (const key of ['10.0.0.1', '::1', 'no.address', ''])
    assert.equal((await adapter.lookup(key)).multi_value, null, key);
  assert.equal(asked.length, count, 'private addresses and other texts are not sent');

  const domains = made(otxApiType, { ...config, indicator: 'domain', api_key: 'own' });
  pages[at('domain', 'a b/../c')] = { body: '{"pulse_info":{"count":1}}' };
  assert.equal((await domains.lookup('a b/../c')).single_value, 1, 'a hostile key stays one path segment');
  assert.equal(asked.at(-1)?.headers['x-otx-api-key'], 'own');

  for (const [page, says] of [
    [{ status: 403, body: '{"detail":"Authentication required"}' }, /status 403/],
    [{ status: 500 }, /status 500/],
    [{ body: 'not JSON' }, /no JSON object/],
    [{ body: '[1]' }, /no JSON object/],
    [{ endless: true }, /more than 4194304 bytes|general/],
    [{ status: 301, headers: { Location: 'http://127.0.0.1:1/other' } }, /other is not on the URL whitelist/],
  ] as const) {
    pages[at('IPv4', '192.0.32.1')] = page;
    listed = (url) => !url.includes('/other');
    const result = await adapter.lookup('192.0.32.1');
    assert.match(adapter.error ?? '', says);
    assert.deepEqual([result.has_error, result.single_value], [true, null], JSON.stringify(page));
  }
  switches = { ...switches, otx: false };
  assert.match(adapter.error ?? '', /switched off/);
  assert.equal((await adapter.lookup('192.0.32.1')).has_error, false);
});

test('WHOIS: finds the owner at ARIN or the registry to which ARIN refers, and limits the time and size of responses', async () => {
  const adapter = made(whois(registryPort), { connect_timeout: 1000, read_timeout: 300 });
  const comment = '#\n# ARIN WHOIS data and services\n#\n\n';
  registryAnswers['n + 192.0.32.1'] =
    `${comment}NetRange:       192.0.32.0 - 192.0.47.255\r\nNetName: ICANN\r\nOrgName:        Example Names\r\nCountry:        US\r\n`;
  const found = await adapter.lookup('192.0.32.1');
  assert.deepEqual(
    [found.single_value, found.multi_value],
    ['Example Names/US', { organization: 'Example Names', country_code: 'US' }],
  );
  registryAnswers['n + 193.0.0.1'] =
    `${comment}NetName: RIPE-193\nOrgName: RIPE NCC\nCountry: NL\nReferralServer:  whois://whois.ripe.net\n`;
  registryAnswers['193.0.0.1'] =
    '% This is a registry\n\ninetnum: 193.0.0.0 - 193.0.7.255\nnetname: OFFICE\ndescr: Some Office\ncountry: DE\n';
  assert.equal((await adapter.lookup('193.0.0.1')).single_value, 'Some Office/DE');
  registryAnswers['n + 193.0.0.2'] = `OrgName: Kept\nReferralServer: rwhois://rwhois.example.net:4321\n`;
  assert.equal((await adapter.lookup('193.0.0.2')).single_value, 'Kept/N/A', 'unknown servers are not queried');
  registryAnswers['n + 192.0.33.1'] = 'No match found for n + 192.0.33.1.\n';
  assert.equal((await adapter.lookup('192.0.33.1')).multi_value, null);
  const before = queries.length;
  for (const key of ['10.0.0.1', 'x', '192.0.32.1\r\nhelp'])
    assert.equal((await adapter.lookup(key)).multi_value, null);
  assert.equal(queries.length, before, 'only public addresses are queried');
  assert.equal((await adapter.lookup('192.0.34.1')).has_error, true);
  assert.match(adapter.error ?? '', /whois\.arin\.net: there was no answer in time/);
  registryAnswers['n + 192.0.35.1'] = `OrgName: Long\n${'filler: x\n'.repeat(100_000)}`;
  assert.equal((await adapter.lookup('192.0.35.1')).single_value, 'Long/N/A', 'an endless response is truncated');
  listed = () => false;
  assert.equal((await adapter.lookup('192.0.32.1')).has_error, true);
  assert.match(adapter.error ?? '', /whitelist/);
});
