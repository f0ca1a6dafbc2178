/** Tests installed clients as senders: rsyslog, syslog-ng, graypy and the OpenTelemetry SDK of Python. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../../../find-messages.js';
import { exitOf, startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';
import { hasRsyslog, runRsyslog } from './rsyslog.js';

let server: TestServer;
let session: string;

before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

/** Returns whether the command runs successfully; otherwise marks the test as skipped. */
function isInstalled(context: TestContext, command: string, ...args: string[]): boolean {
  const works = spawnSync(command, args).status === 0;
  if (!works) context.skip(`${command} ${args.join(' ')} does not work here`);
  return works;
}

/** Runs a command until the test ends. */
function run(context: TestContext, command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  context.after(async () => {
    child.kill();
    await exitOf(child);
  });
  return child;
}

/** Runs a Python program and waits until it ends successfully. */
async function python(text: string): Promise<void> {
  const child = spawn('python3', ['-c', text], { stdio: ['ignore', 'ignore', 'inherit'] });
  assert.equal(await exitOf(child), 0);
}

const found = (query: string) =>
  until(`${query} is found`, async () => (await findMessages(server, session, query, 1)).messages[0]);

function assertFields(message: Record<string, unknown>, expected: Record<string, unknown>): void {
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, message[name]])), expected);
}

/** Lines that the tests write to a followed file after the syslog daemon has started. */
const lines = Array.from({ length: 200 }, (_, at) => `job ${at} of the night done in ${at} ms`);

for (const { form, template } of [
  { form: 'RFC 5424', template: 'RSYSLOG_SyslogProtocol23Format' },
  { form: 'RFC 3164', template: 'RSYSLOG_TraditionalForwardFormat' },
] as const)
  test(`lines of rsyslog over TCP, ${form}, with octet counting, are decoded`, async (context) => {
    if (!hasRsyslog()) return context.skip('rsyslogd is not installed');
    const { id, port } = await startInput(server, session, inputTypeIds.syslogTcp);
    const directory = await temporaryDirectory(context);
    const file = join(directory, 'night.log');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    await runRsyslog((end) => context.after(end), { directory, file, port, host: 'night-1', tag: 'nightly', template });
    const ofInput = `gl2_source_input:${id}`;
    await until(
      'all lines are found',
      async () => (await findMessages(server, session, ofInput)).total === lines.length,
    );
    assertFields(await found(`${ofInput} AND message:"job 177"`), {
      source: 'night-1',
      level: 4,
      facility: 'local3',
      application_name: 'nightly',
    });
  });

test('lines of syslog-ng over UDP and TCP are decoded', async (context) => {
  if (!isInstalled(context, 'syslog-ng', '--version')) return;
  const tcp = await startInput(server, session, inputTypeIds.syslogTcp);
  const udp = await startInput(server, session, inputTypeIds.syslogUdp);
  const directory = await temporaryDirectory(context);
  const [log, configuration] = [join(directory, 'night.log'), join(directory, 'syslog-ng.conf')];
  await writeFile(log, lines.map((line) => `${line}\n`).join(''));
  await writeFile(
    configuration,
    [
      '@version: 3.38',
      'options { keep-hostname(yes); stats-freq(0); };',
      `source files { file("${log}" flags(no-parse) program-override("nightly") default-priority(warning) default-facility(local3)); };`,
      'rewrite host { set("night-2", value("HOST")); };',
      `destination tcp { syslog("127.0.0.1" port(${tcp.port}) transport("tcp")); };`,
      `destination udp { network("127.0.0.1" port(${udp.port}) transport("udp")); };`,
      'log { source(files); rewrite(host); destination(tcp); destination(udp); };',
    ].join('\n'),
  );
  const own = ['persist', 'pid', 'ctl'].map((name) => join(directory, name));
  const [persist = '', pid = '', control = ''] = own;
  run(context, 'syslog-ng', ['-F', '-f', configuration, '-R', persist, '-p', pid, '-c', control]);
  for (const { id } of [tcp, udp]) {
    const ofInput = `gl2_source_input:${id}`;
    await until(
      'all lines are found',
      async () => (await findMessages(server, session, ofInput)).total === lines.length,
    );
    assertFields(await found(`${ofInput} AND message:"job 177"`), {
      source: 'night-2',
      level: 4,
      facility: 'local3',
      application_name: 'nightly',
    });
  }
});

for (const [handler, type] of [
  ['GELFUDPHandler', inputTypeIds.gelfUdp],
  ['GELFTCPHandler', inputTypeIds.gelfTcp],
  ['GELFHTTPHandler', inputTypeIds.gelfHttp],
] as const)
  test(`messages of graypy, ${handler}, are decoded`, async (context) => {
    if (!isInstalled(context, 'python3', '-c', 'import graypy')) return;
    const { port } = await startInput(server, session, type);
    await python(`
import graypy, logging
handler = graypy.${handler}('127.0.0.1', ${port}, localname='web-11')
log = logging.getLogger('shop.cart'); log.addHandler(handler)
try:
    raise ValueError('no such tea')
except ValueError:
    log.exception('basket by ${handler}', extra={'product': 'tëa', 'count': 3, 'pad': 'x' * 5000})
handler.close()`);
    const message = await found(`message:"basket by ${handler}"`);
    assertFields(message, { source: 'web-11', level: 3, product: 'tëa', count: 3, pad: 'x'.repeat(5000) });
    assert.match(String(message['full_message']), /ValueError: no such tea/);
  });

test('records of the OpenTelemetry SDK of Python are decoded', async (context) => {
  if (!isInstalled(context, 'python3', '-c', 'import opentelemetry.exporter.otlp.proto.http._log_exporter')) return;
  const { port } = await startInput(server, session, inputTypeIds.otlpHttp);
  await python(`
import logging
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.sdk._logs import LoggerProvider, LoggingHandler
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.resources import Resource
provider = LoggerProvider(resource=Resource.create({'service.name': 'shop', 'host.name': 'web-12'}))
provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter(endpoint='http://127.0.0.1:${port}/v1/logs')))
log = logging.getLogger('shop.cart'); log.addHandler(LoggingHandler(logger_provider=provider))
log.error('basket by python', extra={'product': 'tëa', 'count': 3, 'paid': False})
provider.shutdown()`);
  assertFields(await found('message:"basket by python"'), {
    source: 'web-12',
    level: 3,
    service_name: 'shop',
    product: 'tëa',
    count: 3,
    paid: false,
  });
});
