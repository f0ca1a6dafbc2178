/** The API decodes a message with a codec without storing it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { StoredMessage } from '../../../../api/contract/messages.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

const parse = (json: object) => server.call('/messages/parse', { method: 'POST', session, json });
const parsed = async (codec: string, message: string, configuration: object | null = null): Promise<StoredMessage> => {
  const response = await parse({ codec, message, remote_address: '192.0.2.7', configuration });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as StoredMessage;
};

test('a text is decoded by the codec of the request without being stored', async () => {
  const { index, message } = await parsed('syslog', '<34>Oct 11 22:14:15 mymachine su[7]: failed for lonvick');
  assert.equal(index, null);
  assert.deepEqual([message.source, message.message], ['mymachine', 'failed for lonvick']);
  assert.equal(message.fields['level'], 2);
  const gelf = await parsed(
    'gelf',
    '{"version":"1.1","host":"web","short_message":"m","full_message":"f","_n":9007199254740993}',
  );
  assert.deepEqual([gelf.message.source, gelf.message.fields['full_message']], ['web', 'f']);
  assert.match(JSON.stringify(gelf.message.fields), /"full_message":"f"/);
  const raw = await parsed('raw', 'just text');
  assert.deepEqual([raw.message.source, raw.message.fields['gl2_remote_ip']], ['192.0.2.7', '192.0.2.7']);
  assert.equal((await parsed('raw', 'just text', { override_source: 'mine' })).message.source, 'mine');
  assert.match(raw.message.timestamp, /^\d{4}-\d\d-\d\dT.*Z$/);
});

test('the server reports why a codec cannot decode a text', async () => {
  const given = { message: '{', codec: 'gelf', remote_address: '127.0.0.1', configuration: {} };
  const broken = await parse(given);
  assert.equal(broken.status, 400);
  assert.match(await broken.text(), /Could not decode message/);
  assert.equal((await parse({ ...given, codec: 'nothing' })).status, 404);
  assert.equal((await parse({ ...given, remote_address: 'here' })).status, 400);
  assert.equal(
    (await parse({ ...given, message: '<34>x', codec: 'syslog', configuration: { timezone: 'Nowhere' } })).status,
    400,
  );
  assert.equal((await parse({ codec: 'raw' })).status, 400);
});

test('the server lists all codecs, each of which reads its format', async () => {
  const response = await server.call('/system/codecs/types/all', { session });
  const types = (await response.json()) as Record<
    string,
    { type: string; name: string; requested_configuration: object }
  >;
  assert.deepEqual(
    Object.values(types).map(({ type, name }) => [type, name]),
    [
      ['syslog', 'Syslog'],
      ['gelf', 'GELF'],
      ['raw', 'Raw String'],
      ['jsonpath', 'JSON Path'],
      ['beats', 'Beats'],
      ['beats-deprecated', 'Beats (deprecated)'],
      ['CEF', ''],
      ['netflow', 'NetFlow'],
      ['random-http-msg', 'Random HTTP Message'],
    ],
  );
  assert.ok('netflow9_definitions_Path' in (types['netflow']?.requested_configuration ?? {}));
  const beat = JSON.stringify({ '@metadata': { beat: 'filebeat' }, message: 'line', log: { offset: 7 } });
  const { message: old } = await parsed('beats-deprecated', beat);
  assert.deepEqual([old.message, old.fields['filebeat_log_offset']], ['line', 7]);
  assert.match((await parsed('random-http-msg', 'anything')).message.message ?? '', /(GET|POST|PUT|DELETE) \//);
  const packet = `0005 0001 00010000 6a1f0000 00000000 00000000 0000 0000
    c0000201 c0000202 c00002fe 0001 0002 0000000a 00000400 0000fc18 0000fff0
    04d2 0050 00 18 06 00 0001 0002 18 10 0000`;
  assert.match((await parsed('netflow', packet)).message.message ?? '', /^192\.0\.2\.1:1234 -> 192\.0\.2\.2:80, TCP/);
  for (const [message, configuration, reason] of [
    ['no packet', {}, /hexadecimal digits/],
    ['0005 0001', {}, /too short/],
    [packet, { netflow9_definitions_Path: '/etc/passwd' }, /read by inputs only/],
  ] as const) {
    const refused = await parse({ codec: 'netflow', message, remote_address: '192.0.2.7', configuration });
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), reason);
  }
});
