import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { helpText } from '../../../../host/server/options/help.js';
import { OptionError, readOptions } from '../../../../host/server/options/options.js';

const read = (args: string[], environment: Record<string, string> = {}) => readOptions(args, environment, '/srv');

test('the server uses the documented defaults without options', () => {
  assert.deepEqual(read([]), {
    host: '127.0.0.1',
    port: 9000,
    data: '/srv/data',
    databaseMemory: undefined,
    server: undefined,
    basePath: '/',
    embedOrigins: [],
    examples: false,
    trustProxy: [],
    metricsNetworks: [],
    inputs: true,
    provision: undefined,
    follow: [],
    fileRoots: [],
    recognise: true,
    messageBegins: undefined,
    adminPassword: undefined,
    tls: undefined,
    mailServer: undefined,
    plugins: [],
  });
});

test('environment variables are read, and command line options take precedence', () => {
  const environment = {
    LOG_CONSOLE_HOST: '0.0.0.0',
    LOG_CONSOLE_PORT: '8080',
    LOG_CONSOLE_DATA: '/var/logs',
    LOG_CONSOLE_SERVER: 'https://logs.example.org/',
    LOG_CONSOLE_BASE_PATH: '/logs/',
    LOG_CONSOLE_EMBED_ORIGINS: 'https://a.example, https://b.example:8443',
    LOG_CONSOLE_TRUST_PROXY: '10.0.0.5, fd00::/8,loopback',
    LOG_CONSOLE_ADMIN_PASSWORD: 'secret',
  };
  const options = read(['--port', '0', '--data', 'here'], environment);
  assert.equal(options.host, '0.0.0.0');
  assert.equal(options.port, 0);
  assert.equal(options.data, '/srv/here');
  assert.equal(options.server, 'https://logs.example.org');
  assert.equal(options.basePath, '/logs');
  assert.deepEqual(options.embedOrigins, ['https://a.example', 'https://b.example:8443']);
  assert.deepEqual(options.trustProxy, ['10.0.0.5', 'fd00::/8', 'loopback']);
  assert.equal(options.adminPassword, 'secret');
});

test('an empty environment variable counts as not set', () => {
  assert.equal(read([], { LOG_CONSOLE_PORT: '', LOG_CONSOLE_SERVER: '' }).port, 9000);
});

test('--follow takes several files', () => {
  const options = read(['--follow', 'a.log', '/var/b.log', '--port', '1', '--follow', 'c.log']);
  assert.deepEqual([...options.follow].sort(), ['/srv/a.log', '/srv/c.log', '/var/b.log']);
});

test('--database-memory is a number of mebibytes', () => {
  assert.equal(read(['--database-memory', '512']).databaseMemory, 512 * 2 ** 20);
  assert.equal(read([], { LOG_CONSOLE_DATABASE_MEMORY: '128' }).databaseMemory, 128 * 2 ** 20);
});

test('--file-roots names directories', () => {
  assert.deepEqual(read(['--file-roots', '/var/log, app']).fileRoots, ['/var/log', '/srv/app']);
});

test('--message-begins is a regular expression', () => {
  assert.equal(read(['--follow', 'a.log', '--message-begins', '\\d{4}-']).messageBegins, '\\d{4}-');
  for (const wrong of ['', ' ', '(', '(?<a'])
    assert.throws(() => read(['--message-begins', wrong]), /--message-begins: ./, wrong);
});

test('--no-recognise disables the format recognition of followed files', () => {
  assert.equal(read(['--follow', 'a.log', '--no-recognise']).recognise, false);
});

test('the TLS certificate and its key must be given together', () => {
  const tls = { cert: '/srv/c.pem', key: '/etc/k.pem' };
  assert.deepEqual(read(['--tls-cert', 'c.pem', '--tls-key', '/etc/k.pem']).tls, tls);
  assert.deepEqual(read([], { LOG_CONSOLE_TLS_CERT: 'c.pem', LOG_CONSOLE_TLS_KEY: '/etc/k.pem' }).tls, tls);
  for (const half of ['--tls-cert', '--tls-key'])
    assert.throws(() => read([half, 'x.pem']), /--tls-cert and --tls-key belong together/);
});

test('the address in --server may include the path of the API', () => {
  assert.equal(read(['--server', 'https://logs.example.org/x/api/']).server, 'https://logs.example.org/x');
});

