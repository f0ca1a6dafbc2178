/** Tests the monitoring endpoints: `/metrics` with a strict parser of the format, `/health`, and their permissions. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import type { Metric } from '../../../../api/contract/system.schema.js';
import { HealthChecks, type HealthRooms } from '../../../../host/server/health/health.js';
import { isFromHere, isFromNetworks } from '../../../../host/server/health/probes.js';
import { prometheusText } from '../../../../host/server/metrics/prometheus.js';
import { startTestServer, type TestServer } from '../../../server.js';

interface Family {
  type: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

/**
 * Parses the Prometheus text format 0.0.4 strictly. Each family must have one HELP, one TYPE and contiguous samples. No
 * sample may repeat.
 */
function read(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line ends with a newline');
  const families = new Map<string, Family>();
  const seen = new Set<string>();
  let current: [name: string, family: Family] | undefined;
  let helped: string | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\\n]|\\\\|\\n)*)$/.exec(line);
    if (help) {
      helped = help[1];
      assert.ok(!families.has(helped ?? ''), `${helped} is described only once`);
      continue;
    }
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/.exec(line);
    if (type) {
      const [, name = '', kind = ''] = type;
      assert.equal(name, helped, 'the TYPE line follows the HELP line');
      assert.ok(!families.has(name), `${name} has only one type`);
      current = [name, { type: kind, samples: [] }];
      families.set(...current);
      continue;
    }
    const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (NaN|[+-]Inf|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(
      line,
    );
    assert.ok(sample, `the line has the text format: ${line}`);
    const [, name = '', inner = '', value = ''] = sample;
    const labels: Record<string, string> = {};
    let rest = inner;
    while (rest !== '') {
      const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/.exec(rest);
      assert.ok(label, `the labels have the text format: ${inner}`);
      const [whole, key = '', value = ''] = label;
      assert.ok(!(key in labels), `the label ${key} occurs once in ${line}`);
      labels[key] = value;
      rest = rest.slice(whole.length);
    }
    assert.ok(current, 'each sample belongs to a family');
    const [family, { type: kind, samples }] = current;
    const suffixes = kind === 'summary' ? ['', '_sum', '_count'] : [''];
    assert.ok(
      suffixes.some((suffix) => name === `${family}${suffix}`),
      `the sample ${name} belongs to the family ${family}`,
    );
    if (kind === 'counter') assert.ok(name.endsWith('_total') && Number(value) >= 0, line);
    if (kind === 'summary' && name === family) assert.match(labels['quantile'] ?? '', /^0?\.\d+$|^[01]$/);
    const key = `${name}{${JSON.stringify(Object.entries(labels).sort())}}`;
    assert.ok(!seen.has(key), `the sample ${key} occurs once`);
    seen.add(key);
    samples.push({ name, labels, value: Number(value.replace('Inf', 'Infinity')) });
  }
  return families;
}

let server: TestServer;
let session: string;

/** Sends a request with headers that `fetch` does not allow. */
function ask(path: string, headers: Record<string, string>): Promise<{ status: number; text: string; type: string }> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, type: response.headers['content-type'] ?? '' }),
      );
    })
      .on('error', reject)
      .end();
  });
}

before(async () => {
  server = await startTestServer({ args: ['--base-path', '/logs'] });
  session = await server.login();
});
after(() => server.stop());

const rate = { total: 7, mean: 1, one_minute: 2.5, five_minute: 1, fifteen_minute: 1 };
const time = {
  min: 1,
  max: 9,
  mean: 4,
  std_dev: 1,
  '95th_percentile': 2_000_000,
  '98th_percentile': 8,
  '99th_percentile': 9,
};

