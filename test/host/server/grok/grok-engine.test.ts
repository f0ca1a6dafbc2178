import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grokEngine } from '../../../../host/server/grok/grok-engine.js';
import { TextTooLongError } from '../../../../host/server/regex/bounded-regex.js';

test('an expression with a back-reference may take more steps on a worker thread than on the event loop', () => {
  // A text without the last character takes a number of steps that grows with the square of its length.
  const source = '(a)\\1*c';
  const onThread = grokEngine(source, 10, false);
  const onLoop = grokEngine(source, 10, true);
  const [short, long] = [200, 3_000].map((length) => 'a'.repeat(length));
  assert.ok(short !== undefined && long !== undefined);
  assert.equal(onLoop(short), undefined);
  assert.throws(() => onLoop(long), TextTooLongError);
  assert.equal(onThread(long), undefined);
  assert.ok(onThread(`${long}c`), 'the complete text matches');
});
