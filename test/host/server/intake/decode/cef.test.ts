/** Tests the decoding of CEF events: a table of the forms that senders use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cefDecoder, monthsToEnglish } from '../../../../../host/server/intake/decode/cef.js';
import { DecodeFailure } from '../../../../../host/server/intake/decode/decoded.js';
import { textReader } from '../../../../../host/server/intake/decode/text.js';
import { zoneToUtc } from '../../../../../host/server/intake/decode/time-zone.js';

const now = Date.parse('2026-11-20T12:00:00Z');
const decoder = (useFullNames = false, locale = '') =>
  cefDecoder({
    textOf: textReader('UTF-8'),
    toUtc: zoneToUtc('Europe/Berlin'),
    inEnglish: monthsToEnglish(locale),
    useFullNames,
  });
const decode = (text: string, ...settings: Parameters<typeof decoder>) => {
  const { fields, ...rest } = decoder(...settings)(Buffer.from(text), now);
  return { ...rest, fields: { ...fields } };
};
const head = 'CEF:0|Acme|Wall|1.0|100|Port scan|7|';
const headFields = {
  device_vendor: 'Acme',
  device_product: 'Wall',
  device_version: '1.0',
  event_class_id: '100',
  name: 'Port scan',
  severity: '7',
};
const message = 'Wall: [100, 7] Port scan';

const extensions: [name: string, text: string, fields: Record<string, unknown>][] = [
  ['no extension', '', {}],
  ['one extension', 'src=10.0.0.1', { src: '10.0.0.1' }],
  ['numbers of fields that are numeric in the dictionary', 'spt=1232 cnt=x cs1=5', { spt: 1232, cnt: 'x', cs1: '5' }],
  ['spaces in values', 'msg=Detected a scan  act=blocked it', { msg: 'Detected a scan', act: 'blocked it' }],
  [
    'escapes',
    String.raw`msg=a\=b c\\d\nnext request=http://x/?a=1&b=2`,
    { msg: 'a=b c\\d\nnext', request: 'http://x/?a=1&b=2' },
  ],
  ['an empty value', 'cs1= cs2=b', { cs2: 'b' }],
  ['custom field names', 'ad.field-x=1 ad[0]=2 message=no name=other', { 'ad.field-x': '1', ad_0_: '2' }],
];
for (const [name, text, fields] of extensions) {
  test(`the CEF decoder decodes the CEF extensions: ${name}`, () => {
    assert.deepEqual(decode(head + text), { message, fields: { ...headFields, ...fields } });
  });
}

const envelopes: [text: string, timestamp: string | undefined, source: string | undefined][] = [
  ['', undefined, undefined],
  ['<134>', undefined, undefined],
  ['<134>Nov 19 13:00:00 wall ', '2026-11-19T12:00:00.000Z', 'wall'],
  ['Nov 19 2025 13:00:00 wall ', '2025-11-19T12:00:00.000Z', 'wall'],
  ['<134>1 2026-11-19T12:00:00.5Z wall app - - - ', '2026-11-19T12:00:00.500Z', 'wall'],
  ['<134>Nov 19 13:00:00 wall app[7]: ', '2026-11-19T12:00:00.000Z', 'wall'],
];
for (const [envelope, timestamp, source] of envelopes) {
  test(`the CEF decoder decodes the syslog header before a CEF event: ${JSON.stringify(envelope)}`, () => {
    assert.deepEqual(decode(`${envelope}${head}spt=1`), {
      ...(timestamp === undefined ? {} : { timestamp: Date.parse(timestamp) }),
      ...(source === undefined ? {} : { source }),
      message,
      fields: { ...headFields, spt: 1 },
    });
  });
}

test('a CEF event without a syslog header takes its time from the extension rt', () => {
  assert.equal(decode(`${head}rt=1763553600000`).timestamp, 1_763_553_600_000);
  assert.equal(decode(`${head}rt=Nov 19 2025 13:00:00`).timestamp, Date.parse('2025-11-19T12:00:00Z'));
  assert.equal(decode(`${head}rt=whenever`).timestamp, undefined);
});

test('the CEF decoder reads month names in the configured language', () => {
  const dated = '<134>Mär 19 13:00:00 wall ' + head;
  assert.equal(decode(dated, false, 'de').timestamp, Date.parse('2026-03-19T12:00:00Z'));
  assert.throws(() => monthsToEnglish('no such language'), RangeError);
});

test('the CEF decoder takes full field names from the CEF dictionary', () => {
  const { fields } = decode(`${head}src=1.2.3.4 dpt=22 cs1Label=Rule own=x msg=m`, true);
  const expected = {
    sourceAddress: '1.2.3.4',
    destinationPort: 22,
    deviceCustomString1Label: 'Rule',
    own: 'x',
    msg: 'm',
  };
  assert.deepEqual(fields, { ...headFields, ...expected });
});

test('the CEF decoder decodes escapes in the CEF header, and a header without extensions', () => {
  assert.equal(decode(String.raw`CEF:0|A\|B|C\\D|1|x\=y|n|High`).message, String.raw`C\D: [x\=y, High] n`);
});

for (const text of ['', 'hello', 'CEF:0|a|b', 'CEF:x|a|b|c|d|e|5|']) {
  test(`the CEF decoder refuses the invalid CEF event ${JSON.stringify(text)}`, () =>
    assert.throws(() => decode(text), DecodeFailure));
}
