/** The API changes the log levels of the server, reads its recent log lines, and checks logger names. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../../../host/server/log/log.js';
import { keptLines } from '../../../../host/server/log/recent-lines.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let session: string;
let nodeId: string;

const send = (method: string, path: string): Promise<Response> => server.call(path, { method, session });
async function get<T>(path: string): Promise<T> {
  return (await (await send('GET', path)).json()) as T;
}
const recent = async (limit = 1000): Promise<string> =>
  (await send('GET', `/system/loggers/messages/recent?limit=${limit}`)).text();
interface Levels {
  subsystems: Record<string, { level: string; level_syslog: number; categories: string[] }>;
}

before(async () => {
  server = await startTestServer();
  session = await server.login();
  ({ node_id: nodeId } = await get<{ node_id: string }>('/'));
});
after(() => server.stop());

test('each subsystem logs lines of its own level and above', () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const store = log.with({ room: 'store' });
  const deep = store.with({ index: 'a' });
  const search = log.with({ room: 'search' });
  assert.ok(log.loggers.set('log-console.store', 'debug'));
  deep.debug('seen');
  search.debug('unseen');
  log.loggers.set('log-console.store', 'off');
  deep.error('unseen');
  assert.ok(log.loggers.setSubsystem('indexer', 'error'));
  search.warn('unseen');
  deep.error('seen as well');
  log.with({ room: 'no such room' }).info('seen, of the server itself');
  assert.equal(lines.length, 3);
  assert.deepEqual(
    log.recent.last(10).map((line) => line.replace(/^\S+ /, '')),
    [
      'DEBUG [log-console.store] seen {"index":"a"}',
      'ERROR [log-console.store] seen as well {"index":"a"}',
      'INFO  [log-console] seen, of the server itself',
    ],
  );
  assert.ok(!log.loggers.set('__proto__', 'info'));
  assert.ok(!log.loggers.setSubsystem('constructor', 'info'));
});

test('the log keeps a bounded number of single-line entries without secrets', () => {
  const log = createLog('info', () => undefined);
  log.info('two\nlines', { url: 'https://ann:hidden-word@example.org/?api_key=hidden-key&a=b', password: 'hidden' });
  const [line = ''] = log.recent.last(1);
  assert.ok(!line.includes('\n'));
  assert.ok(!line.includes('hidden'), line);
  assert.match(line, /a=b/);
  for (let made = 0; made < keptLines + 10; made += 1) log.info(`number ${made}`);
  assert.equal(log.recent.last(Infinity).length, keptLines);
  log.info('x'.repeat(100_000));
  assert.ok((log.recent.last(1)[0] ?? '').length < 10_000);
  for (let made = 0; made < 1000; made += 1) log.info('y'.repeat(8000));
  const characters = log.recent.last(Infinity).reduce((sum, { length }) => sum + length, 0);
  assert.ok(characters <= 1024 * 1024);
  assert.deepEqual(log.recent.last(0), []);
});

test('a request changes the level of a subsystem at once', async () => {
  // An aborted request is logged at debug only, so the test uses a change, which is logged at info.
  const path = `/cluster/system/loggers/${nodeId}/subsystems/graylog/level`;
  assert.equal((await send('PUT', `${path}/WARN`)).status, 204);
  const { [nodeId]: changed } = await get<Record<string, Levels>>('/cluster/system/loggers/subsystems');
  assert.deepEqual(
    [changed?.subsystems['graylog']?.level, changed?.subsystems['graylog']?.level_syslog],
    ['warn', 300],
  );
  const before = await recent();
  await send('PUT', '/system/loggers/subsystems/sockets/level/debug');
  assert.equal(await recent(), before, 'the change of a level is logged at info and not written at the level warn');
  assert.equal((await send('PUT', `${path}/info`)).status, 204);
  assert.match(
    await recent(1),
    /^\S+ INFO {2}\[log-console\] The level of a subsystem of the log was changed .*"to":"info"/,
  );
  // An unknown level means debug.
  await send('PUT', '/system/loggers/subsystems/sockets/level/loud');
  const { subsystems } = await get<Levels>('/system/loggers/subsystems');
  assert.equal(subsystems['sockets']?.level, 'debug');
});

test('the level of a single logger can be changed, also for the whole cluster with a response of every node', async () => {
  const answer = await send('PUT', '/cluster/system/loggers/log-console.store/level/error');
  assert.deepEqual(await answer.json(), {
    [nodeId]: {
      call_executed: true,
      server_error_message: null,
      response: { success: true, code: 204, entity: null, error_text: null },
    },
  });
  const { total, loggers } = await get<{ total: number; loggers: Record<string, object> }>('/system/loggers');
  assert.equal(total, Object.keys(loggers).length);
  assert.deepEqual(loggers['log-console.store'], { level: 'error', level_syslog: 200 });
});

test('unknown logger names are answered with 404 and create no logger', async () => {
  const { total } = await get<{ total: number }>('/system/loggers');
  for (const name of ['nosuch', '__proto__', 'constructor', '*', 'a:b', '../..', '%2f', '\u202e', 'x'.repeat(900)]) {
    const segment = encodeURIComponent(name);
    for (const path of [
      `/system/loggers/${segment}/level/debug`,
      `/cluster/system/loggers/${segment}/level/debug`,
      `/system/loggers/subsystems/${segment}/level/debug`,
      `/cluster/system/loggers/${nodeId}/subsystems/${segment}/level/debug`,
      `/cluster/system/loggers/${segment}/subsystems/graylog/level/debug`,
    ]) {
      const { status } = await send('PUT', path);
      assert.equal(status, 404, path);
    }
    assert.equal((await send('GET', `/system/metrics/${segment}`)).status, 404, name);
  }
  assert.equal((await get<{ total: number }>('/system/loggers')).total, total);
  assert.equal((await send('GET', '/system/loggers/messages/recent?limit=-1')).status, 400);
});

test('the log counts written lines by level', async () => {
  const names = ['all', 'info', 'warn'].map((level) => `org.apache.logging.log4j.core.Appender.${level}`);
  const response = await server.call('/system/metrics/multiple', { method: 'POST', session, json: { metrics: names } });
  const { metrics } = (await response.json()) as { metrics: { name: string; metric: { rate: { total: number } } }[] };
  const totals = Object.fromEntries(metrics.map(({ name, metric }) => [name, metric.rate.total]));
  assert.ok((totals['info'] ?? 0) > 0 && (totals['all'] ?? 0) >= (totals['info'] ?? 0));
  const one = await get<{ count: number }>(`/system/metrics/${names[0]}`);
  assert.ok(one.count >= (totals['all'] ?? 0));
});
