import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, redact, type LogEntry } from '../../../../host/server/log/log.js';

test('the log redacts values with secret names at any depth', () => {
  const redacted = JSON.stringify(
    redact({
      user: 'jane',
      password: 'hunter2',
      headers: { Authorization: 'Basic aHVudGVyMg==', cookie: 'authentication=hunter2' },
      list: [{ access_token: 'hunter2', apiKey: 'hunter2' }],
      text: 'sent Basic aHVudGVyMg== to the server',
      error: new Error('failed with Bearer hunter2hunter2'),
    }),
  );
  assert.doesNotMatch(redacted, /hunter2|aHVudGVyMg/);
  assert.match(redacted, /"user":"jane"/);
});

test('a log line is one JSON object, also with errors and big integers', () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line)).with({ room: 'test' });
  log.info('first', { count: 9007199254740993n, error: new TypeError('broken\nin two lines') });
  log.debug('not shown');
  assert.equal(lines.length, 1);
  const [line = ''] = lines;
  assert.equal(line.trimEnd().includes('\n'), false);
  const entry = JSON.parse(line) as Record<string, unknown>;
  assert.equal(entry['room'], 'test');
  assert.equal(entry['count'], '9007199254740993');
  assert.equal((entry['error'] as Error).name, 'TypeError');
});

test('a value with a circular reference can be logged', () => {
  const lines: string[] = [];
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  createLog('info', (line) => lines.push(line)).info('round', { circle });
  assert.equal(lines.length, 1);
});

test('listeners of the log receive written entries until they unsubscribe', () => {
  const entries: LogEntry[] = [];
  const log = createLog('info', () => undefined);
  const stop = log.listen((entry) => entries.push(entry));
  log.warn('heard', { token: 'x' });
  stop();
  log.warn('unheard');
  assert.deepEqual(
    entries.map(({ level, message, details }) => ({ level, message, details })),
    [{ level: 'warn', message: 'heard', details: { token: '[redacted]' } }],
  );
});

test('secrets in the message, in its details and in the details of the log reach neither the line nor a reader of the log', () => {
  const secret = 'aHVudGVyMg==';
  const entries: LogEntry[] = [];
  const lines: string[] = [];
  const log = createLog('debug', (line) => lines.push(line));
  log.listen((entry) => entries.push(entry));
  const bound = log.with({ room: 'test', header: `Basic ${secret}` });
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    bound[level](`GET http://jane:${secret}@example.org/?token=${secret} failed`, { password: secret });
  assert.deepEqual([lines.length, entries.length, log.recent.last(10).length], [4, 4, 4]);
  const everything = JSON.stringify([lines, entries, log.recent.last(10)]);
  assert.ok(!everything.includes(secret), everything);
});
