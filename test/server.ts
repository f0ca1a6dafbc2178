/**
 * Runs a server for tests in a separate process on a free port. The server is run from the sources or from the build.
 * The data directory of the server is temporary, unless a test names another one.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const startWithinMs = 60_000;

export interface TestServerOptions {
  /** Further options of the program, for instance `['--base-path', '/logs']`. */
  readonly args?: readonly string[];
  /** True: the program is started without the option `--no-inputs`. */
  readonly inputs?: boolean;
  /**
   * Data directory, which is kept. Without it, a temporary directory is created and removed. In `npm test`, the
   * temporary directory is a copy of one in which a server has started before (`isFirstStart`).
   */
  readonly data?: string;
  readonly adminPassword?: string;
  /** True: keys of passwords are derived with the product's cost; absent: with a small one (quick-passwords.mjs). */
  readonly costlyPasswords?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface TestServer {
  /** Address with the base path and without a trailing slash: `${url}/api/`. */
  readonly url: string;
  readonly adminPassword: string;
  readonly data: string;
  readonly process: ChildProcess;
  /** Returns the output of the server so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /**
   * Calls the API with the headers of the console's page.
   * @param init `json` is sent as the body; `session` is a session id and `token` an access token, which are sent as
   * Basic authorization
   */
  call(path: string, init?: CallInit): Promise<Response>;
  /** Signs in. @returns the session id */
  login(username?: string, password?: string): Promise<string>;
  /** Stops the server like an operator (SIGTERM) and waits. @returns its exit code */
  stop(): Promise<number | null>;
  /** Kills the server (SIGKILL) and waits; the data directory is kept. */
  kill(): Promise<void>;
}

export interface CallInit extends Omit<RequestInit, 'body'> {
  readonly json?: unknown;
  readonly body?: string;
  readonly session?: string;
  readonly token?: string;
}

const basic = (user: string, word: string) => `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;

/**
 * Arguments of Node that start the program. `npm test` uses the built program, because this is shipped and starts in
 * half the time. Its stack traces are readable without source maps.
 */
export const program: readonly string[] =
  process.env['TEST_BUILT'] === '1'
    ? [join(root, 'dist/host/server/log-console.cjs')]
    : ['--import', 'tsx', join(root, 'host/server/main.ts')];

const quickPasswords = ['--import', new URL('quick-passwords.mjs', import.meta.url).href];

/** Starts the program with the given arguments, without environment variables of this process that would affect it. */
export function spawnServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  costlyPasswords = false,
): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LOG_CONSOLE_|NODE_TEST_CONTEXT$)/.test(name));
  return spawn(process.execPath, [...(costlyPasswords ? [] : quickPasswords), ...program, ...args], {
    cwd: root,
    // The size of the thread pool is set here, because preloaded modules may start the pool before the program sets its
    // size. Searches would then leave no thread free.
    env: { UV_THREADPOOL_SIZE: '16', ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves with the exit code of a process; null: a signal has ended it. */
export const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));

const defaultPassword = 'a test password';

/**
 * Data directory of a server that has started once (test/run.mjs). On an empty directory, a server stores accounts,
 * patterns and index sets; starting on a copy of this directory saves a third of the processor time.
 */
const startedBefore = process.env['TEST_DATA'];

/** Tells whether the options affect the first start, so that the server must start in an empty directory. */
const isFirstStart = (options: TestServerOptions): boolean => {
  const { adminPassword = defaultPassword, costlyPasswords = false, environment = {}, args = [] } = options;
  return (
    adminPassword !== defaultPassword ||
    costlyPasswords ||
    'LOG_CONSOLE_ADMIN_PASSWORD' in environment ||
    args.includes('--server')
  );
};

async function temporaryData(options: TestServerOptions): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'log-console-test-'));
  if (startedBefore !== undefined && !isFirstStart(options)) await cp(startedBefore, data, { recursive: true });
  return data;
}

/** Starts a server and waits until it is ready. @throws Error with its output when it ends or is not ready in time */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const data = options.data ?? (await temporaryData(options));
  const adminPassword = options.adminPassword ?? defaultPassword;
  const child = spawnServer(
    ['--port', '0', '--data', data, '--examples', ...(options.inputs ? [] : ['--no-inputs']), ...(options.args ?? [])],
    { LOG_CONSOLE_ADMIN_PASSWORD: adminPassword, ...options.environment },
    options.costlyPasswords,
  );
  let stdout = '';
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server was not ready in time:\n${stdout}${stderr}`));
    }, startWithinMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const found = /^Log Console listening on (\S+)$/m.exec(stdout)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found.replace(/\/$/, ''));
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with code ${code}:\n${stdout}${stderr}`));
    });
  });
  const url = await ready;

  async function call(path: string, init: CallInit = {}): Promise<Response> {
    const { json, session, token, headers, body, ...rest } = init;
    const sent = new Headers({
      Accept: 'application/json',
      'X-Requested-By': 'test',
      'X-Requested-With': 'XMLHttpRequest',
    });
    if (json !== undefined) sent.set('Content-Type', 'application/json');
    if (session !== undefined) sent.set('Authorization', basic(session, 'session'));
    if (token !== undefined) sent.set('Authorization', basic(token, 'token'));
    new Headers(headers).forEach((value, name) => sent.set(name, value));
    const payload = json === undefined ? body : JSON.stringify(json);
    return fetch(`${url}/api${path}`, { ...rest, headers: sent, ...(payload === undefined ? {} : { body: payload }) });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const exited = exitOf(child);
    child.kill(signal);
    return exited;
  }

  return {
    url,
    adminPassword,
    data,
    process: child,
    output: () => ({ stdout, stderr }),
    call,
    async login(username = 'admin', password = adminPassword) {
      const response = await call('/system/sessions', { method: 'POST', json: { username, password, host: '' } });
      if (!response.ok)
        throw new Error(`Signing in as ${username} failed: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { session_id: string }).session_id;
    },
    async stop() {
      const code = await end('SIGTERM');
      if (options.data === undefined) await rm(data, { recursive: true, force: true });
      return code;
    },
    async kill() {
      await end('SIGKILL');
    },
  };
}
