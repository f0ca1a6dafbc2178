/** Tests the accounting of memory while results are read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownMeter } from '../../../../host/server/search/result-size.js';

test('each meter returns only its own share of a shared limit', () => {
  let bytes = 0;
  const shared = {
    get taken() {
      return bytes;
    },
    take: (more: number) => {
      bytes += more;
      if (bytes > 100) throw new Error('Too much');
    },
    giveBack: (less: number) => {
      bytes -= less;
    },
    assertRoom: () => {},
  };
  const [one, other] = [ownMeter(shared), ownMeter(shared)];
  one.take(20);
  other.take(30);
  one.giveBack(5);
  assert.throws(() => one.take(60));
  one.giveBackAll();
  assert.deepEqual([bytes, one.taken, other.taken], [30, 0, 30]);
});