test('the server exports every kind of metric with ids as labels, whatever the names are', () => {
  const metric = (full_name: string, rest: object) => ({ full_name, name: '', ...rest }) as Metric;
  const meter = { type: 'meter', metric: { rate_unit: 'events/second', rate } };
  const families = read(
    prometheusText([
      metric('a.b-c.1-sec-rate', { type: 'gauge', metric: { value: 3 } }),
      metric('a.text', { type: 'gauge', metric: { value: 'no number' } }),
      metric('a.nan', { type: 'gauge', metric: { value: Number.NaN } }),
      metric('1st', { type: 'counter', metric: { count: 4 } }),
      metric('i.64b5f00d0123456789abcdef.in', meter),
      metric('i.64b5f00d0123456789abcde0.in', meter),
      metric('evil"\n\\{} 𝕏', { type: 'gauge', metric: { value: 1e21 } }),
      metric('t', { type: 'timer', metric: { ...meter.metric, duration_unit: 'microseconds', time } }),
      metric('a.b-c.1_sec_rate', { type: 'gauge', metric: { value: 5 } }),
    ]),
  );
  assert.equal(families.get('a_b_c_1_sec_rate')?.samples[0]?.value, 3);
  assert.equal(families.has('a_text'), false);
  assert.equal(families.get('_1st_total')?.samples[0]?.value, 4);
  assert.deepEqual(
    families.get('i_in_total')?.samples.map(({ labels, value }) => [labels['id'], value]),
    [
      ['64b5f00d0123456789abcdef', 7],
      ['64b5f00d0123456789abcde0', 7],
    ],
  );
  assert.equal(families.get('i_in_per_second')?.samples[0]?.value, 2.5);
  assert.equal(families.get('t_seconds')?.samples.find(({ labels }) => labels['quantile'] === '0.95')?.value, 2);
  assert.equal(families.get('t_seconds')?.samples.find(({ name }) => name === 't_seconds_count')?.value, 7);
  assert.deepEqual(
    read('\n'.slice(1) + prometheusText([metric('x', { type: 'gauge', metric: { value: 0 } })])).size,
    1,
  );
});

test('GET /metrics answers in the text format and counts the requests of the server', async () => {
  const first = await ask('/metrics', {});
  assert.equal(first.status, 200);
  assert.equal(first.type, 'text/plain; version=0.0.4; charset=utf-8');
  const families = read(first.text);
  for (const name of ['jvm_memory_heap_used', 'org_graylog2_journal_size', 'log_console_words_reader_bytes'])
    assert.equal(families.get(name)?.type, 'gauge', name);
  assert.ok((families.get('log_console_http_system_requests_seconds')?.samples.length ?? 0) > 0);
  assert.ok(families.has('log_console_event_loop_delay_mean_ms'));
});

test('callers from other machines need permission to read metrics and the reasons of /health, for example by a token', async () => {
  const elsewhere = [
    { Host: 'logs.example.org' },
    { 'X-Forwarded-For': '10.0.0.1' },
    { Forwarded: 'for=10.0.0.1' },
    { Via: '1.1 proxy' },
    { Origin: 'http://evil.example' },
  ];
  for (const headers of elsewhere) {
    // The type of headers allows one text per name, but a client may send a header twice, hence the cast.
    const { status, text } = await ask('/metrics', headers as unknown as Record<string, string>);
    assert.equal(status, 401, JSON.stringify(headers));
    assert.ok(!text.includes('jvm'));
  }
  const host = { Host: 'logs.example.org' };
  const basic = (user: string, word: string) => ({
    ...host,
    Authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
  });
  const made = await server.call('/users/local:admin/tokens/monitoring', { method: 'POST', session });
  const { token } = (await made.json()) as { token: string };
  assert.equal((await ask('/metrics', basic(token, 'token'))).status, 200);
  assert.match((await ask('/health', basic(token, 'token'))).text, /"reason"/);
  const person = { email: 'p@example.org', first_name: 'P', last_name: 'E', roles: ['Reader'] };
  const json = { ...person, username: 'person', password: 'a long password', permissions: [] };
  await server.call('/users', { method: 'POST', session, json });
  assert.equal((await ask('/metrics', basic('person', 'a long password'))).status, 403);
  const withoutReasons = await ask('/health', basic('person', 'a long password'));
  assert.equal(withoutReasons.status, 200);
  assert.doesNotMatch(withoutReasons.text, /reason/);
  await server.call('/users/person/permissions', {
    method: 'PUT',
    session,
    json: { permissions: ['metrics:readall'] },
  });
  assert.equal((await ask('/metrics', basic('person', 'a long password'))).status, 200);
  assert.equal((await ask('/metrics', basic('person', 'wrong'))).status, 401);
});

