/**
 * Tests that raw text inputs recognise the log format of each sender and decode it. Lines of no known format must stay
 * unchanged.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createIntake } from '../../../../host/server/intake/index.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-types.js';
import type { InputDocument } from '../../../../host/server/intake/inputs/input-document.js';
import type { ExtractorDocument } from '../../../../host/server/intake/inputs/running-extractor.js';
import { createLog } from '../../../../host/server/log/log.js';
import { eventually, memoryDocuments, RecordingSink } from './recording-sink.js';
import { countersOf, openIntake, openTcp, sendUdp } from './open-intake.js';

const line = (second: number, text: string) => `2025-11-22 10:00:0${second},456+00:00 ERROR [main] a.b.C - ${text}`;
const trace = 'java.lang.IllegalStateException: no stock\n\tat org.example.Stock.take(Stock.java:42)\n\t... 12 more';
const access = '203.0.113.9 - - [22/Nov/2025:10:00:01 +0100] "GET /a HTTP/1.1" 502 612 "-" "Mozilla/5.0"';

async function plain(context: TestContext, type: 'rawTcp' | 'rawUdp') {
  const open = await openIntake(context, type, { recognise_formats: false });
  if (type === 'rawUdp') await sendUdp(open.port, access);
  else (await openTcp(context, open.port)).end(`${access}\n`);
  const [message] = await open.sink.until(1);
  assert.equal(message?.message, access);
  assert.deepEqual(Object.keys(message.fields), []);
  assert.deepEqual(open.intake.inputs.running(open.id)?.recognised.list(), []);
}

describe('raw text over TCP', () => {
  it('the log format is recognised per TCP connection', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    const [one, two] = [await openTcp(context, open.port), await openTcp(context, open.port)];
    one.write(`${line(1, 'one')}\n${trace}\n${line(2, 'two')}\n`);
    two.write(`${access}\n`);
    const messages = [...(await open.sink.until(3))].sort((left, right) => (left.message < right.message ? -1 : 1));
    assert.deepEqual(
      messages.map(({ timestamp, source, message, fullMessage, fields }) => [
        new Date(timestamp).toISOString(),
        source,
        message,
        fullMessage,
        fields['level'],
      ]),
      [
        ['2025-11-22T09:00:01.000Z', '127.0.0.1', access, undefined, 3],
        ['2025-11-22T10:00:01.456Z', '127.0.0.1', 'one', `${line(1, 'one')}\n${trace}`, 3],
        ['2025-11-22T10:00:02.456Z', '127.0.0.1', 'two', undefined, 3],
      ],
    );
    assert.equal(countersOf(open).received.total, 3);
    assert.equal(open.intake.inputs.running(open.id)?.recognised.list().length, 1);
  });

  it('raw text is stored up to the last complete line, even if the connection is reset', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    const socket = await openTcp(context, open.port);
    socket.write(`${line(1, 'one')}\n${line(2, 'two')}\nhalf a li`);
    await eventually(() => countersOf(open).readBytes.total > 0);
    socket.resetAndDestroy();
    await open.sink.until(2);
    assert.deepEqual(open.sink.texts(), ['one', 'two']);
  });

  it('raw text that is held back is stored when the input stops', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    const socket = await openTcp(context, open.port);
    socket.write(`${line(1, 'one')}\n${trace}\n`);
    await eventually(() => countersOf(open).readBytes.total > 0);
    await open.intake.inputs.stop(open.id);
    assert.deepEqual(open.sink.texts(), ['one']);
  });

  it('raw text of no known format is stored unchanged', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    const texts = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? `\tindented ${at}` : `text ${at}`));
    (await openTcp(context, open.port)).end(`${texts.join('\n')}\n`);
    await open.sink.until(50);
    assert.deepEqual(open.sink.texts(), texts);
    assert.deepEqual(open.intake.inputs.running(open.id)?.recognised.list(), []);
  });

  it('raw TCP text stays unchanged if format recognition is disabled', (context) => plain(context, 'rawTcp'));
});

describe('an input of a version without format recognition', () => {
  const extractor: ExtractorDocument = {
    id: 'e',
    title: 'status',
    type: 'regex',
    source_field: 'message',
    target_field: 'thread',
    cursor_strategy: 'copy',
    extractor_config: { regex_value: '^2025.*\\[(\\w+)\\]' },
    converters: [],
    condition_type: 'none',
    condition_value: '',
    order: 0,
    creator_user_id: 'admin',
    revision: 1,
  };

  for (const [what, extractors, message, thread] of [
    ['with extractors keeps its lines unchanged', [extractor], line(1, 'one'), 'main'],
    ['without extractors recognises the formats of lines', [], 'one', undefined],
  ] as const) {
    it(what, async (context) => {
      const documents = memoryDocuments();
      const sink = new RecordingSink();
      const { put } = documents.collection<InputDocument>('inputs');
      const old: InputDocument = {
        id: '600000000000000000000001',
        title: 'raw',
        type: inputTypeIds.rawTcp,
        global: true,
        node: null,
        attributes: { bind_address: '127.0.0.1', port: 0 },
        static_fields: {},
        creator_user_id: 'admin',
        created_at: '2025-01-01T00:00:00.000Z',
        desired_state: 'RUNNING',
        content_pack: null,
        extractors,
      };
      await put(old);
      const log = createLog('error', () => undefined);
      const intake = await createIntake({ documents, sink, nodeId: 'node', log, inputs: false });
      await intake.start();
      context.after(() => intake.stop());
      const port = intake.inputs.running(old.id)?.listening?.port ?? 0;
      (await openTcp(context, port)).end(`${line(1, 'one')}\n`);
      const [first] = await sink.until(1);
      assert.equal(first?.message, message);
      if (thread !== undefined) assert.equal(first.fields['thread'], thread);
      assert.equal(intake.inputs.get(old.id).attributes['recognise_formats'], extractors.length === 0);
    });
  }

  it('a new input recognises formats even if its configuration omits the option', async (context) => {
    const { intake, id } = await openIntake(context, 'rawTcp');
    assert.equal(intake.inputs.get(id).attributes['recognise_formats'], true);
  });
});

describe('raw text over UDP', () => {
  it('the log format is recognised per UDP sender, for packets and for lines', async (context) => {
    const open = await openIntake(context, 'rawUdp');
    await sendUdp(open.port, `${line(1, 'one')}\n${trace}`, `${line(2, 'two')}\n`, '\tat c.D.e(D.java:1)');
    await open.sink.until(2);
    assert.deepEqual(open.sink.texts(), ['one', 'two']);
    assert.deepEqual(
      open.sink.messages.map(({ fullMessage }) => fullMessage),
      [`${line(1, 'one')}\n${trace}`, `${line(2, 'two')}\n\tat c.D.e(D.java:1)`],
    );
    assert.equal(open.sink.messages[0]?.timestamp, Date.parse('2025-11-22T10:00:01.456Z'));
    assert.equal(open.sink.messages[0]?.remote?.address, '127.0.0.1');
  });

  it('a UDP packet of no known format becomes one message, even with several lines', async (context) => {
    const open = await openIntake(context, 'rawUdp');
    await sendUdp(open.port, 'one\ntwo', 'three');
    await open.sink.until(2);
    assert.deepEqual(open.sink.texts(), ['one\ntwo', 'three']);
    assert.ok(open.sink.messages.every(({ fullMessage }) => fullMessage === undefined));
  });

  it('raw UDP text stays unchanged if format recognition is disabled', (context) => plain(context, 'rawUdp'));
});
