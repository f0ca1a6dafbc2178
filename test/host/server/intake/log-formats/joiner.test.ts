import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { utc } from '../../../../../host/server/intake/decode/time-zone.js';
import { holdMs, Joiner, type JoinedMessage } from '../../../../../host/server/intake/log-formats/joiner.js';
import { LineSources } from '../../../../../host/server/intake/log-formats/line-sources.js';
import { recognise } from '../../../../../host/server/intake/log-formats/recognise.js';
import { plainLine } from '../../../../../host/server/intake/log-formats/log-format.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const timed = (text: string) => `2026-11-22 10:00:01,123 ERROR [main] a.b.C - ${text}`;
const trace = ['java.lang.IllegalStateException: no', '\tat a.b.C.d(C.java:1)', 'Caused by: x.Y: z', '\t... 3 more'];

function joiner(like: string) {
  const format = recognise([like], { now, toUtc: utc });
  assert.ok(format);
  const messages: JoinedMessage[] = [];
  const one = new Joiner({ format, toUtc: utc, otherwise: plainLine, emit: (message) => messages.push(message) });
  const push = (...lines: readonly string[]) =>
    lines.map((text) => one.push({ text, bytes: text.length, receivedAt: now }));
  return { one, messages, push, texts: () => messages.map(({ decoded }) => decoded.message) };
}

describe('joining lines', () => {
  it('a stack trace becomes one message with the line before it', () => {
    const { one, messages, push, texts } = joiner(timed(''));
    assert.deepEqual(push(timed('failed'), ...trace, timed('again')), [true, false, false, false, false, true]);
    assert.deepEqual(texts(), ['failed']);
    assert.equal(messages[0]?.decoded.fullMessage, [timed('failed'), ...trace].join('\n'));
    one.release();
    assert.deepEqual(texts(), ['failed', 'again']);
    assert.equal(messages[1]?.decoded.fullMessage, undefined);
    assert.equal(one.bytes, 0);
  });

  it("joins the pieces of a container's line", () => {
    const cri = (mark: string, text: string) => `2026-11-22T10:00:01.123Z stdout ${mark} ${text}`;
    const { one, push, messages, texts } = joiner(cri('F', 'x'));
    push(cri('P', 'one '), cri('P', 'two '), cri('F', 'three'), cri('F', 'other'));
    one.release();
    assert.deepEqual(texts(), ['one two three', 'other']);
    assert.equal(messages[0]?.decoded.fullMessage, undefined);
  });

  for (const line of [
    '10:15:30.123 [main] ERROR c.e.Foo - failed',
    '17/06/09 20:10:40 ERROR executor.Foo: failed',
    'E, [2026-01-02T03:04:05.678 #1]  ERROR -- : failed',
  ])
    it(`a stack trace is joined with ${line}`, () => {
      const { one, messages, push, texts } = joiner(line);
      push(line, ...trace, "app.rb:1:in `foo': no (RuntimeError)", line);
      one.release();
      assert.deepEqual(texts(), ['failed', 'failed']);
      assert.match(messages[0]?.decoded.fullMessage ?? '', /Caused by: x[^]*RuntimeError\)$/);
    });

  it('keeps a message of several lines together, including empty lines', () => {
    const { one, messages, push } = joiner(timed(''));
    push(timed('SELECT'));
    one.blank(now);
    push('FROM it');
    one.blank(now);
    one.release();
    assert.equal(messages[0]?.decoded.fullMessage, `${timed('SELECT')}\n\nFROM it`);
  });

  it('late lines of a stack trace get the time and fields of their message', () => {
    const { one, messages } = joiner(timed(''));
    const push = (text: string, at: number) => one.push({ text, bytes: text.length, receivedAt: now + at });
    push(timed('failed'), 0);
    one.expire(now + holdMs);
    assert.equal(push(trace[1] ?? '', 2_000), true);
    one.expire(now + 4_000);
    push(trace[2] ?? '', 5_000);
    one.expire(now + 6_000);
    // After this time the line no longer belongs to the released message.
    push('Stopped', 60_000);
    one.release();
    const at = Date.parse('2026-11-22T10:00:01.123Z');
    assert.deepEqual(
      messages.map(({ decoded }) => [decoded.message, decoded.timestamp, decoded.fields['level']]),
      [
        ['failed', at, 3],
        [trace[1], at, 3],
        [trace[2], at, 3],
        ['Stopped', undefined, undefined],
      ],
    );
  });

  it('joins only continuation lines if the lines have no times', () => {
    const { one, push, texts } = joiner('{"msg":"a"}');
    push('{"msg":"a"}', trace[1] ?? '', 'other', '{"msg":"b"}');
    one.release();
    assert.deepEqual(texts(), ['a', 'other', 'b']);
  });

  it('releases a joined message after a pause', () => {
    const { one, push, texts } = joiner(timed(''));
    push(timed('failed'));
    one.expire(now + holdMs - 1);
    assert.deepEqual(texts(), []);
    one.expire(now + holdMs);
    assert.deepEqual(texts(), ['failed']);
  });

  it('limits the lines and bytes of a message; lines beyond the limit keep its time and fields', () => {
    for (const [line, least] of [
      ['\tat a.b.C.d(C.java:1)', 3],
      [`\t${'x'.repeat(100_000)}`, 500],
    ] as const) {
      const { one, messages, push } = joiner(timed(''));
      push(timed('failed'), ...Array.from({ length: 1_500 }, () => line));
      one.release();
      assert.ok(messages.length > least);
      const lines = messages.map(({ text }) => text.split('\n').length);
      assert.ok(Math.max(...lines) <= 500);
      assert.ok(Math.max(...messages.map(({ text }) => text.length)) <= 256 * 1024 + 500);
      assert.equal(
        lines.reduce((sum, count) => sum + count),
        1_501,
      );
      assert.ok(messages.every(({ decoded }) => decoded.timestamp === Date.parse('2026-11-22T10:00:01.123Z')));
      assert.ok(messages.every(({ decoded }) => decoded.fields['level'] === 3));
    }
  });

  it('reads the level on the second line of java.util.logging', () => {
    const { one, messages, push } = joiner('Jan 02, 2026 3:04:05 PM a.B c');
    push('Jan 02, 2026 3:04:05 PM a.B c', 'SEVERE: it failed');
    one.release();
    assert.equal(messages[0]?.decoded.fields['level'], 3);
    assert.equal(messages[0]?.decoded.timestamp, Date.parse('2026-01-02T15:04:05Z'));
  });
});

