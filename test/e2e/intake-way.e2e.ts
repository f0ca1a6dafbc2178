/**
 * Tests the intake of messages from end to end, set up in the browser. The senders are rsyslog, the OpenTelemetry SDK
 * and the Beats client of Go. If the system has no rsyslog or cannot build the client, the test reports this and sends
 * the same messages itself. Rules route messages into a stream with its own index set, an extractor parses them, an
 * output forwards them, and the indices rotate and expire.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import type { Browser, Page } from 'playwright-core';
import type { InputStateSummary } from '../../api/contract/inputs.schema.js';
import { launch } from '../browser.js';
import { findMessages } from '../find-messages.js';
import { builtProgram, lumberjackModule } from '../host/server/intake/go-program.js';
import { jsonFrame, LumberjackClient, windowFrame } from '../host/server/intake/lumberjack-client.js';
import { hasRsyslog, runRsyslog } from '../host/server/intake/rsyslog.js';
import { exitOf, startTestServer, type TestServer } from '../server.js';
import { until } from '../until.js';
import { problemsOf, signIn } from './signed-in.js';

let server: TestServer;
let browser: Browser;
let page: Page;
let admin: string;
const ports: Record<string, number> = {};
const violations: string[] = [];
let passedOn = '';
const receiver = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (data: Buffer) => (passedOn += data.toString()));
});

let directory: string;
/** Path of the log file that rsyslog follows. */
let shopLog: string;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-intake-way-'));
  shopLog = join(directory, 'shop.log');
  [browser, server] = await Promise.all([
    launch(),
    startTestServer(),
    once(receiver.listen(0, '127.0.0.1'), 'listening'),
  ]);
  admin = await server.login();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  problemsOf(page, violations);
  await signIn(page, server, '/search');
});
const ends: (() => Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
  receiver.close();
  await browser.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const toast = (text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).first().waitFor();
const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = (title: string) => page.getByRole('listitem', { name: title, exact: true });
const more = async (title: string, entry: string) => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
async function openSystem(entry: string, heading: string): Promise<void> {
  await button('System').click();
  await page.getByRole('menuitem', { name: entry }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}
const isFound = (query: string, count: number) =>
  until(`${query} is found`, async () => (await findMessages(server, admin, query)).total === count);

test('an index set, a stream with a rule and an output are created for the messages of the shop', async () => {
  await openSystem('Indices', 'Indices & Index Sets');
  await button('Create index set').click();
  await page.getByLabel('Title').fill('Shop');
  await page.getByLabel('Description').fill('orders');
  await page.getByLabel('Index prefix').fill('shop');
  await page.getByLabel('Rotation strategy').selectOption({ label: 'Index Message Count' });
  await page.getByLabel('Max documents per index').fill('12');
  await page.getByLabel('Max number of indices').fill('2');
  await button('Create index set').click();
  await toast("Index set 'Shop' was created.");

  await page.getByRole('link', { name: 'Streams' }).click();
  await button('Create stream').click();
  await dialog().getByLabel('Title').fill('Orders');
  await dialog().getByRole('combobox', { name: 'Index Set' }).click();
  await page.getByRole('option', { name: /^Shop/ }).click();
  await dialog()
    .getByLabel(/^Remove matches from/)
    .check();
  await dialog().getByRole('button', { name: 'Create stream' }).click();
  const row = page.getByRole('row', { name: /^(Select )?Orders\b/ });
  await row.getByRole('button', { name: /Rules of Orders/ }).click();
  await button('Quick add rule').click();
  await dialog().getByRole('combobox', { name: 'Field' }).fill('message');
  await dialog().getByLabel('Type').selectOption({ label: 'match regular expression' });
  await dialog().getByRole('textbox', { name: 'Value' }).fill('^order ');
  await dialog().getByRole('button', { name: 'Create rule' }).click();
  await toast('Stream rule was created.');
  await row.getByRole('button', { name: 'Paused: start stream Orders' }).click();
  await row.getByText('Running').waitFor();

  await more('Orders', 'Manage outputs');
  await page.getByRole('combobox', { name: 'Output type' }).click();
  await page.getByRole('option', { name: 'GELF Output' }).click();
  await button('Launch new output').click();
  await dialog().getByLabel('Title').fill('Elsewhere');
  await dialog().getByLabel('Destination host').fill('127.0.0.1');
  await dialog()
    .getByLabel('Destination port')
    .fill(String((receiver.address() as AddressInfo).port));
  await dialog().getByRole('button', { name: 'Create output' }).click();
  await toast("Output 'Elsewhere' was created.");
});

test('inputs are launched for the three senders: rsyslog, OpenTelemetry and Beats', async () => {
  await openSystem('Inputs', 'Inputs');
  for (const type of ['Syslog TCP', 'OpenTelemetry logs HTTP (OTLP)', 'Beats']) {
    await page.getByRole('combobox', { name: 'Input type' }).fill(type);
    await page.getByRole('option', { name: type, exact: true }).click();
    await button('Launch new input').click();
    await dialog().getByLabel('Title').fill(type);
    await dialog().getByLabel('Bind address').fill('127.0.0.1');
    await dialog().getByLabel('Port').fill('0');
    await dialog().getByRole('button', { name: 'Launch input' }).click();
    await card(type).getByText('RUNNING', { exact: true }).waitFor();
    const answer = await server.call('/system/inputstates', { session: admin });
    const { states } = (await answer.json()) as { states: InputStateSummary[] };
    ports[type] = states.find((state) => state.message_input.title === type)?.listening?.port ?? 0;
  }
});

const isRsyslog = hasRsyslog();
test('rsyslog, if it is installed, follows the log of the shop', async (context) => {
  await appendFile(shopLog, '');
  if (!isRsyslog) return context.diagnostic('rsyslogd is not installed, so the test sends the messages itself');
  const port = ports['Syslog TCP'] ?? 0;
  const options = { directory, file: shopLog, port, host: 'web-1', tag: 'shop' };
  // The process runs until the last test has finished.
  await runRsyslog((end) => void ends.push(end), { ...options, template: 'RSYSLOG_SyslogProtocol23Format' });
});

async function sendSyslog(...texts: readonly string[]): Promise<void> {
  if (isRsyslog) return appendFile(shopLog, texts.map((text) => `${text}\n`).join(''));
  const socket = connect(ports['Syslog TCP'] ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(texts.map((text) => `<28>1 - web-1 shop 12 - - ${text}\n`).join(''));
  await once(socket, 'close');
}

/** Go program that sends one message and waits for its acknowledgement. Its arguments are address and text. */
const beatProgram = `package main

import (
	"os"
	"time"

	v2 "github.com/elastic/go-lumber/client/v2"
)

func main() {
	client, err := v2.SyncDial(os.Args[1], v2.Timeout(60*time.Second))
	if err != nil {
		panic(err)
	}
	sent, err := client.Send([]interface{}{map[string]interface{}{"message": os.Args[2]}})
	if err != nil || sent != 1 {
		panic(err)
	}
}
`;

async function sendBeat(context: TestContext, text: string): Promise<void> {
  const port = ports['Beats'] ?? 0;
  const program = await builtProgram(await mkdtemp(join(directory, 'go-')), beatProgram);
  if (program !== undefined) {
    const client = spawn(program, [`127.0.0.1:${port}`, text], { stdio: ['ignore', 'ignore', 'inherit'] });
    assert.equal(await exitOf(client), 0);
    return;
  }
  context.diagnostic(`Go or ${lumberjackModule} is not installed, so the test sends the message itself`);
  const beats = await LumberjackClient.open(port);
  beats.socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, { message: text })]));
  assert.ok(await beats.acknowledged(1));
  beats.socket.destroy();
}

