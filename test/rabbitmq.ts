/** Runs RabbitMQ for tests if it is installed: a node with its own ports and temporary directories. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ChannelModel } from 'amqplib';
import type { KeyAndCertificate } from '../host/server/intake/transport/self-signed.js';
import { freePort } from './free-port.js';
import { exitOf } from './server.js';
import { until } from './until.js';

/**
 * Path of the program. The PATH is not searched, because some systems have a wrapper script there that changes the
 * user.
 */
const program = [
  '/usr/lib/rabbitmq/bin/rabbitmq-server',
  '/usr/local/opt/rabbitmq/sbin/rabbitmq-server',
  '/opt/homebrew/opt/rabbitmq/sbin/rabbitmq-server',
].find((file) => existsSync(file));

/**
 * True: the port mapper `epmd`, by which nodes find each other, is installed. The tests start it themselves, because
 * otherwise a node would start it and leave it running.
 */
const hasPortMapper = spawnSync('epmd', ['-help']).error === undefined;

/** Reason why RabbitMQ is not available; undefined: it is available. */
export const noRabbitMq = program && hasPortMapper ? undefined : 'this system has no RabbitMQ';

const startMs = 120_000;

export class RabbitMq {
  #node: ChildProcess | undefined;
  #said = '';

  private constructor(
    private readonly directory: string,
    private readonly mapper: ChildProcess,
    private readonly environment: Readonly<Record<string, string>>,
    readonly port: number,
    readonly tlsPort: number,
  ) {}

  /** Starts a new node. @param pair PEM of certificate and key for the TLS port */
  static async start(pair: KeyAndCertificate): Promise<RabbitMq> {
    const directory = await mkdtemp(join(tmpdir(), 'log-console-rabbitmq-'));
    const at = (name: string) => join(directory, name);
    const [port, tlsPort, mapperPort, nodePort] = [
      await freePort(),
      await freePort(),
      String(await freePort()),
      String(await freePort()),
    ];
    const lines = [
      `listeners.tcp.1 = 127.0.0.1:${port}`,
      `listeners.ssl.1 = 127.0.0.1:${tlsPort}`,
      `ssl_options.certfile = ${at('cert.pem')}`,
      `ssl_options.keyfile = ${at('key.pem')}`,
      'disk_free_limit.absolute = 1MB',
    ];
    await writeFile(at('rabbitmq.conf'), `${lines.join('\n')}\n`);
    await writeFile(at('enabled_plugins'), '[].\n');
    await writeFile(at('cert.pem'), pair.cert);
    await writeFile(at('key.pem'), pair.key, { mode: 0o600 });
    const environment = {
      HOME: directory,
      ERL_EPMD_PORT: mapperPort,
      ERL_EPMD_ADDRESS: '127.0.0.1',
      RABBITMQ_NODENAME: `log-console-${process.pid}-${port}@localhost`,
      RABBITMQ_DIST_PORT: nodePort,
      RABBITMQ_MNESIA_BASE: at('mnesia'),
      RABBITMQ_LOG_BASE: at('log'),
      RABBITMQ_LOGS: '-',
      RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
      RABBITMQ_CONF_ENV_FILE: at('none'),
      RABBITMQ_ENABLED_PLUGINS_FILE: at('enabled_plugins'),
      RABBITMQ_GENERATED_CONFIG_DIR: at('generated'),
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    };
    const mapper = spawn('epmd', ['-port', mapperPort, '-address', '127.0.0.1'], { stdio: 'ignore' });
    const broker = new RabbitMq(directory, mapper, environment, port, tlsPort);
    await broker.start();
    return broker;
  }

  /** Starts the node with the data of its last run. */
  async start(): Promise<void> {
    this.#said = '';
    const node = spawn(program ?? '', [], {
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#node = node;
    for (const stream of [node.stdout, node.stderr])
      stream.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-20_000)));
    const ready = () => {
      if (node.exitCode !== null) throw new Error(`RabbitMQ ended with code ${node.exitCode}:\n${this.#said}`);
      return this.#said.includes('Server startup complete');
    };
    try {
      await until('RabbitMQ answers', ready, startMs);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Connects as the guest user. */
  connect(): Promise<ChannelModel> {
    return connect(`amqp://guest:guest@127.0.0.1:${this.port}`);
  }

  /** Ends the node and keeps its data. */
  async halt(): Promise<void> {
    const node = this.#node;
    if (!node) return;
    this.#node = undefined;
    const exited = exitOf(node);
    node.kill();
    await exited;
  }

  async stop(): Promise<void> {
    await this.halt();
    const exited = exitOf(this.mapper);
    this.mapper.kill();
    await exited;
    await rm(this.directory, { recursive: true, force: true });
  }
}