describe('senders of an input', () => {
  function sources(most?: number, mostBytes?: number) {
    let clock = now;
    const released: string[] = [];
    const formats: string[] = [];
    const all = new LineSources<string>(
      (key) => ({
        toUtc: utc,
        otherwise: plainLine,
        emit: ({ decoded }) => released.push(`${key} ${decoded.message}`),
        onFormat: ({ title }) => formats.push(`${key} ${title}`),
      }),
      () => clock,
      most,
      mostBytes,
    );
    const push = (key: string, text: string) => all.push(key, { text, bytes: text.length, receivedAt: clock });
    // On a busy machine the work continues in later turns.
    const pass = (ms: number): Promise<void> => {
      clock += ms;
      return all.expire();
    };
    return { all, released, formats, push, pass };
  }

  it('each sender has its own format; its first few lines wait for a while', async () => {
    const { released, formats, push, pass } = sources();
    push('a', timed('failed'));
    push('b', 'text');
    push('a', trace[0] ?? '');
    assert.deepEqual(released, []);
    await pass(holdMs);
    assert.deepEqual(formats, ['a time and level']);
    await pass(holdMs);
    assert.deepEqual(released.toSorted(), ['a failed', 'b text']);
    push('b', 'more');
    assert.equal(released.at(-1), 'b more');
  });

  it('the first lines of a sender are released at once if they are many', () => {
    const { all, released, push } = sources();
    for (let at = 1; at <= 20; at += 1) push('a', `text ${at}`);
    assert.equal(released.length, 20);
    assert.ok(all.isPlain('a'));
  });

  it('the detected format may change while few lines were seen', async () => {
    const { released, formats, push, pass, all } = sources();
    push('a', 'banner');
    await pass(holdMs);
    assert.deepEqual(released, ['a banner']);
    push('a', timed('one'));
    push('a', timed('two'));
    push('a', timed('three'));
    all.forget('a');
    assert.deepEqual(formats, ['a time and level']);
    assert.equal(released.at(-1), 'a three');
    assert.equal(released.length, 4);
  });

  it('limits the number of senders: the sender that was silent longest is released and forgotten', () => {
    const { released, push } = sources(2);
    push('a', 'one');
    push('b', 'two');
    push('a', 'three');
    push('c', 'four');
    assert.deepEqual(released, ['b two']);
  });

  it('releases all held lines when the input stops', async () => {
    const { all, released, push } = sources();
    push('a', 'one');
    push('b', timed('two'));
    await all.stop();
    assert.deepEqual(released, ['a one', 'b two']);
  });

  for (const [what, end] of [
    ['expire', 'pass'],
    ['stop', 'stop'],
  ] as const) {
    it(`many senders that ${what} at once do not block other work`, async () => {
      const { all, released, push, pass } = sources(3_000);
      for (let sender = 0; sender < 3_000; sender += 1)
        for (let at = 0; at < 19; at += 1) push(`${sender}`, timed(`text ${at}`));
      assert.equal(released.length, 0);
      let turns = 0;
      if (end === 'pass') pass(holdMs);
      else void all.stop();
      // After `pass`, the last message of each sender is still held back.
      const whole = 3_000 * (end === 'pass' ? 18 : 19);
      assert.ok(
        released.length > 0 && released.length < whole,
        `${released.length} messages were released in one turn`,
      );
      while (released.length < whole) {
        turns += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.ok(turns > 1);
    });
  }

  it('releases the lines of a sender that exceeds the limit, and still joins those of others', async () => {
    const { released, push, pass } = sources(10, 1_000);
    push('a', timed('one'));
    push('b', timed('x'.repeat(1_000)));
    assert.deepEqual(released, [`b ${'x'.repeat(1_000)}`]);
    push('a', trace[0] ?? '');
    await pass(holdMs);
    await pass(holdMs);
    assert.deepEqual(released.slice(1), ['a one']);
  });
});
