// Texts of megabytes are encoded and split into words in slices, so that they do not block the event loop. The results
// must be the same as without slices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedTurn } from '../../../../host/server/foundation/yielding.js';
import { decodeMessage, encodeLargeMessage, encodeMessage } from '../../../../host/server/store/record.js';
import { tokenText, tokenTextInSlices } from '../../../../host/server/store/tokenize.js';
import { allMessages, message, onlyIndex, open, temporaryDirectory } from './opened-store.js';

const megabyte = 1_000_000;

/** Texts with surrogate pairs, words or combining marks, which the ends of slices cut at every position. */
const texts: readonly (readonly [string, string])[] = [
  ['ASCII', 'the quick "brown" fox\\ '.repeat(50_000)],
  ['words of one letter', 'ä b '.repeat(250_000)],
  ['surrogate pairs', `x${'👍'.repeat(400_000)}`],
  ['flags and joined emoji', '🇩🇪👩‍💻 '.repeat(100_000)],
  ['ideographs', 'ab日本語テスト。'.repeat(100_000)],
  ['combining marks', 'e\u0301a\u0308 '.repeat(200_000)],
  ['letters with a final form', 'ΟΔΟΣ.ΣΟΦΟΣ\nΣ '.repeat(80_000)],
  ['numbers', "10.0.0.1:514 3.14 1,000 it's über-all ".repeat(30_000)],
  ['lone surrogates', `${'\ud800x\udc00 '.repeat(200_000)}ä`],
];

async function counted<T>(work: (pause: () => Promise<void>) => Promise<T>): Promise<{ result: T; pauses: number }> {
  let pauses = 0;
  const result = await work(async () => {
    pauses += 1;
    return Promise.resolve();
  });
  return { result, pauses };
}

for (const [name, text] of texts)
  test(`a large text is encoded and split into words in slices as at once: ${name}`, async () => {
    const fields = { n: 2n ** 60n, isOk: true, part: 1.5, copy: text, 'a "name"': 'x' };
    const sent = { ...message(text, fields), fullMessage: text, remote: { address: '192.0.2.1', port: 514 } };
    const line = await counted((pause) => encodeLargeMessage(sent, 'id', 7, pause));
    assert.ok(line.result === encodeMessage(sent, 'id', 7), 'the lines are equal');
    assert.ok(line.pauses >= (3 * text.length) / (300 * 1024), `${line.pauses} pauses`);
    assert.equal(decodeMessage(line.result).fields['n'], 2n ** 60n);

    const words = await counted((pause) => tokenTextInSlices(text, pause));
    const isAscii = /^[\0-\x7f]*$/.test(text);
    assert.ok(words.result === (isAscii ? null : tokenText(text)), 'the words are equal');
    assert.ok(words.pauses >= text.length / (40 * 1024), `${words.pauses} pauses`);
  });

test('a text without any place between words is split into words in slices, too', async () => {
  const { result, pauses } = await counted((pause) => tokenTextInSlices('é'.repeat(megabyte), pause));
  assert.ok(pauses >= 25, `${pauses} pauses`);
  assert.equal(result?.replaceAll(' ', '').length, megabyte);
});

test('a large message is stored between others in their order, with all values, and is found by its words', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context));
  const text = `${'ä\0\ud83d\ude00 '.repeat(300_000)}needle`;
  const fields = { n: 2n ** 60n, isOk: true, part: 1.5, long: 'ö '.repeat(600_000) };
  const large = {
    ...message(text, fields),
    fullMessage: 'ß '.repeat(100),
    remote: { address: '192.0.2.1', port: 514 },
  };
  await store.append([message('first', { n: 1, isOk: false, part: 2.5, long: 'short' }), large, message('last')]);
  await store.settled();
  const { catalog } = onlyIndex(store);
  const rows = await store.query(
    `SELECT rowid, left(message, 1) AS begins, contains(message_tok, ' needle ') AS found, full_message_tok AS words FROM ${catalog}.messages ORDER BY rowid`,
    [],
  );
  assert.deepEqual(
    rows.map(({ begins, found }) => [begins, found]),
    [
      ['f', null],
      ['ä', true],
      ['l', null],
    ],
  );
  assert.equal(rows[1]?.['words'], tokenText(large.fullMessage));
  const [first, stored, last] = await allMessages(store);
  assert.equal(first?.['long'], 'short');
  assert.equal(last?.['n'], undefined);
  assert.ok(stored?.['message'] === text && stored['long'] === fields.long, 'texts are complete');
  assert.deepEqual(
    ['n', 'isOk', 'part', 'full_message', 'gl2_remote_ip', 'gl2_remote_port', 'streams'].map((name) => stored[name]),
    [fields.n, true, 1.5, large.fullMessage, '192.0.2.1', 514, large.streams],
  );
});

test('two tasks that wait for time in the event loop never work in the same turn', async () => {
  /** Blocks the thread for longer than one turn of the event loop may take. */
  const work = (): void => {
    for (const end = performance.now() + 20; performance.now() < end;);
  };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    let isOver = true;
    // The first task continues before the callback by which `sharedTurn` notices the end of the turn.
    const first = (async () => {
      await nextTurn();
      await sharedTurn.room();
      work();
      isOver = false;
      setImmediate(() => (isOver = true));
    })();
    void sharedTurn.isOver;
    const second = (async () => {
      await nextTurn();
      await sharedTurn.room();
      return isOver;
    })();
    assert.ok(await second, 'the turn of the first task was over');
    await first;
  }
});
