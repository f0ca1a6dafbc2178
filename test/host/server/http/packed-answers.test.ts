/** Responses are compressed with an encoding that the client accepts. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import { fastify } from 'fastify';
import { packedFromBytes, packSmallAnswers } from '../../../../host/server/http/packed-answers.js';

const answers = {
  tiny: { text: 'a' },
  small: { text: 'ä'.repeat(1000) },
  middling: { text: 'abc'.repeat(10_000) },
  large: { text: 'abc'.repeat(100_000) },
};

test('the server compresses all but tiny responses, whether they are sent at once or streamed', async (context) => {
  const app = fastify();
  context.after(() => app.close());
  packSmallAnswers(app);
  await app.register(compress, { threshold: packedFromBytes, encodings: ['br', 'gzip'] });
  for (const [name, answer] of Object.entries(answers)) {
    app.get(`/${name}`, (_request, reply) => reply.header('Vary', 'Origin').send(answer));
    app.get(`/stream/${name}`, (_request, reply) =>
      reply.type('application/json').send(Readable.from([JSON.stringify(answer)], { objectMode: false })),
    );
  }
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, expected] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    [undefined, undefined],
  ] as const)
    for (const [name, answer] of Object.entries(answers))
      for (const path of [`/${name}`, `/stream/${name}`]) {
        const { headers, rawPayload } = await app.inject({
          url: path,
          headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
        });
        const encoding = headers['content-encoding'] as keyof typeof unpack | undefined;
        assert.equal(encoding, path === '/tiny' ? undefined : expected, path);
        const text = encoding ? unpack[encoding](rawPayload) : rawPayload;
        assert.deepEqual(JSON.parse(text.toString()), answer);
        if (encoding && !path.startsWith('/stream'))
          assert.match(String(headers['vary']).toLowerCase(), /origin.*accept-encoding/);
        if (headers['content-length'] !== undefined) assert.equal(Number(headers['content-length']), rawPayload.length);
      }
});