test('an extractor is created from a received message', async () => {
  await sendSyslog('order 1 of tea');
  await isFound('message:tea', 1);
  await card('Syslog TCP').getByRole('button', { name: 'Manage extractors' }).click();
  await button('Create extractor').click();
  await button('Load message').click();
  await button('Select extractor type: message').click();
  await page.getByRole('menuitem', { name: 'Regular expression', exact: true }).click();
  await page.getByLabel('Regular expression', { exact: true }).fill('^order (\\d+)');
  await page.getByRole('region', { name: 'Extractor preview' }).getByText('1', { exact: true }).waitFor();
  await page.getByLabel('Store as field').fill('order');
  await page.getByLabel('Extractor title').fill('Number of the order');
  await page.getByLabel('Add converter').selectOption('Numeric');
  await button('Add').click();
  await button('Create extractor').click();
  await toast('Extractor "Number of the order" was created.');
});

test('messages of all three senders reach the stream and its index set, extracted and forwarded; other messages do not', async (context) => {
  await sendSyslog('order 2 of tea', 'a refund');
  const provider = new LoggerProvider({
    processors: [
      new SimpleLogRecordProcessor({
        exporter: new OTLPLogExporter({
          url: `http://127.0.0.1:${ports['OpenTelemetry logs HTTP (OTLP)'] ?? 0}/v1/logs`,
        }),
      }),
    ],
  });
  provider.getLogger('shop').emit({ body: 'order 3 by telemetry' });
  await provider.shutdown();
  await sendBeat(context, 'order 4 by a beat');

  await isFound('message:order', 4);
  await isFound('order:2 AND message:tea', 1);
  await page.getByRole('link', { name: 'Streams' }).click();
  await page
    .getByRole('row', { name: /^(Select )?Orders\b/ })
    .getByRole('link', { name: 'Orders' })
    .click();
  for (const text of ['order 1 of tea', 'order 2 of tea', 'order 3 by telemetry', 'order 4 by a beat'])
    await page.getByText(text).first().waitFor();
  assert.equal(await page.getByText('a refund').count(), 0);
  const answer = await server.call('/search/universal/relative?query=message:order+OR+message:refund&range=0', {
    session: admin,
  });
  const { messages } = (await answer.json()) as { messages: { index: string; message: { message: string } }[] };
  assert.deepEqual(messages.map(({ index, message }) => `${index} ${message.message}`).toSorted(), [
    'messages_0 a refund',
    'shop_0 order 1 of tea',
    'shop_0 order 2 of tea',
    'shop_0 order 3 by telemetry',
    'shop_0 order 4 by a beat',
  ]);
  await until('all messages are forwarded', () => (passedOn.match(/"short_message":"order \d/g) ?? []).length === 4);
  assert.doesNotMatch(passedOn, /refund/);
  assert.match(passedOn, /"_order":2\b/);
});

test('the indices of the stream rotate when full, and the oldest one is deleted with its messages', async () => {
  await sendSyslog(...Array.from({ length: 12 }, (_, at) => `order ${at + 10} of coffee`));
  await isFound('message:coffee', 12);
  await openSystem('Indices', 'Indices & Index Sets');
  await card('Shop').getByRole('link', { name: 'Shop' }).click();
  // The server rotates full indices by itself; it checks them every ten seconds.
  await card('shop_1').getByText('active write index', { exact: true }).waitFor();
  await sendSyslog('order 30 of milk');
  await isFound('message:milk', 1);
  await button('Maintenance').click();
  await page.getByRole('menuitem', { name: 'Rotate active write index' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate active write index' }).click();
  await card('shop_2').getByText('active write index', { exact: true }).waitFor();
  await card('shop_0').waitFor({ state: 'detached' });
  await isFound('message:coffee', 0);
  await isFound('message:order', 1);
  await isFound('message:refund', 1);
  assert.deepEqual(violations, []);
});
