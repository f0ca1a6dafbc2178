// Tests that outgoing calls for users reach only listed addresses. The resolved address is checked, and no other
// notation of an address may evade the check.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { isNameOf, placeOfAddress } from '../../../../host/server/outgoing/addresses.js';
import {
  EgressRefusedError,
  EgressGuard,
  allowedTarget,
  type Resolve,
} from '../../../../host/server/outgoing/egress-guard.js';
import { httpAgent, httpCall } from '../../../../host/server/outgoing/http-call.js';
import { isUrlAllowed } from '../../../../host/server/outgoing/url-allow-list.js';

type Entry = readonly ['literal' | 'regex', string];
const listOf = (entries: readonly Entry[], disabled = false) => ({
  disabled,
  entries: entries.map(([type, value], index) => ({ id: String(index), title: 't', type, value })),
});
/** Returns a fake DNS resolver. @param answers the responses of successive lookups; the last response repeats */
function named(...answers: readonly string[][]): { resolve: Resolve; lookupCount: () => number } {
  let requestCount = 0;
  const resolve: Resolve = async () => {
    const found = answers[Math.min(requestCount, answers.length - 1)] ?? [];
    requestCount += 1;
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, lookupCount: () => requestCount };
}
const doorOf = (entries: readonly Entry[], resolve: Resolve, disabled = false): EgressGuard =>
  new EgressGuard((url) => isUrlAllowed(listOf(entries, disabled), url), resolve);

