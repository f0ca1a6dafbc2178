/**
 * Queries name servers over UDP (RFC 1035) and, after a truncated response, over TCP (RFC 7766), and returns records
 * with their TTL. This DNS client is needed because Node's resolver returns no TTL for PTR and TXT records.
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { decode, encode, streamDecode, streamEncode, type Answer, type Packet, type RecordType } from 'dns-packet';
import { errorOf } from '../../../foundation/caught.js';

export interface NameServer {
  /** IP address of the name server. */
  readonly address: string;
  readonly port: number;
}

/** Thrown when a name server cannot be queried or has returned an error; the message gives the reason. */
class DnsError extends Error {
  override readonly name = 'DnsError';
}

/** Largest TCP answer in bytes: a message of 65,535 bytes after its length of two bytes (RFC 1035 §4.2.2). */
const mostAnswerBytes = 65_537;
/** Bit TC (truncation) of the header (RFC 1035 §4.1.1). */
const truncated = 1 << 9;
/** RCODE 3, for a name that does not exist (RFC 1035 §4.1.1). */
const noSuchName = 'NXDOMAIN';

type Question = Packet & { readonly id: number };

const question = (name: string, type: RecordType): Question => ({
  type: 'query',
  id: randomInt(0, 65_536),
  // Bit RD (recursion desired) of the header (RFC 1035 §4.1.1).
  flags: 1 << 8,
  questions: [{ type, name, class: 'IN' }],
});

/** Tells whether a response has the id and question of the query, which a forger would have to guess. */
function isAnswerTo(requested: Question, answer: Packet): boolean {
  const [mine] = requested.questions ?? [];
  const [its] = answer.questions ?? [];
  return (
    answer.type === 'response' &&
    answer.id === requested.id &&
    its?.type === mine?.type &&
    its?.name.toLowerCase() === mine?.name.toLowerCase()
  );
}

function overUdp(question: Question, server: NameServer, signal: AbortSignal): Promise<Packet> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(server.address.includes(':') ? 'udp6' : 'udp4');
    const end = (): void => {
      signal.removeEventListener('abort', late);
      socket.close();
    };
    const fail = (error: Error): void => {
      end();
      reject(error);
    };
    const late = (): void => fail(new DnsError('there was no answer in time'));
    signal.addEventListener('abort', late);
    socket.on('error', fail);
    socket.on('message', (bytes, { address, port }) => {
      if (port !== server.port || address !== server.address) return;
      try {
        const answer = decode(bytes);
        if (!isAnswerTo(question, answer)) return;
        end();
        resolve(answer);
      } catch {
        // Bytes that are no DNS message are ignored.
      }
    });
    socket.send(encode(question), server.port, server.address, (error) => error && fail(error));
  });
}

function overTcp(question: Question, server: NameServer, signal: AbortSignal): Promise<Packet> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: server.address, port: server.port });
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', late);
      socket.destroy();
      reject(error);
    };
    const late = (): void => fail(new DnsError('there was no answer in time'));
    signal.addEventListener('abort', late);
    let bytes = Buffer.alloc(0);
    socket.on('connect', () => socket.write(streamEncode(question)));
    socket.on('error', fail);
    socket.on('end', () => fail(new DnsError('it ended the connection before it had answered')));
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      if (bytes.length > mostAnswerBytes) return fail(new DnsError('its answer is too long'));
      if (bytes.length < 2 || bytes.length < bytes.readUInt16BE(0) + 2) return undefined;
      try {
        const answer = streamDecode(bytes);
        if (!isAnswerTo(question, answer)) return fail(new DnsError('it answers another question'));
        signal.removeEventListener('abort', late);
        socket.destroy();
        return resolve(answer);
      } catch {
        return fail(new DnsError('its answer is no DNS message'));
      }
    });
  });
}

/**
 * Returns the records of a type for a name. If CNAME records in the response lead to another name, its records are
 * returned, too. An empty list: the name does not exist, or has no records of this type.
 * @param servers name servers, queried one after another until one answers
 * @param timeoutMs time limit for each name server in milliseconds
 * @throws DnsError when there is no name server, or when every name server fails (the message then contains the last
 * server and its error); the reason of the signal when it is aborted
 */
export async function resolveRecords(
  name: string,
  type: RecordType,
  servers: readonly NameServer[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  let last = new DnsError('This system has no name server.');
  for (const server of servers) {
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const sent = question(name, type);
    try {
      let answer = await overUdp(sent, server, until);
      if (((answer.flags ?? 0) & truncated) !== 0) answer = await overTcp(sent, server, until);
      const { rcode } = answer as Packet & { readonly rcode?: string };
      if (rcode === noSuchName) return [];
      if (rcode !== 'NOERROR') throw new DnsError(`it answers with ${rcode ?? 'an unknown code'}`);
      return (answer.answers ?? []).filter((record) => record.type === type);
    } catch (error) {
      signal.throwIfAborted();
      last = new DnsError(`The name server ${server.address} port ${server.port}: ${errorOf(error).message}.`);
    }
  }
  throw last;
}
