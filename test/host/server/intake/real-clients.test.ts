/**
 * Tests that messages which client libraries from the npm registry send are found with all their fields. Acknowledged
 * messages must survive a kill of the server.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client as ElasticClient } from '@elastic/elasticsearch';
import { SeverityNumber, type AnyValueMap } from '@opentelemetry/api-logs';
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs';
import pino from 'pino';
import winston from 'winston';
import Log2gelf from 'winston-log2gelf';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../../../find-messages.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { listeningPort, startInput } from '../../../started-input.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';

let server: TestServer;
let session: string;

before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

/** Waits for the only message with the text and returns its fields. */
const fieldsOf = (text: string) =>
  until(`${text} is found`, async () => (await findMessages(server, session, `message:"${text}"`, 1)).messages[0]);

/** Compares the expected fields and ignores all other fields. */
function assertFields(found: Record<string, unknown>, expected: Record<string, unknown>): void {
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])), expected);
}

const otlp = [
  { name: 'protobuf', exporterFor: (url: string): LogRecordExporter => new ProtobufExporter({ url }) },
  { name: 'JSON', exporterFor: (url: string): LogRecordExporter => new JsonExporter({ url }) },
];

/**
 * Returns an OpenTelemetry logger that sends its records by the exporter, and `close`, which sends the remaining
 * records.
 */
function openTelemetry(exporter: LogRecordExporter) {
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop', 'host.name': 'web-7' }),
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  return { logger: provider.getLogger('cart', '1.2'), close: () => provider.shutdown() };
}

for (const { name, exporterFor } of otlp)
  test(`messages of the OpenTelemetry SDK, ${name}, keep their fields`, async () => {
    const { port } = await startInput(server, session, inputTypeIds.otlpHttp);
    const { logger, close } = openTelemetry(exporterFor(`http://127.0.0.1:${port}/v1/logs`));
    const attributes: AnyValueMap = {
      'order.id': 4711,
      paid: true,
      ratio: 0.25,
      note: 'grüße 🚀',
      basket: { items: 3, first: 'tea' },
    };
    logger.emit({
      body: `order by ${name}`,
      severityNumber: SeverityNumber.ERROR,
      severityText: 'ERROR',
      timestamp: new Date('2026-03-04T05:06:07.089Z'),
      attributes,
    });
    await close();
    assertFields(await fieldsOf(`order by ${name}`), {
      source: 'web-7',
      timestamp: '2026-03-04T05:06:07.089Z',
      level: 3,
      service_name: 'shop',
      order_id: 4711,
      paid: true,
      ratio: 0.25,
      note: 'grüße 🚀',
      basket_items: 3,
      basket_first: 'tea',
    });
  });

test("documents of the bulk helper of Elasticsearch's client keep their fields", async () => {
  const { port } = await startInput(server, session, inputTypeIds.elasticsearchHttp);
  const client = new ElasticClient({ node: `http://127.0.0.1:${port}` });
  const documents = Array.from({ length: 250 }, (_, number) => ({
    '@timestamp': '2026-03-04T05:06:07.089Z',
    message: `document ${number} of elastic`,
    host: { name: 'web-8' },
    log: { level: 'warn' },
    http: { status: 503, path: '/a b?c=d' },
    number,
  }));
  const refused: unknown[] = [];
  const result = await client.helpers.bulk({
    datasource: documents,
    onDocument: () => ({ create: { _index: 'logs-shop-default' } }),
    onDrop: (document) => refused.push(document),
  });
  await client.close();
  assert.deepEqual([result.successful, result.failed, refused], [250, 0, []]);
  await until(
    'all messages are found',
    async () => (await findMessages(server, session, 'message:elastic')).total === 250,
  );
  assertFields(await fieldsOf('document 77 of elastic'), {
    source: 'web-8',
    timestamp: '2026-03-04T05:06:07.089Z',
    level: 4,
    http_status: 503,
    http_path: '/a b?c=d',
    number: 77,
  });
});

