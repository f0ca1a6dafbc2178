/**
 * Runs the displayed sender snippets against real inputs if their programs are installed. Checks only the text of the
 * other snippets.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { InputStateSummary } from '../../../../api/contract/inputs.schema.js';
import { targetOf } from '../../../../elements/admin/inputs/send-target.js';
import type { SendTarget } from '../../../../elements/admin/inputs/snippet.js';
import { snippetsFor } from '../../../../elements/admin/inputs/snippets.js';
import { inputTypeIds as ids } from '../../../../host/server/intake/types/input-types.js';
import { findMessages } from '../../../find-messages.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';

const run = promisify(execFile);
const shippers = [ids.otlpHttp, ids.elasticsearchHttp, ids.splunkHttp, ids.lokiHttp, ids.journalHttp];
const target: SendTarget = { host: 'logs.example.org', port: 12201, tls: false, auth: 'none' };
/** The secrets equal the placeholders in the snippets, so that the snippets work unchanged. */
const secrets = {
  none: {},
  token: { auth_token: { set_value: 'TOKEN' } },
  basic: { auth_user: 'USER', auth_password: { set_value: 'PASSWORD' } },
};

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function listening(type: string, auth: SendTarget['auth']): Promise<SendTarget> {
  const configuration = { bind_address: '127.0.0.1', port: 0, timezone: 'UTC', ...secrets[auth] };
  const made = await server.call('/system/inputs', {
    method: 'POST',
    session,
    json: { title: type, type, global: true, configuration },
  });
  assert.equal(made.status, 201, await made.clone().text());
  const { id } = (await made.json()) as { id: string };
  const port = await until('the input listens', async () => {
    const answer = await server.call(`/system/inputstates/${id}`, { session });
    return ((await answer.json()) as InputStateSummary).listening?.port;
  });
  const shown = await server.call(`/system/inputs/${id}`, { session });
  const { attributes } = (await shown.json()) as { attributes: Record<string, unknown> };
  const found = targetOf(attributes, `127.0.0.1:${port}`, server.url);
  assert.deepEqual(found, { host: '127.0.0.1', port, tls: false, auth });
  return found;
}

const found = async (query: string): Promise<number> => (await findMessages(server, session, query)).total;

/** Command that runs the text of each snippet, and whether every machine has its program. */
const programs: Readonly<
  Record<string, { readonly command: (text: string) => [string, string[]]; readonly always?: boolean }>
> = {
  'Node.js': { command: (text) => [process.execPath, ['--eval', text]], always: true },
  Python: { command: (text) => ['python3', ['-c', text]] },
  Bash: { command: (text) => ['bash', ['-c', text]] },
  curl: { command: (text) => ['bash', ['-c', text]] },
};

async function isInstalled(name: string): Promise<boolean> {
  const program = { Python: 'python3', Bash: 'bash', curl: 'curl' }[name];
  return (
    program === undefined ||
    run(program, ['--version']).then(
      () => true,
      () => false,
    )
  );
}

const open = [ids.gelfUdp, ids.gelfTcp, ids.gelfHttp, ids.rawUdp, ids.rawTcp, ids.jsonTcp, ids.cefUdp, ids.cefTcp].map(
  (type) => ({ type, auth: 'none' as const }),
);
const closed = (['none', 'token', 'basic'] as const).flatMap((auth) => shippers.map((type) => ({ type, auth })));
for (const { type, auth } of [...open, ...closed]) {
  test(`the snippets for ${type} reach an input with authentication ${auth}`, async (context) => {
    const place = await listening(type, auth);
    for (const { name, text } of snippetsFor(type, place)) {
      const program = programs[name];
      if (!program || !(await isInstalled(name))) continue;
      const query = `message:"Hello from ${name}"`;
      const earlier = await found(query);
      await run(...program.command(text));
      await until(`${name} has sent`, async () => (await found(query)) === earlier + 1);
      context.diagnostic(name);
    }
  });
}