test('local callers see the reason of each health check, other callers only whether the server is healthy', async () => {
  const here = JSON.parse((await ask('/health', {})).text) as { status: string; checks: Record<string, object> };
  assert.deepEqual(Object.keys(here.checks), ['journal', 'disk', 'store', 'inputs', 'event_loop']);
  assert.ok(Object.values(here.checks).every((check) => 'reason' in check));
  const { status, text } = await ask('/health', { Host: 'logs.example.org' });
  assert.equal(status, 200);
  assert.ok(!text.includes('reason'));
});

test('the server recognises local callers by address and headers', () => {
  const from = (remoteAddress: string | undefined, headers: object = { host: '127.0.0.1:9000' }) =>
    // The test double has only the members that the function reads, also with values of wrong types.
    isFromHere({ socket: { remoteAddress }, headers } as unknown as Parameters<typeof isFromHere>[0]);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.ok(from(address), address);
  for (const address of ['10.0.0.1', '::', '1::1', undefined, '127.0.0.1.example']) assert.ok(!from(address), address);
  assert.ok(from('::1', { host: '[::1]:9000' }) && from('::1', { host: 'localhost' }));
  for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', '', 'evil'])
    assert.ok(!from('::1', { host }));
});

test('monitoring machines in listed networks need no token; requests through untrusted proxies and from pages do', () => {
  const isListed = isFromNetworks(['10.1.0.0/16', 'fd00::5', 'loopback']);
  const from = (ip: string, headers: Record<string, string> = {}, peer = ip) =>
    isListed({
      ip,
      socket: { remoteAddress: peer },
      headers: { host: 'localhost:9000', ...headers },
      // The test double has only the members that the function reads.
    } as unknown as Parameters<typeof isListed>[0]);
  const forwarded = { 'x-forwarded-for': '10.1.2.3' };
  for (const [ip, headers, peer, expected] of [
    ['10.1.2.3', {}, undefined, true],
    ['::ffff:10.1.2.3', {}, undefined, true],
    ['fd00::5', {}, undefined, true],
    ['127.0.0.1', {}, undefined, true],
    ['10.2.2.3', {}, undefined, false],
    ['fd00::6', {}, undefined, false],
    // The address in the X-Forwarded-For header of a trusted proxy counts.
    ['10.1.2.3', forwarded, '127.0.0.1', true],
    ['192.0.2.1', forwarded, '10.1.0.1', false],
    // The forwarded address of an untrusted proxy is ignored.
    ['10.1.0.1', forwarded, '10.1.0.1', false],
    ['127.0.0.1', forwarded, '127.0.0.1', false],
    ['127.0.0.1', { host: 'logs.example.org' }, undefined, false],
    ['10.1.2.3', { origin: 'http://evil.example' }, undefined, false],
  ] as const)
    assert.equal(
      from(ip, headers, peer ?? ip),
      expected,
      `the listed networks are compared with ${ip}, ${JSON.stringify(headers)} from ${peer ?? ip}`,
    );
  assert.equal(isFromNetworks([])({ ip: '127.0.0.1' } as Parameters<typeof isListed>[0]), false);
});

