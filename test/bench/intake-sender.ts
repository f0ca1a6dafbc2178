/** Sends messages to an input as fast as it accepts them, from a separate process, like real senders. */
import { createSocket } from 'node:dgram';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface SenderTask {
  readonly protocol: 'udp' | 'tcp' | 'http' | 'http-single';
  readonly port: number;
  readonly count: number;
  /** Message template; `#` is replaced by a number. */
  readonly template: string;
  /** Delimiter after each message (TCP). */
  readonly delimiter: string;
  /** `octets`: the length precedes each message (RFC 6587 §3.4.1). */
  readonly framing: 'delimiter' | 'octets';
}

const batchMessages = 500;
const connections = 4;

const texts = function* ({ count, template }: SenderTask): Generator<string> {
  for (let number = 0; number < count; number += 1) yield template.replaceAll('#', String(number));
};

function* batches(task: SenderTask, size: number, join: (text: string) => string): Generator<string> {
  let batch: string[] = [];
  for (const text of texts(task)) {
    batch.push(join(text));
    if (batch.length < size) continue;
    yield batch.join('');
    batch = [];
  }
  if (batch.length > 0) yield batch.join('');
}

const framed = ({ framing, delimiter }: SenderTask) =>
  framing === 'octets' ? (text: string) => `${Buffer.byteLength(text)} ${text}` : (text: string) => text + delimiter;

async function tcp(task: SenderTask): Promise<void> {
  const socket = connect(task.port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  for (const batch of batches(task, batchMessages, framed(task))) {
    if (!socket.write(batch)) await new Promise((resolve) => socket.once('drain', resolve));
  }
  await new Promise<void>((resolve) => socket.end(resolve));
}

/**
 * Sends bursts at the speed of the loopback interface. As on a network, datagrams that do not fit into the receive
 * buffer are lost.
 */
async function udp(task: SenderTask): Promise<void> {
  const socket = createSocket({ type: 'udp4', sendBufferSize: 1 << 20 });
  let sent = 0;
  for (const text of texts(task)) {
    sent += 1;
    if (sent % 20 > 0) socket.send(text, task.port, '127.0.0.1');
    else await new Promise<void>((resolve) => socket.send(text, task.port, '127.0.0.1', () => resolve()));
  }
  await new Promise<void>((resolve) => socket.close(resolve));
}

function post(agent: Agent, port: number, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, port, host: '127.0.0.1', path: '/gelf', method: 'POST' }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Sends messages over HTTP. Each connection waits for the response before it sends again. */
async function http(task: SenderTask, size: number, parallel: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const bodies = batches(task, size, (text) => `${text}\n`);
  const sender = async () => {
    for (let next = bodies.next(); !next.done; next = bodies.next()) {
      const status = await post(agent, task.port, next.value);
      if (status !== 202) throw new Error(`Answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, sender));
  agent.destroy();
}

async function run(task: SenderTask): Promise<void> {
  if (task.protocol === 'udp') await udp(task);
  else if (task.protocol === 'tcp') await tcp(task);
  else if (task.protocol === 'http') await http(task, batchMessages, connections);
  else await http(task, 1, 64);
}

if (process.send) {
  process.send('starting');
  await run(JSON.parse(process.argv[2] ?? '{}') as SenderTask);
  process.disconnect();
}