async function receiver(answer: (server: Server) => void): Promise<{ server: Server; port: number }> {
  const server = createServer();
  answer(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function call(egress: EgressGuard, url: string): Promise<number> {
  const passage = await egress.open(url);
  const agent = httpAgent(new URL(url), { verify: true, trusted: undefined }, 1, false);
  try {
    const message = { url: new URL(url), headers: {}, body: Buffer.from('x'), agent, passage, timeoutMs: 5000 };
    return (await httpCall(message, new AbortController().signal)).status;
  } finally {
    agent.destroy();
  }
}

test('the egress guard classifies addresses in every notation', () => {
  const places = {
    public: ['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34', '64:ff9b::5db8:d822', '172.32.0.1'],
    private: ['10.0.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1', '::ffff:10.0.0.1', '2002:a00:1::1'],
    near: [
      '127.0.0.1',
      '127.255.255.254',
      '0.0.0.0',
      '169.254.169.254',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '64:ff9b::7f00:1',
      '::7f00:1',
    ],
  };
  for (const [place, addresses] of Object.entries(places))
    for (const address of addresses) assert.equal(placeOfAddress(address), place, address);
  for (const host of ['logs', 'logs.internal', 'LOGS.LAN.']) assert.ok(isNameOf(host, 'private'), host);
  for (const host of ['logs', 'logs.internal', 'a.example.org']) assert.ok(!isNameOf(host, 'near'), host);
  for (const host of ['localhost', 'a.localhost']) assert.ok(isNameOf(host, 'near'), host);
  assert.ok(!isNameOf('a.example.org', 'private'));
});

test('the egress guard calls a receiver at the checked address without resolving its name again', async (context) => {
  const { server, port } = await receiver((http) => http.on('request', (_, response) => response.end()));
  context.after(() => server.close());
  const url = `http://hook.example.org:${port}/`;
  const { resolve, lookupCount } = named(['127.0.0.1'], ['192.0.2.1']);
  assert.equal(
    await call(
      doorOf(
        [
          ['literal', url],
          ['literal', `http://127.0.0.1:${port}/`],
        ],
        resolve,
      ),
      url,
    ),
    200,
  );
  assert.equal(lookupCount(), 1);
});

test('the egress guard refuses a name that resolves to this machine after it was checked', async (context) => {
  let called = 0;
  const { server, port } = await receiver((http) =>
    http.on('request', (_, response) => {
      called += 1;
      response.end();
    }),
  );
  context.after(() => server.close());
  const url = `http://hook.example.org:${port}/`;
  // 192.0.2.1 is reserved for documentation (RFC 5737), so no host answers there.
  const { resolve, lookupCount } = named(['192.0.2.1'], ['127.0.0.1']);
  const egress = doorOf([['literal', url]], resolve);
  const passage = await egress.open(url);
  const found = await new Promise((done) => passage.lookup('hook.example.org', { all: true }, (_, all) => done(all)));
  assert.deepEqual(found, [{ address: '192.0.2.1', family: 4 }]);
  await assert.rejects(egress.open(url), EgressRefusedError);
  assert.deepEqual([lookupCount(), called], [2, 0]);
});

test("the egress guard refuses a foreign host name that resolves to an address in the server's network, unless the address is listed", async () => {
  const url = 'https://hook.example.org/x?key=1';
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fe80::1', '::ffff:127.0.0.1']) {
    const { resolve } = named([address]);
    await assert.rejects(doorOf([['literal', url]], resolve).open(url), (error: Error) => {
      assert.ok(error instanceof EgressRefusedError);
      assert.match(error.message, /stands for .*not on the URL whitelist itself/);
      return true;
    });
    const host = address.includes(':') ? `\\[${new URL(`http://[${address}]/`).hostname.slice(1, -1)}\\]` : address;
    const listed: Entry[] = [
      ['literal', url],
      ['regex', `^https://${host}/`],
    ];
    await doorOf(listed, resolve).open(url);
    await doorOf([], resolve, true).open(url);
  }
  // The error does not show the secret.
  const { resolve } = named(['127.0.0.1']);
  await assert.rejects(doorOf([['literal', url]], resolve).open(url, 'https://hook.example.org'), (error: Error) => {
    assert.doesNotMatch(error.message, /key=1/);
    return true;
  });
});

test('the egress guard calls only the allowed addresses of a host name with several addresses', async () => {
  const url = 'https://hook.example.org/';
  const { resolve } = named(['127.0.0.1', '93.184.216.34', 'fd00::1']);
  const { lookup } = await doorOf([['literal', url]], resolve).open(url);
  const all = await new Promise((done) => lookup('x', { all: true }, (_, found) => done(found)));
  assert.deepEqual(all, [{ address: '93.184.216.34', family: 4 }]);
  const six = await new Promise((done) => lookup('x', { family: 6 }, (error) => done(error)));
  assert.match(String(six), /has no address/);
});

test('the egress guard allows names of the local network only for its addresses, and names of this machine only for this machine', async () => {
  const open = (url: string, address: string) => doorOf([['literal', url]], named([address]).resolve).open(url);
  await open('http://logs/hook', '10.0.0.1');
  await open('http://logs.internal/hook', 'fd00::1');
  await open('http://localhost:1/hook', '127.0.0.1');
  for (const [url, address] of [
    ['http://logs/hook', '127.0.0.1'],
    ['http://logs.internal/hook', '169.254.169.254'],
    ['http://a.localhost/hook', '10.0.0.1'],
  ] as const)
    await assert.rejects(open(url, address), EgressRefusedError, url);
});

test('an address in an unusual notation is allowed only if its normal form is listed', async () => {
  const nobody = named([]).resolve;
  await doorOf([['literal', 'http://127.0.0.1:8080']], nobody).open('http://127.0.0.1:8080');
  for (const url of ['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/'])
    await assert.rejects(doorOf([['literal', url]], nobody).open(url), EgressRefusedError, url);
});

test('the egress guard never calls an address that merely appears in the entered text', async () => {
  const listed: Entry[] = [['regex', '^http://']];
  const closed: Entry[] = [['regex', '^http://[^/]*(?:evil|hook)']];
  for (const url of [
    'http://hook.example.org/?to=http://127.0.0.1/',
    'http://hook.example.org//127.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
  ]) {
    const { resolve } = named(['127.0.0.1']);
    await assert.rejects(doorOf(closed, resolve).open(url), EgressRefusedError, url);
    await doorOf(listed, resolve).open(url);
  }
});

test('the egress guard does not follow a redirect of a listed receiver', async (context) => {
  let reached = 0;
  const inner = await receiver((http) =>
    http.on('request', (_, response) => {
      reached += 1;
      response.end();
    }),
  );
  const outer = await receiver((http) =>
    http.on('request', (_, response) =>
      response.writeHead(307, { Location: `http://127.0.0.1:${inner.port}/secret` }).end(),
    ),
  );
  context.after(() => {
    inner.server.close();
    outer.server.close();
  });
  const url = `http://127.0.0.1:${outer.port}/hook`;
  assert.equal(await call(doorOf([['literal', url]], named([]).resolve), url), 307);
  assert.equal(reached, 0);
});

test('the egress guard does not resolve the names of unlisted addresses', async () => {
  const { resolve, lookupCount } = named(['93.184.216.34']);
  await assert.rejects(doorOf([], resolve).open('https://hook.example.org/'), /is not on the URL whitelist/);
  assert.equal(lookupCount(), 0);
});

test('a provider’s links may not lead closer to the server than the provider itself', async () => {
  const inside = async () => false;
  await assert.rejects(
    allowedTarget(new URL('https://keys.example.org/'), named(['10.0.0.1']).resolve, inside),
    EgressRefusedError,
  );
  await allowedTarget(new URL('https://keys.example.org/'), named(['93.184.216.34']).resolve, inside);
});