const bad: [name: string, args: string[]][] = [
  ['a port that is not a number', ['--port', 'abc']],
  ['a port that is too large', ['--port', '65536']],
  ['less memory than the database needs', ['--database-memory', '127']],
  ['memory with a unit', ['--database-memory', '1GiB']],
  ['a negative port', ['--port=-1']],
  ['an unknown option', ['--colour']],
  ['an argument without an option', ['stray']],
  ['an option without its value', ['--data']],
  ['a server without a protocol', ['--server', 'logs.example.org']],
  ['a server of another protocol', ['--server', 'ftp://logs.example.org']],
  ['a server with a password', ['--server', 'https://a:b@logs.example.org']],
  ['a base path without a slash', ['--base-path', 'logs']],
  ['a base path that leads to a parent', ['--base-path', '/logs/../x']],
  ['a base path with a quote', ['--base-path', '/"><script>']],
  ['an origin with a path', ['--embed-origins', 'https://a.example/x']],
  ['a wildcard as an origin', ['--embed-origins', '*']],
  ['a proxy that is not an address', ['--trust-proxy', 'true']],
  ['a network of all addresses as a proxy', ['--trust-proxy', '0.0.0.0/0']],
  ['a network whose prefix is too long', ['--trust-proxy', '10.0.0.0/33']],
  ['a monitoring network that is not an address', ['--metrics-networks', 'prometheus']],
  ['a network with two prefix lengths', ['--trust-proxy', '10.0.0.0/8/8']],
  ['a mail server of another protocol', ['--smtp-server', 'https://mail.example.org']],
  ['a mail server with a password', ['--smtp-server', 'smtp://a:b@mail.example.org']],
  ['a mail server without a host', ['--smtp-server', 'smtp://']],
  ['a user name with an incomplete escape', ['--smtp-server', 'smtp://a%f@mail.example.org']],
  ['a user name that is not UTF-8', ['--smtp-server', 'smtp://a%ff@mail.example.org']],
  ['a sender that is not an e-mail address', ['--smtp-server', 'smtp://mail.example.org', '--smtp-sender', 'nobody']],
];
for (const [name, args] of bad) {
  test(`the server refuses ${name} with one line`, () => {
    assert.throws(
      () => read(args),
      (error: unknown) => {
        assert.ok(error instanceof OptionError);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
  });
}

test('the server refuses an unknown option with an explanation and the known options', () => {
  const refusal = (args: string[]) => {
    try {
      read(args);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  const usage =
    /^Commands: backup restore import export plan reset-password\. Options: --host HOST --port PORT .* --version$/;
  for (const [args, sentence] of [
    [['--nosuch'], "Unknown option '--nosuch'. "],
    [['-x'], "Unknown option '-x'. "],
    [['bakup'], 'Unknown argument "bakup". '],
    [['--port'], "Option '--port <value>' argument missing. "],
  ] as const) {
    const message = refusal([...args]);
    assert.ok(message.startsWith(sentence), message);
    assert.match(message.slice(sentence.length), usage);
  }
});

test('the address of a mail server defines port and TLS; its password comes from the environment only', () => {
  const environment = {
    LOG_CONSOLE_SMTP_SERVER: 'smtp://ann%40example.org@mail.example.org',
    LOG_CONSOLE_SMTP_PASSWORD: 'secret',
    LOG_CONSOLE_SMTP_SENDER: 'console@example.org',
  };
  assert.deepEqual(read([], environment).mailServer, {
    host: 'mail.example.org',
    port: 587,
    security: 'starttls',
    verifyCertificate: true,
    username: 'ann@example.org',
    password: 'secret',
    sender: 'console@example.org',
  });
  const of = (url: string) => read(['--smtp-server', url]).mailServer;
  assert.deepEqual([of('smtps://m')?.port, of('smtps://m')?.security], [465, 'tls']);
  assert.deepEqual([of('smtp://m:2525?tls=off')?.port, of('smtp://m:2525?tls=off')?.security], [2525, 'none']);
});

test('help and the handbook name the same options and variables', async () => {
  const table = await readFile(new URL('../../../../host/page/handbook/options.md', import.meta.url), 'utf8');
  const namesIn = (text: string) => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+|LOG_CONSOLE_[A-Z_]+/g))].sort();
  assert.deepEqual(namesIn(helpText), namesIn(table));
});
