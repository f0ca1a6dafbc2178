/**
 * Tests data adapters for threat intelligence and registries against local servers that answer in the formats of the
 * public services. The answers are valid, broken, endless or redirected. Disabled adapters must send no request.
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
let requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
/** Responses of the fake WHOIS registry by query; undefined: the registry never responds. */
let registryAnswers: Record<string, string | Buffer | undefined> = {};
let queries: string[] = [];
let listed: (url: string) => boolean;
let switches: ThreatSwitches;
let rooms: AdapterRooms;
const open = new Set<Socket>();
const { signal } = new AbortController();

before(async () => {
  web = createHttp((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
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
  [pages, requests, registryAnswers, queries] = [{}, [], {}, []];
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
  assert.equal(requests.at(-1)?.headers['if-modified-since'], 'Fri, 27 Nov 2026 02:00:00 GMT');
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
  assert.equal(await refreshed(adapter), true, 'the adapter works with the one list that it could read');
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
  pages[at('IPv4', '192.0.32.1')] = {
    body: '{"whois":"http://whois.example/192.0.32.1","reputation":0,"indicator":"192.0.32.1","type":"IPv4","base_indicator":{},"pulse_info":{"count":7,"pulses":[{"id":"5a","name":"Botnet","tags":["c2"]}],"references":[]},"false_positive":[],"validation":[],"asn":"AS1"}',
  };
  pages[at('IPv6', '2620:0:2d0:200::7')] = { body: '{"pulse_info":{"count":0}}' };
  switches = { ...switches, otxApiKey: 'shared' };
  const found = await adapter.lookup('192.0.32.1');
  assert.deepEqual([found.single_value, found.multi_value?.['asn']], [7, 'AS1']);
  assert.deepEqual([requests[0]?.headers['x-otx-api-key'], requests[0]?.headers['user-agent']], ['shared', 'agent']);
  assert.equal((await adapter.lookup('2620:0:2d0:200::7')).single_value, 0);
  const count = requests.length;
  for (const key of ['10.0.0.1', '::1', 'no.address', ''])
    assert.equal((await adapter.lookup(key)).multi_value, null, key);
  assert.equal(requests.length, count, 'private addresses and other texts are not sent');

  const domains = made(otxApiType, { ...config, indicator: 'domain', api_key: 'own' });
  pages[at('domain', 'a b/../c')] = { body: '{"pulse_info":{"count":1}}' };
  assert.equal((await domains.lookup('a b/../c')).single_value, 1, 'a hostile key stays one path segment');
  assert.equal(requests.at(-1)?.headers['x-otx-api-key'], 'own');

  for (const [page, says] of [
    [{ status: 403, body: '{"detail":"Authentication required."}' }, /status 403: Authentication required\.$/],
    [{ status: 404, body: '{"error":"endpoint not found"}' }, /status 404: endpoint not found\.$/],
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

/** Answers in the forms of the five registries, shortened; the organizations are invented. */
const registryForms: readonly (readonly [
  what: string,
  address: string,
  answers: Record<string, string | Buffer>,
  found: string | RegExp | null,
])[] = [
  [
    'ARIN lists the provider before the customer',
    '192.0.40.8',
    {
      'n + 192.0.40.8':
        '\n#\n# ARIN WHOIS data and services are subject to the Terms of Use\n#\n\n# start\n\nNetRange:       192.0.0.0 - 192.127.255.255\nCIDR:           192.0.0.0/9\nNetName:        BIG\nOrganization:   Big Carrier, LLC (BIG)\n\nOrgName:        Big Carrier, LLC\nOrgId:          BIG\nCountry:        US\n\n# end\n\n\n# start\n\nNetRange:       192.0.40.0 - 192.0.40.255\nCIDR:           192.0.40.0/24\nNetName:        SMALL\nParent:         BIG (NET-192-0-0-0-1)\n\nOrgName:        Small Search, Inc.\nCountry:        CA\n\n# end\n',
    },
    'Small Search, Inc./CA',
  ],
  [
    'ARIN knows a customer without an organization',
    '192.0.41.8',
    {
      'n + 192.0.41.8': 'NetRange: 192.0.41.0 - 192.0.41.255\r\nCustName:       Corner Shop\r\nCountry:        US\r\n',
    },
    'Corner Shop/US',
  ],
  [
    'ARIN answers to an IPv6 address',
    '2001:500:1::1',
    {
      'n + 2001:500:1::1':
        'NetRange: 2001:500:: - 2001:5FF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF\nOrgName: Block Holder\nCountry: US\n\nNetRange: 2001:500:1:: - 2001:500:1:FFFF:FFFF:FFFF:FFFF:FFFF\nOrgName: Root Server\nCountry: US\n',
    },
    'Root Server/US',
  ],
  [
    'RIPE answers in ISO 8859-1, after a referral with a port',
    '193.0.50.1',
    {
      'n + 193.0.50.1':
        'OrgName: RIPE Network Coordination Centre\nReferralServer:  whois://whois.ripe.net:43\nCountry: NL\n',
      '193.0.50.1': Buffer.from(
        '% This is the RIPE Database query service.\n% The objects are in RPSL format.\n\ninetnum:        193.0.50.0 - 193.0.50.255\nnetname:        UNI\ndescr:          Rechenzentrum\ncountry:        DE\norg:            ORG-UM1-RIPE\n\norganisation:   ORG-UM1-RIPE\norg-name:       Universität Münster\ncountry:        DE\n',
        'latin1',
      ),
    },
    'Universität Münster/DE',
  ],
  [
    'APNIC names the owner in a description',
    '203.0.50.1',
    {
      'n + 203.0.50.1':
        'OrgName: Asia Pacific Network Information Centre\nReferralServer: whois://whois.apnic.net\nCountry: AU\n',
      '203.0.50.1':
        "% [whois.apnic.net]\n% Information related to '203.0.50.0 - 203.0.50.255'\n\ninetnum:        203.0.50.0 - 203.0.50.255\nnetname:        PACIFIC\ndescr:          Pacific Fibre Ltd\ncountry:        NZ\nsource:         APNIC\n",
    },
    'Pacific Fibre Ltd/NZ',
  ],
  [
    'LACNIC answers in ISO 8859-1',
    '200.0.50.1',
    {
      'n + 200.0.50.1':
        'OrgName: Latin American and Caribbean IP address Regional Registry\nReferralServer: whois://whois.lacnic.net\nCountry: UY\n',
      '200.0.50.1': Buffer.from(
        '% IP Client: 192.0.2.1\n\ninetnum:     200.0.50.0/24\naut-num:     N/A\nowner:       Telefonía São Paulo\nownerid:     BR-TESP-LACNIC\ncountry:     BR\n',
        'latin1',
      ),
    },
    'Telefonía São Paulo/BR',
  ],
  [
    'AFRINIC answers in UTF-8',
    '196.0.50.1',
    {
      'n + 196.0.50.1':
        'OrgName: African Network Information Center\nReferralServer: whois://whois.afrinic.net\nCountry: MU\n',
      '196.0.50.1':
        '% This is the AfriNIC Whois server.\n\ninetnum:        196.0.50.0 - 196.0.50.255\nnetname:        COTE\ndescr:          Réseau\ncountry:        CI\norg-name:       Université de Côte d’Ivoire\n',
    },
    'Université de Côte d’Ivoire/CI',
  ],
  [
    'a registry has no entry',
    '193.0.51.1',
    {
      'n + 193.0.51.1': 'ReferralServer: whois://whois.ripe.net\n',
      '193.0.51.1': '%ERROR:101: no entries found\n%\n% No entries found in source RIPE.\n',
    },
    null,
  ],
  [
    'a registry refuses, because it was asked too often',
    '193.0.52.1',
    {
      'n + 193.0.52.1': 'ReferralServer: whois://whois.ripe.net\n',
      '193.0.52.1':
        '%ERROR:201: access denied for 192.0.2.1\n%\n% Sorry, access from your host has been permanently denied.\n',
    },
    /whois\.ripe\.net refuses to answer: ERROR:201: access denied for 192\.0\.2\.1\./,
  ],
  [
    'ARIN limits queries',
    '192.0.42.1',
    { 'n + 192.0.42.1': '#\n# Query rate limit exceeded.\n#\n' },
    /arin\.net refuses to answer: Query rate limit exceeded\./,
  ],
];

for (const [what, address, answers, found] of registryForms)
  test(`the WHOIS adapter understands the answer of a registry: ${what}`, async () => {
    const adapter = made(whois(registryPort), { connect_timeout: 1000, read_timeout: 1000 });
    registryAnswers = answers;
    const { single_value: single, has_error: failed } = await adapter.lookup(address);
    assert.deepEqual([single, failed], [typeof found === 'string' ? found : null, found instanceof RegExp]);
    if (found instanceof RegExp) assert.match(adapter.error ?? '', found);
  });
