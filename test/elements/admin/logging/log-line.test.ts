/** Tests how the logging page reads lines of the server's log (elements/admin/logging/log-line.ts). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine, shownLines } from '../../../../elements/admin/logging/log-line.js';

const lines = [
  '2026-01-01T00:00:00.000Z INFO  [log-console] started',
  '2026-01-01T00:00:01.000Z ERROR [log-console.store] broken',
  '    at somewhere (file:1)',
  '2026-01-01T00:00:02.000+01:00 WARN  [Other] of another server',
];

test('the level of a line of the log is read from its place in the line, not from the message', () => {
  assert.deepEqual(
    lines.map((line) => logLine(line).level),
    ['info', 'error', undefined, 'warn'],
  );
  assert.equal(logLine('he said ERROR twice').level, undefined);
});

test('a line of the log without a level is filtered by the level of the line before it', () => {
  const shown = (filter: string, lowest?: 'warn' | 'error') =>
    shownLines(lines, filter, lowest).map(({ text }) => lines.indexOf(text));
  assert.deepEqual(shown(''), [0, 1, 2, 3]);
  assert.deepEqual(shown('', 'warn'), [1, 2, 3]);
  assert.deepEqual(shown('', 'error'), [1, 2]);
  assert.deepEqual(shown('SOMEWHERE', 'error'), [2]);
  assert.deepEqual(shown('log-console'), [0, 1]);
});