for (const { protocol, type } of [
  { protocol: 'tcp', type: inputTypeIds.gelfTcp },
  { protocol: 'http', type: inputTypeIds.gelfHttp },
] as const)
  test(`messages of winston, GELF over ${protocol}, keep their fields`, async () => {
    const { port } = await startInput(server, session, type);
    const transport = new Log2gelf({ host: '127.0.0.1', port, protocol, hostname: 'web-9', service: 'shop' });
    const logger = winston.createLogger({ transports: [transport] });
    logger.warn(`stock is low over ${protocol}`, { product: 'tea', left: 3 });
    assertFields(await fieldsOf(`stock is low over ${protocol}`), {
      source: 'web-9',
      // The client numbers its own levels (error 0, warn 1) instead of those of syslog.
      level: 1,
      product: 'tea',
      left: 3,
      service: 'shop',
    });
    logger.close();
  });

test('messages of the GELF process of pino, sent over UDP, keep their fields', async () => {
  const { port } = await startInput(server, session, inputTypeIds.gelfUdp);
  const sender = fileURLToPath(import.meta.resolve('pino-gelf'));
  const child = spawn(process.execPath, [sender, 'log', '--host', '127.0.0.1', '--port', String(port)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  try {
    const logger = pino({ base: { hostname: 'web-10' } }, child.stdin);
    // The client sends one compressed datagram. It divides messages only above 1,420 compressed bytes, and current
    // versions of Node.js make the chunks of divided messages invalid.
    const trace = Array.from({ length: 40 }, (_, at) => `at step ${at} of a long way`).join('\n');
    const message = `payment of order 12 was refused\n${trace}`;
    logger.error({ card: 'visa', took: '12' }, message);
    const found = await fieldsOf('payment of order 12 was refused');
    assertFields(found, { source: 'web-10', level: 3, card: 'visa', took: '12', full_message: message });
  } finally {
    child.kill();
  }
});

test('messages whose storage was confirmed to clients survive kill -9', async (context) => {
  const data = await temporaryDirectory(context);
  let own = await startTestServer({ data });
  const first = await own.login();
  const documents = await startInput(own, first, inputTypeIds.elasticsearchHttp);
  const records = await startInput(own, first, inputTypeIds.otlpHttp);
  const acknowledged = { elastic: 0, otlp: 0 };
  let killed: Promise<void> | undefined;
  const isEnough = () => acknowledged.elastic >= 2000 && acknowledged.otlp >= 2000;
  const client = new ElasticClient({ node: `http://127.0.0.1:${documents.port}`, maxRetries: 0 });
  const index = async () => {
    for (let number = 0; !killed; number += 1) {
      const operations = Array.from({ length: 100 }, (_, at) => [
        { create: { _index: 'logs' } },
        { message: 'kept by elastic', number: number * 100 + at },
      ]).flat();
      const result = await client.bulk({ operations }).catch(() => undefined);
      acknowledged.elastic += result?.items.filter(({ create }) => create?.status === 201).length ?? 0;
      if (isEnough()) killed ??= own.kill();
    }
  };
  const exporter = new ProtobufExporter({ url: `http://127.0.0.1:${records.port}/v1/logs` });
  const counting: LogRecordExporter = {
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.code === 0) acknowledged.otlp += batch.length;
        done(result);
      }),
  };
  const provider = new LoggerProvider({
    processors: [new BatchLogRecordProcessor({ exporter: counting, maxExportBatchSize: 100 })],
  });
  const emit = async () => {
    const logger = provider.getLogger('kept');
    for (; !killed;) {
      for (let at = 0; at < 200; at += 1) logger.emit({ body: 'kept by otlp' });
      await provider.forceFlush().catch(() => undefined);
      if (isEnough()) killed ??= own.kill();
    }
  };
  await Promise.all([index(), emit()]);
  await killed;
  await client.close();
  // The exporter would retry for minutes; the test does not wait for that.
  void provider.shutdown().catch(() => undefined);
  own = await startTestServer({ data });
  try {
    const again = await own.login();
    await listeningPort(own, again, documents.id);
    for (const [kind, count] of Object.entries(acknowledged))
      await until(
        `${count} messages by ${kind} are found`,
        async () => (await findMessages(own, again, `message:"kept by ${kind}"`)).total >= count,
      );
  } finally {
    await own.stop();
  }
});
