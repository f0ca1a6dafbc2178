/** Bombs per input type: data that is small on the wire and large or slow to decode. */
import assert from 'node:assert/strict';
import { deflateSync, gzipSync } from 'node:zlib';
import { partField } from '../../host/server/intake/decode/protobuf.js';
import type { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { beatsEvents, beatsWindow, post, sendDatagrams, sendGrpc, sendTcp, snappyOf, varint } from './bomb-senders.js';

type InputTypeName = keyof typeof inputTypeIds;

export const gelfOf = (rest: string): string => `{"version":"1.1","host":"b","short_message":"m",${rest}}`;
const plain = gelfOf(`"_a":"${'A'.repeat(8_000_000)}"`);
const lists = gelfOf(`"_a":[${'[],'.repeat(2_600_000)}0]`);
const names = gelfOf(Array.from({ length: 500_000 }, (_, at) => `"${at.toString(36)}":1`).join(','));
const halves = gelfOf(`"_a":"${'\\ud800'.repeat(1_300_000)}"`);
const bombs: readonly (readonly [string, string])[] = [
  ['a long text', plain],
  ['lists', lists],
  ['names', names],
  ['halves of surrogate pairs', halves],
  ['a text that is not JSON', 'A'.repeat(8_300_000)],
];
const megabyte = 1_000_000;
/** Texts that are slow to split into words: many words, only surrogate pairs, and a single long word. */
const slowTexts = (bytes: number): readonly string[] => ['ä b ', '👍', 'é'].map((part) => part.repeat(bytes / 5));

const repeated = <T>(one: T, times: number): T[] => Array.from({ length: times }, () => one);

/**
 * Returns a Loki push of one stream with the maximum number of entries. The stream has 500 labels of 64 KiB in total,
 * which apply to each entry.
 */
function lokiPushOfManyLabels(): Buffer {
  const label = (at: number): string => `l${at}="${'v'.repeat(115)}"`;
  const labels = partField(1, `{${Array.from({ length: 500 }, (_, at) => label(at)).join(',')}}`);
  const entry = partField(2, partField(2, 'x'));
  const streamBytes = labels.length + 50_000 * entry.length;
  const head = Buffer.concat([Buffer.from([0x0a]), varint(streamBytes), labels]);
  return snappyOf(head, entry, 50_000);
}

/** Builds one NetFlow 9 packet with a template of a single one-byte field and with about 60,000 flows. */
function netFlowOfSmallFlows(): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16BE(9, 0);
  head.writeUInt16BE(2, 2);
  const template = Buffer.from([0, 0, 0, 12, 1, 0, 0, 1, 0, 4, 0, 1]);
  const flows = Buffer.alloc(60_000, 1);
  flows.writeUInt16BE(256, 0);
  flows.writeUInt16BE(flows.length, 2);
  return Buffer.concat([head, template, flows]);
}

export interface Attack {
  readonly type: InputTypeName;
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly send: (port: number) => Promise<unknown>;
}

