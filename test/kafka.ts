/**
 * A real Apache Kafka broker for tests, on machines with Java: it uses free ports and a temporary directory.
 * `KAFKA_HOME` names an installation; otherwise the jars in Maven's local repository are used, and with
 * `KAFKA_DOWNLOAD=1` Maven downloads them.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputCounters } from '../host/server/intake/inputs/input-counters.js';
import { BrokerConnection } from '../host/server/intake/transport/kafka/broker-connection.js';
import { askCluster } from '../host/server/intake/transport/kafka/requests.js';
import type { KeyAndCertificate } from '../host/server/intake/transport/self-signed.js';
import { freePort } from './free-port.js';
import { exitOf } from './server.js';
import { until } from './until.js';

const kafkaVersion = '4.1.0';
/**
 * Version of the logging library that Kafka's client needs. Without the library, failures of the broker's start are not
 * visible.
 */
const slf4jVersion = '1.7.36';
const leastJava = 17;
const offlineMs = 30_000;
const onlineMs = 120_000;
const startMs = 120_000;
const haltMs = 30_000;

/** Credentials of the test user, valid for every login mechanism. */
export const kafkaUser = { user: 'reader', password: 'a-secret-of-tests' } as const;

const artifact = (group: string, name: string, version: string): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>log-console</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${artifact('org.apache.kafka', 'kafka_2.13', kafkaVersion)}${artifact('org.slf4j', 'slf4j-simple', slf4jVersion)}</dependencies>
</project>
`;

/** JVM options with which the broker starts in a third of the time. */
const shortLived = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/**
 * Returns the class path of a broker from Maven's local repository.
 * @throws Error with the reason when Maven does not provide it
 */
async function fromMaven(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-maven-'));
  const found = join(directory, 'class-path');
  const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${found}`];
  const run = (timeout: number, ...more: readonly string[]) =>
    spawnSync('mvn', ['-q', '-B', ...more, ...goal], {
      cwd: directory,
      env: { ...process.env, MAVEN_OPTS: [process.env['MAVEN_OPTS'] ?? '', ...shortLived].join(' ') },
      stdio: 'ignore',
      timeout,
    });
  try {
    await writeFile(join(directory, 'pom.xml'), pom);
    const offline = run(offlineMs, '-o');
    if (offline.error && 'code' in offline.error && offline.error.code === 'ENOENT')
      throw new Error('there is no Maven, and KAFKA_HOME is not set');
    if (offline.status !== 0) {
      if (process.env['KAFKA_DOWNLOAD'] !== '1')
        throw new Error('Maven does not have the jars of Kafka, and KAFKA_DOWNLOAD is not 1');
      if (run(onlineMs).status !== 0) throw new Error('Maven cannot download the jars of Kafka');
    }
    return (await readFile(found, 'utf8')).trim();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the class path of a broker, or the reason why there is none on this machine. */
export async function findKafka(): Promise<{ readonly classPath: string } | { readonly missing: string }> {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (java.error || java.status !== 0) return { missing: 'there is no Java' };
  const version = Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0);
  if (version < leastJava) return { missing: `Kafka needs Java ${leastJava}, and this is Java ${version}` };
  const home = process.env['KAFKA_HOME'] ?? '';
  if (home !== '') {
    const libraries = join(home, 'libs');
    return existsSync(libraries) ? { classPath: join(libraries, '*') } : { missing: `KAFKA_HOME has no ${libraries}` };
  }
  try {
    return { classPath: await fromMaven() };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

interface Ports {
  readonly plain: number;
  /** Port that requires a client certificate. */
  readonly tls: number;
  /** Port that requires a login. */
  readonly sasl: number;
  readonly controller: number;
}

function properties(at: (name: string) => string, { plain, tls, sasl, controller }: Ports): string {
  const { user, password } = kafkaUser;
  const login = (name: string) => `org.apache.kafka.common.security.${name} required`;
  const ofScram = ['256', '512'].map(
    (bits) => `listener.name.sasl_ssl.scram-sha-${bits}.sasl.jaas.config=${login('scram.ScramLoginModule')};`,
  );
  const listeners = [`PLAINTEXT://127.0.0.1:${plain}`, `SSL://127.0.0.1:${tls}`, `SASL_SSL://localhost:${sasl}`];
  const lines = [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    'controller.listener.names=CONTROLLER',
    `listeners=${[...listeners, `CONTROLLER://127.0.0.1:${controller}`].join(',')}`,
    `advertised.listeners=${listeners.join(',')}`,
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name=PLAINTEXT',
    `log.dirs=${at('data')}`,
    'auto.create.topics.enable=false',
    // Internal topics have no replication, and groups no initial delay.
    ...['offsets.topic', 'transaction.state.log', 'share.coordinator.state.topic'].flatMap((topic) => [
      `${topic}.num.partitions=1`,
      `${topic}.replication.factor=1`,
    ]),
    'transaction.state.log.min.isr=1',
    'share.coordinator.state.topic.min.isr=1',
    'group.initial.rebalance.delay.ms=0',
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${at('broker.pem')}`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${at('clients.pem')}`,
    'listener.name.ssl.ssl.client.auth=required',
    'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    `listener.name.sasl_ssl.plain.sasl.jaas.config=${login('plain.PlainLoginModule')} user_${user}="${password}";`,
    ...ofScram,
  ];
  return `${lines.join('\n')}\n`;
}

export class Kafka {
  #node: ChildProcess | undefined;
  #said = '';

  private constructor(
    private readonly classPath: string,
    private readonly directory: string,
    readonly ports: Ports,
  ) {}

  /**
   * Starts a new broker in a temporary directory.
   * @param pair PEM of the broker's certificate and key
   * @param trusted PEM of the trusted client certificates at the TLS port
   */
  static async start(classPath: string, pair: KeyAndCertificate, trusted: string): Promise<Kafka> {
    const directory = await mkdtemp(join(tmpdir(), 'log-console-kafka-'));
    const at = (name: string) => join(directory, name);
    const ports = {
      plain: await freePort(),
      tls: await freePort(),
      sasl: await freePort(),
      controller: await freePort(),
    };
    await writeFile(at('broker.pem'), pair.key + pair.cert, { mode: 0o600 });
    await writeFile(at('clients.pem'), trusted);
    await writeFile(at('server.properties'), properties(at, ports));
    const kafka = new Kafka(classPath, directory, ports);
    const { user, password } = kafkaUser;
    const users = [256, 512].flatMap((bits) => ['-S', `SCRAM-SHA-${bits}=[name=${user},password=${password}]`]);
    const format = ['format', '-t', 'bG9nLWNvbnNvbGUtdGVzdA', '-c', at('server.properties'), ...users];
    try {
      const formatted = await exitOf(kafka.#java('kafka.tools.StorageTool', ...format));
      if (formatted !== 0) throw new Error(`The data directory of Kafka was not created:\n${kafka.#said}`);
      await kafka.start();
    } catch (error) {
      await kafka.stop();
      throw error;
    }
    return kafka;
  }

  #java(...args: readonly string[]): ChildProcess {
    this.#said = '';
    const options = [...shortLived, '-Xmx256m', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
    const child = spawn('java', [...options, '-cp', this.classPath, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-20_000)));
    return child;
  }

  /** Starts the broker with the data of its last run. */
  async start(): Promise<void> {
    const node = this.#java('kafka.Kafka', join(this.directory, 'server.properties'));
    this.#node = node;
    await until('Kafka answers', () => this.#isThere(node), startMs);
  }

  async #isThere(node: ChildProcess): Promise<boolean> {
    if (node.exitCode !== null) throw new Error(`Kafka ended with code ${node.exitCode}:\n${this.#said}`);
    try {
      const { brokers } = await this.withConnection(askCluster);
      return brokers.size > 0;
    } catch {
      return false;
    }
  }

  /** Runs requests over a new connection, which works before and after a restart. */
  async withConnection<T>(work: (connection: BrokerConnection) => Promise<T>): Promise<T> {
    const connection = await BrokerConnection.open(
      { host: '127.0.0.1', port: this.ports.plain },
      { tls: undefined, clientId: 'test', counters: new InputCounters(), signal: new AbortController().signal },
    );
    try {
      return await work(connection);
    } finally {
      connection.close();
    }
  }

  /** Ends the broker and keeps its data. */
  async halt(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const node = this.#node;
    if (!node) return;
    this.#node = undefined;
    const late = setTimeout(() => node.kill('SIGKILL'), haltMs);
    node.kill(signal);
    await exitOf(node);
    clearTimeout(late);
  }

  async stop(): Promise<void> {
    // The broker need not stop gracefully, because its data is deleted.
    await this.halt('SIGKILL');
    await rm(this.directory, { recursive: true, force: true });
  }
}
