/** Tests that the bench uses the HTTP API of VictoriaLogs: JSON lines, LogsQL with pipes, bars of hits, and metrics. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { peerAt } from './peer.js';
import { lines } from './search-lines.js';
import { wordMessages } from './word-messages.js';

const messages = { from: 0, to: 1000 };
const metrics = [
  'process_cpu_seconds_total 1.5',
  'process_resident_memory_bytes 4096',
  'vl_data_size_bytes{type="storage"} 700',
  'vl_data_size_bytes{type="indexdb"} 30',
].join('\n');

/**
 * Starts a fake VictoriaLogs with the endpoints that the bench uses. It answers searches with the given rows and bars.
 */
async function fakeVictoriaLogs(context: TestContext) {
  const stored: Record<string, unknown>[] = [];
  const state = { calls: [] as string[], rows: [] as object[], hits: [] as object[], missing: 0 };
  function answerTo(path: string, body: string): string {
    if (path === '/metrics') return metrics;
    if (path.startsWith('/insert/jsonline')) {
      stored.push(
        ...body
          .trimEnd()
          .split('\n')
          .map((row) => JSON.parse(row) as Record<string, unknown>),
      );
      return '';
    }
    const asked = new URLSearchParams(body);
    state.calls.push(`${path} ${[...asked].map(([name, value]) => `${name}=${value}`).join('&')}`);
    if (path === '/select/logsql/hits') return JSON.stringify({ hits: state.hits });
    if (asked.get('query') === '* | stats count() n')
      return JSON.stringify({ n: String(stored.length - state.missing) });
    return state.rows.map((row) => JSON.stringify(row)).join('\n');
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => response.end(answerTo(request.url ?? '', body)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  // Cast: the server listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  return { stored, state, peer: await peerAt(`http://127.0.0.1:${port}`, 'unused') };
}

const lineNamed = (name: string) => {
  const line = lines.find((one) => one.name === name);
  assert.ok(line);
  return line;
};

test('the bench stores all messages once as JSON lines, and reads size, processor time and memory from the metrics', async (context) => {
  const { stored, peer } = await fakeVictoriaLogs(context);
  await peer.load(wordMessages({ ...messages, count: 4500 }), 4500);
  assert.equal(peer.product, 'VictoriaLogs');
  assert.equal(stored.length, 4500);
  const { timestamp, source, level } = stored[0] ?? {};
  assert.deepEqual(
    { timestamp, source, level },
    { timestamp: '1970-01-01T00:00:00.000Z', source: 'web-0.example.org', level: 6 },
  );
  await peer.load(wordMessages({ ...messages, count: 4500 }), 4500);
  assert.equal(stored.length, 4500, 'messages of an earlier run are kept');
  assert.deepEqual([await peer.bytes(), await peer.cpuMs(), await peer.residentBytes?.()], [730, 1500, 4096]);
});

test('the bench refuses a VictoriaLogs that holds other messages', async (context) => {
  const { peer } = await fakeVictoriaLogs(context);
  await peer.load(wordMessages({ ...messages, count: 10 }), 10);
  await assert.rejects(peer.load(wordMessages({ ...messages, count: 20 }), 20), /holds other messages/);
});

test('the bench requests the newest messages and the bars of a page from VictoriaLogs, and computes the total from the bars', async (context) => {
  const { state, peer } = await fakeVictoriaLogs(context);
  state.rows = [{ _msg: 'one' }, { _msg: 'two' }];
  state.hits = [{ fields: {}, timestamps: ['1970-01-01T00:00:00Z', '1970-01-01T03:00:00Z'], values: [2, 0], total: 2 }];
  const { answer } = await peer.ask(lineNamed('user with few hits'), 0, 1000);
  assert.deepEqual(answer, { total: 2, page: 2, groups: 1, figures: new Map([['0 count()', 2]]) });
  const range = 'start=1970-01-01T00:00:00.000Z&end=1970-01-01T00:00:00.999Z';
  assert.deepEqual(state.calls.sort(), [
    `/select/logsql/hits query=user:=u4711&step=3h&${range}`,
    `/select/logsql/query query=user:=u4711&${range}&limit=150`,
  ]);
});

test('the bench converts the rows of an aggregation of VictoriaLogs to groups and metrics with the names that this server uses', async (context) => {
  const { state, peer } = await fakeVictoriaLogs(context);
  state.rows = [
    { _time: '1970-01-01T03:00:00Z', level: '6', 'count()': '12' },
    { _time: '1970-01-01T03:00:00Z', level: '3', 'count()': '4' },
  ];
  const { answer } = await peer.ask(lineNamed('count over time by level'), 0, 1000);
  assert.deepEqual(answer.groups, 1);
  assert.deepEqual(
    [...answer.figures],
    [
      ['10800000 6 count()', 12],
      ['10800000 3 count()', 4],
    ],
  );
  assert.ok(state.calls.at(-1)?.includes('query=* | stats by (_time:3h, level) count() as "count()"'));
  assert.equal(answer.total, undefined);
});