/** Attacks on inputs that listen on a port. */
export const attacks: readonly Attack[] = [
  {
    type: 'gelfUdp',
    send: async (port) => {
      for (const [, text] of bombs) {
        const packed = deflateSync(text, { level: 9 });
        if (packed.length > 60_000) continue;
        await sendDatagrams(port, repeated(packed, 40), 1_000);
      }
      // Many uncompressed datagrams arrive in one turn of the event loop.
      await sendDatagrams(port, repeated(gelfOf(`"_a":[${'[],'.repeat(20_000)}0]`), 300), 2_000);
    },
  },
  {
    type: 'gelfTcp',
    send: async (port) => {
      for (const [, text] of bombs) {
        await sendTcp(port, [text.slice(0, 2_000_000), '\0']);
        await sendTcp(port, [text.length > 2_000_000 ? `${text.slice(0, 1_900_000)}` : text, '\0']);
        const packed = deflateSync(text, { level: 9 });
        await sendTcp(
          port,
          Array.from({ length: 20 }, () => Buffer.concat([packed, Buffer.from([0])])),
        );
      }
      for (const text of slowTexts(8 * megabyte)) {
        const packed = deflateSync(gelfOf(`"full_message":"${text}"`), { level: 9 });
        await sendTcp(port, [packed, '\0'], 500);
      }
      const list = gelfOf(`"_a":[${'[],'.repeat(650_000)}0]`);
      await sendTcp(
        port,
        Array.from({ length: 5 }, () => `${list}\0`),
      );
    },
  },
  {
    type: 'gelfHttp',
    configuration: { max_chunk_size: 4 * megabyte },
    send: async (port) => {
      for (const [, text] of bombs) {
        const packed = gzipSync(text);
        await Promise.all(Array.from({ length: 8 }, () => post(port, '/gelf', packed, { 'Content-Encoding': 'gzip' })));
        await Promise.all(Array.from({ length: 4 }, () => post(port, '/gelf', packed)));
      }
    },
  },
  {
    type: 'rawTcp',
    send: async (port) => {
      await sendTcp(port, ['A'.repeat(1_900_000), '\n', '\0'.repeat(1_900_000), '\n', '\n'.repeat(megabyte)]);
      await sendTcp(port, ['{"a":'.repeat(300_000), '\n', '['.repeat(1_900_000), '\n']);
      for (const text of slowTexts(1_900_000)) await sendTcp(port, [`${text}\n`, `${text}\n`], 500);
    },
  },
  {
    type: 'syslogTcp',
    send: (port) =>
      sendTcp(port, [`<13>1 - - - - - ${'[a b="c"]'.repeat(200_000)}\n`, `<13>${' '.repeat(1_900_000)}\n`]),
  },
  {
    type: 'beats',
    send: async (port) => {
      const long = beatsEvents(`{"message":"${'x'.repeat(9_000_000)}"}`, 3);
      await Promise.all(Array.from({ length: 40 }, () => sendTcp(port, [beatsWindow, long], 6_000)));
      const many = beatsEvents(`{"message":"m","a":[${'[],'.repeat(2_600_000)}0]}`, 2);
      await sendTcp(port, [beatsWindow, many], 3_000);
      // These texts are compressed on the wire and valid, but each step of storing them takes long.
      const escapes = `${'\\ud83d\\ude00\\ud800'.repeat(80_000)}`;
      const exact = `","n":12345678901234567890,"a":"${'1234567890123456 '.repeat(400_000)}`;
      for (const text of [...slowTexts(8 * megabyte), escapes, exact])
        await sendTcp(port, [beatsWindow, beatsEvents(`{"message":"${text}"}`, 2)], 500);
    },
  },
  {
    type: 'otlpGrpc',
    send: async (port) => {
      const statuses = await sendGrpc(port, gzipSync(Buffer.alloc(200_000_000)), 50);
      assert.deepEqual(Object.keys(statuses), ['8'], 'RESOURCE_EXHAUSTED');
      await sendGrpc(port, gzipSync(Buffer.alloc(30_000_000)), 50);
    },
  },
  {
    type: 'otlpHttp',
    send: async (port) => {
      for (const body of [
        `{"resourceLogs":[${'[],'.repeat(600_000)}0]}`,
        `{"resourceLogs":[${'{},'.repeat(600_000)}{}]}`,
      ])
        await Promise.all(
          Array.from({ length: 10 }, () =>
            post(port, '/v1/logs', gzipSync(body), { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
          ),
        );
    },
  },
  {
    type: 'elasticsearchHttp',
    send: (port) => {
      const body = `{"index":{}}\n{"a":[${'[],'.repeat(300_000)}0]}\n`.repeat(20);
      return Promise.all(
        Array.from({ length: 5 }, () =>
          post(port, '/_bulk', gzipSync(body), { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' }),
        ),
      );
    },
  },
  {
    type: 'splunkHttp',
    send: (port) => {
      const body = `{"event":[${'[],'.repeat(600_000)}0]}`;
      return Promise.all(
        Array.from({ length: 5 }, () =>
          post(port, '/services/collector/event', gzipSync(body), { 'Content-Encoding': 'gzip' }),
        ),
      );
    },
  },
  {
    type: 'lokiHttp',
    send: async (port) => {
      const push = (body: Buffer, type: string, encoding?: string) =>
        post(port, '/loki/api/v1/push', body, {
          'Content-Type': type,
          ...(encoding !== undefined && { 'Content-Encoding': encoding }),
        });
      const many = `{"stream":{"a":"b"},"values":[${'["1","m"],'.repeat(20_000)}["1","m"]]}`;
      for (const body of [
        `{"streams":[${'[],'.repeat(600_000)}0]}`,
        `{"streams":[${'{},'.repeat(600_000)}{}]}`,
        `{"streams":[${many},${many}]}`,
      ])
        await Promise.all(repeated(gzipSync(body), 5).map((packed) => push(packed, 'application/json', 'gzip')));
      const protobufs = [
        snappyOf(Buffer.alloc(0), Buffer.alloc(50), 600_000),
        snappyOf(Buffer.alloc(0), Buffer.from([0x0a, 0]), 15_000_000),
        lokiPushOfManyLabels(),
      ];
      for (const body of protobufs)
        await Promise.all(repeated(body, 5).map((packed) => push(packed, 'application/x-protobuf')));
    },
  },
  {
    type: 'journalHttp',
    send: async (port) => {
      const bodies = [
        'A=\n'.repeat(2 * megabyte),
        'A=b\n\n'.repeat(10_000),
        `MESSAGE=${'x'.repeat(30 * megabyte)}\n\n`,
      ];
      for (const body of bodies)
        await Promise.all(
          repeated(gzipSync(body), 4).map((packed) =>
            post(port, '/upload', packed, {
              'Content-Type': 'application/vnd.fdo.journal',
              'Content-Encoding': 'gzip',
            }),
          ),
        );
    },
  },
  {
    type: 'jsonTcp',
    send: (port) =>
      sendTcp(
        port,
        [`[${'[],'.repeat(600_000)}0]`, `{"a":[${'[],'.repeat(600_000)}0]}`, lists.slice(0, 1_900_000)].map(
          (line) => `${line}\n`,
        ),
      ),
  },
  {
    type: 'cefTcp',
    configuration: { timezone: 'UTC', locale: '' },
    send: (port) =>
      sendTcp(port, [
        `CEF:0|v|p|1|id|name|5|${' k=v'.repeat(450_000)}\n`,
        `CEF:0|v|p|1|id|name|5|${'\\='.repeat(900_000)}\n`,
        `CEF:${'|'.repeat(1_900_000)}\n`,
      ]),
  },
  {
    type: 'netFlowUdp',
    send: (port) => sendDatagrams(port, repeated(netFlowOfSmallFlows(), 100), 2_000),
  },
];

/** Reasons why input types are not attacked with bombs. */
export const unattacked: Partial<Record<InputTypeName, string>> = {
  syslogUdp: 'Its datagrams have 64 KiB at most, wait like those of gelfUdp, and are read by the decoder of syslogTcp.',
  rawUdp: 'Its datagrams have 64 KiB at most, wait like those of gelfUdp, and are read by the decoder of rawTcp.',
  cefUdp: 'Its datagrams have 64 KiB at most, wait like those of gelfUdp, and are read by the decoder of cefTcp.',
  olderBeats: 'Its frames are read by the same code as those of beats.',
  syslogAmqp: 'It fetches single messages as gelfAmqp does, and reads them by the decoder of syslogTcp.',
  rawAmqp: 'It fetches single messages as gelfAmqp does, and reads them by the decoder of rawTcp.',
  cefAmqp: 'It fetches single messages as gelfAmqp does, and reads them by the decoder of cefTcp.',
  syslogKafka: 'It fetches batches as gelfKafka does, and reads them by the decoder of syslogTcp.',
  rawKafka: 'It fetches batches as gelfKafka does, and reads them by the decoder of rawTcp.',
  cefKafka: 'It fetches batches as gelfKafka does, and reads them by the decoder of cefTcp.',
  jsonPath:
    'It asks an allowed address for 1 MiB at most, without compression, and reads that as jsonTcp reads a line.',
  randomHttp: 'It receives nothing: the server makes up its messages.',
  files: 'It reads files that the operator has named, in slices; test/host/server/intake/files-input.test.ts tries it.',
  followFile:
    'It reads files that the operator has named, in slices; test/host/server/intake/follow-file.test.ts tries it.',
  archives:
    'It reads files that the operator has named; test/host/server/intake/archives.test.ts tests archives that grow.',
  serverLog: 'It receives nothing: its messages are lines of the log of the server itself.',
};