test('behind a trusted proxy, only listed networks and callers with a token see metrics and the reasons of /health', async () => {
  const behind = await startTestServer({ args: ['--trust-proxy', 'loopback', '--metrics-networks', '10.1.2.3'] });
  try {
    const get = async (path: string, headers: Record<string, string>) => fetch(`${behind.url}${path}`, { headers });
    for (const [headers, isListed] of [
      [{}, false],
      [{ 'X-Forwarded-For': '127.0.0.1' }, false],
      [{ 'X-Forwarded-For': '10.9.9.9' }, false],
      [{ 'X-Forwarded-For': '10.1.2.3' }, true],
      [{ 'X-Forwarded-For': '10.1.2.3, 10.9.9.9' }, false],
    ] as const) {
      const headerText = JSON.stringify(headers);
      assert.equal((await get('/metrics', headers)).status, isListed ? 200 : 401, headerText);
      assert.equal((await (await get('/health', headers)).text()).includes('reason'), isListed, headerText);
    }
  } finally {
    await behind.stop();
  }
});

test('the server reports each problem with its reason; problems that users can fix keep the server available', async () => {
  const journal = { waitingBytes: 0, loaded: 0, oldestWaiting: undefined };
  const inputs = new Map([['a', 'RUNNING']]);
  const loop = { meanMs: 0, p99Ms: 0, maxMs: 0, utilization: 0 };
  let now = 1_000_000;
  const trouble: { text?: string } = {};
  let paused = false;
  const checks = new HealthChecks({
    directory: process.cwd(),
    store: { journal },
    intake: {
      inputs: {
        all: () => [...inputs.keys()].map((id) => ({ id, desired_state: 'RUNNING' })),
        running: (id: string) => ({ state: inputs.get(id) }),
      },
      // The test double has only the parts of the intake that health examines.
    } as unknown as HealthRooms['intake'],
    loop: () => loop,
    limits: { slowBytes: 100, fullBytes: 1000 },
    storeFailure: () => trouble.text,
    isPaused: () => paused,
    now: () => now,
  });
  const look = async () => {
    const { journal: one, store, inputs: two, event_loop: turns } = (await checks.look()).checks;
    return [one.status, store.status, two.status, turns.status].join(' ');
  };
  assert.equal(await look(), 'ok ok ok ok');
  journal.waitingBytes = 100;
  assert.equal(await look(), 'warning ok ok ok');
  now += 61_000;
  assert.equal(await look(), 'failed ok ok ok');
  paused = true;
  assert.equal(await look(), 'warning ok ok ok');
  now += 61_000;
  checks.note();
  now += 10_000;
  paused = false;
  assert.equal(await look(), 'warning ok ok ok', 'the waiting time of loading starts again when a pause ends');
  now += 61_000;
  assert.equal(await look(), 'failed ok ok ok', 'loading that does not start after the pause is a failure');
  journal.loaded = 5;
  assert.equal(await look(), 'warning ok ok ok');
  Object.assign(journal, { waitingBytes: 5, loaded: 6 });
  assert.equal(await look(), 'ok ok ok ok');
  Object.assign(journal, { oldestWaiting: now - 29_000 });
  assert.equal(await look(), 'ok ok ok ok');
  Object.assign(journal, { oldestWaiting: now - 30_000 });
  assert.equal(await look(), 'warning ok ok ok', 'searches find nothing of the last 30 seconds');
  Object.assign(journal, { waitingBytes: 1000, oldestWaiting: undefined });
  assert.equal(await look(), 'failed ok ok ok');
  journal.waitingBytes = 0;
  trouble.text = 'The disk is full';
  inputs.set('b', 'FAILED');
  Object.assign(loop, { meanMs: 1500 });
  assert.equal(await look(), 'ok failed warning failed');
  assert.equal((await checks.look()).status, 'failed');
  delete trouble.text;
  loop.meanMs = 0;
  inputs.delete('b');
  inputs.set('a', 'FAILED');
  assert.equal(await look(), 'ok ok warning ok', 'a failed input is a warning even if it is the only input');
  assert.equal((await checks.look()).status, 'warning');
});
