/** Tests the common behaviour of HTTP inputs for shippers with a valid request of each: durability, access, bounds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openIntake, countersOf, type TypeName } from './open-intake.js';
import { eventually } from './recording-sink.js';
import { type Body, send, json, ndjson, otlpRecord } from './shipper-calls.js';

/** A valid request to an input type, and the status of its response. */
interface Good {
  readonly type: TypeName;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: (message: string) => Body;
  readonly status: number;
  /** True: the body may have any size, and a request waits while the store is full. */
  readonly endless?: true;
}

const goods: Good[] = [
  {
    type: 'otlpHttp',
    path: '/v1/logs',
    headers: json,
    body: (message) => otlpRecord({ body: { stringValue: message } }),
    status: 200,
  },
  {
    type: 'elasticsearchHttp',
    path: '/_bulk',
    headers: ndjson,
    body: (text) => `{"create":{}}\n${JSON.stringify({ message: text })}\n`,
    status: 200,
  },
  {
    type: 'splunkHttp',
    path: '/services/collector/event',
    headers: json,
    body: (text) => JSON.stringify({ event: text }),
    status: 200,
  },
  {
    type: 'lokiHttp',
    path: '/loki/api/v1/push',
    headers: json,
    body: (text) => JSON.stringify({ streams: [{ stream: {}, values: [['1790000000000000000', text]] }] }),
    status: 204,
  },
  {
    type: 'journalHttp',
    path: '/upload',
    headers: { 'Content-Type': 'application/vnd.fdo.journal' },
    body: (text) => `MESSAGE=${text}\n\n`,
    status: 202,
    endless: true,
  },
];

const sendGood = ({ path, headers, body }: Good, port: number, message: string, more = {}) =>
  send(port, path, body(message), { ...headers, ...more });

for (const good of goods) {
  describe(`the HTTP input ${good.type}`, () => {
    it('answers only when the messages are durable, and 503 if the store fails', async (context) => {
      const open = await openIntake(context, good.type);
      let release: () => void = () => undefined;
      open.sink.gate = new Promise((resolve) => (release = resolve));
      let answered = false;
      const answer = sendGood(good, open.port, 'one').finally(() => (answered = true));
      await eventually(() => countersOf(open).received.total === 1);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(answered, false);
      release();
      assert.equal((await answer).status, good.status);
      open.sink.failure = new Error('disk');
      assert.equal((await sendGood(good, open.port, 'two')).status, 503);
      open.sink.failure = undefined;
      open.sink.setPressure('full');
      const late = sendGood(good, open.port, 'three');
      if (good.endless) {
        await eventually(() => countersOf(open).received.total === 3);
        open.sink.setPressure('open');
      }
      assert.equal((await late).status, good.endless ? good.status : 503);
      assert.deepEqual(open.sink.texts(), good.endless ? ['one', 'three'] : ['one']);
    });

    it('accepts requests with the token or with user and password, and refuses others', async (context) => {
      const secrets = { auth_token: 'id:tökən', auth_user: 'shipper', auth_password: 'pä:ss' };
      const open = await openIntake(context, good.type, secrets);
      const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
      const encoded = Buffer.from('id:tökən').toString('base64');
      const cases: [authorization: string | undefined, allowed: boolean][] = [
        [undefined, false],
        ['Bearer', false],
        ['Bearer id:other', false],
        [basic('shipper:wrong'), false],
        [basic('other:pä:ss'), false],
        [basic('shipper:pä:ss'), true],
        [basic('anybody:id:tökən'), true],
        [`ApiKey ${encoded}`, true],
        [`Bearer ${encoded}`, false],
        [`ApiKey ${Buffer.from('key:id:tökən').toString('base64')}`, true],
        [basic('shipper:'), false],
      ];
      for (const [Authorization, allowed] of cases) {
        const { status } = await sendGood(good, open.port, 'm', Authorization === undefined ? {} : { Authorization });
        if (allowed) assert.equal(status, good.status, Authorization);
        else assert.ok(status === 401 || status === 403, `the status ${status} refuses ${Authorization}`);
      }
      assert.equal(open.sink.messages.length, 4);
      assert.equal(countersOf(open).malformed, 7);
      const half = openIntake(context, good.type, { auth_user: 'shipper' });
      await assert.rejects(half, /"auth_user" and "auth_password" are needed both/);
      const stored = open.intake.inputs.get(open.id).attributes;
      assert.match(String(stored['auth_token']), /^v1\./, 'the stored token is sealed');
      assert.match(String(stored['auth_password']), /^v1\./, 'the stored password is sealed');
    });

    it('accepts gzip, and refuses decompression bombs and bodies that are too large', async (context) => {
      const open = await openIntake(context, good.type, { max_chunk_size: 100_000, decompress_size_limit: 1_000_000 });
      const gzip = { 'Content-Encoding': 'gzip' };
      const { path, headers, body } = good;
      const call = (bytes: Body, more = {}) => send(open.port, path, bytes, { ...headers, ...more });
      assert.equal((await call(gzipSync(body('small')), gzip)).status, good.status);
      if (!good.endless) {
        assert.equal((await call(gzipSync(body('x'.repeat(50_000_000))), gzip)).status, 413);
        assert.equal((await call(body('x'.repeat(100_001)))).status, 413);
      }
      assert.equal((await call(gzipSync(body('cut')).subarray(0, 12), gzip)).status, 400);
      assert.equal((await call(body('b'), { 'Content-Encoding': 'br' })).status, 400);
      assert.deepEqual(open.sink.texts(), ['small']);
      const reasons = countersOf(open).failures();
      assert.equal(reasons.length, good.endless ? 2 : 4);
      assert.match(reasons.at(-1)?.reason ?? '', good.endless ? /Broken gzip/ : /1000000 bytes after decompression/);
    });

    it('answers hostile bodies with a client error and continues', async (context) => {
      const open = await openIntake(context, good.type);
      for (const body of ['{', '[]', 'null', '\0\xff\xfe', '{"a":'.repeat(200_000), '['.repeat(200_000)]) {
        const { status } = await send(open.port, good.path, body, good.headers);
        assert.ok(status < 500, `the status ${status} is no server error for ${body.slice(0, 10)}`);
      }
      assert.equal((await send(open.port, '/nowhere/%ff/..', 'x', good.headers)).status, 404);
      assert.equal((await sendGood(good, open.port, 'after')).status, good.status);
      assert.equal(open.sink.texts().at(-1), 'after');
    });
  });
}