test('snippets of senders without TLS support are left out when the input requires TLS', () => {
  const secure = { ...target, tls: true };
  const names = (type: string): string[] => snippetsFor(type, secure).map(({ name }) => name);
  assert.deepEqual(names(ids.gelfTcp), ['Fluent Bit', 'Vector', 'Python', 'Node.js']);
  assert.deepEqual(names(ids.beats), ['Filebeat', 'Winlogbeat', 'Metricbeat', 'Logstash']);
  assert.deepEqual(names(ids.syslogTcp), ['rsyslog', 'syslog-ng', 'Docker', 'Fluent Bit']);
  const overTls = [
    ids.gelfTcp,
    ids.gelfHttp,
    ids.syslogTcp,
    ids.rawTcp,
    ids.jsonTcp,
    ids.cefTcp,
    ids.beats,
    ids.otlpGrpc,
    ...shippers,
  ];
  for (const type of overTls)
    for (const { name, text } of snippetsFor(type, secure))
      assert.match(text, /tls|https|ssl/i, `the snippet ${name} of ${type} uses TLS`);
});

test('every snippet names host and port, and writes an IPv6 address in the syntax of its place', () => {
  const types = Object.values(ids).filter((type) => snippetsFor(type, target).length > 0);
  assert.equal(types.length, 14 + shippers.length);
  for (const type of types) {
    for (const { name, text } of snippetsFor(type, target)) {
      assert.ok(
        text.includes('logs.example.org') && text.includes('12201'),
        `the snippet ${name} of ${type} names host and port`,
      );
    }
  }
  const [docker, , vector] = snippetsFor(ids.gelfUdp, { ...target, host: '2001:db8::1' });
  assert.match(docker?.text ?? '', /udp:\/\/\[2001:db8::1\]:12201/);
  assert.match(vector?.text ?? '', /address = "\[2001:db8::1\]:12201"/);
  assert.deepEqual(snippetsFor('toString', target), []);
});

test('every snippet for an input that authenticates senders contains the credentials, or is not offered', () => {
  for (const type of shippers) {
    for (const { name, text } of snippetsFor(type, { ...target, auth: 'token' }))
      assert.match(text, /TOKEN/, `the snippet ${name} of ${type} contains the token`);
    for (const { name, text } of snippetsFor(type, { ...target, auth: 'basic' }))
      assert.match(text, /USER[^]*PASSWORD/, `the snippet ${name} of ${type} contains user and password`);
  }
  const names = snippetsFor(ids.splunkHttp, { ...target, auth: 'basic' }).map(({ name }) => name);
  assert.deepEqual(names, ['curl', 'Fluent Bit'], 'snippets of clients that support only tokens are omitted');
});

const places: [attributes: Record<string, unknown>, listening: string | undefined, expected: SendTarget | undefined][] =
  [
    [
      { bind_address: '0.0.0.0', port: 514 },
      undefined,
      { host: 'console.example.org', port: 514, tls: false, auth: 'none' },
    ],
    [
      { bind_address: '::', port: 0 },
      '[::]:7777',
      { host: 'console.example.org', port: 7777, tls: false, auth: 'none' },
    ],
    [
      { bind_address: '10.0.0.7', port: 514, tls_enable: true },
      undefined,
      { host: '10.0.0.7', port: 514, tls: true, auth: 'none' },
    ],
    [
      { bind_address: "';reboot;'", port: 514 },
      undefined,
      { host: 'console.example.org', port: 514, tls: false, auth: 'none' },
    ],
    [{ bind_address: '10.0.0.7' }, undefined, undefined],
    [{ port: '514 && reboot' }, undefined, undefined],
    [{ port: 70_000 }, undefined, undefined],
  ];
for (const [attributes, listeningAt, expected] of places) {
  test(`the snippets of an input with ${JSON.stringify(attributes)} ${listeningAt ?? ''} name ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(targetOf(attributes, listeningAt, 'https://console.example.org:9000/api'), expected));
}
