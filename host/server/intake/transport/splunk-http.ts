/**
 * Receives events as Splunk's HTTP Event Collector does
 * (https://docs.splunk.com/Documentation/Splunk/latest/Data/HTTPEventCollectortokenmanagement): consecutive JSON events
 * or raw lines, and the requests for health and acknowledgements. A request is answered after its events are durable,
 * so the events of every returned acknowledgement id are durable.
 */
import { EmptyMessage } from '../decode/decoded.js';
import { jsonObject, own } from '../decode/json-object.js';
import { jsonSequence } from '../decode/json-sequence.js';
import { BlankEvent, NoEvent, splunkEvent, splunkLine } from '../decode/splunk-event.js';
import type { Receiver } from './receiver.js';
import { linesOf } from '../decode/lines.js';
import { CallBatch, entryTooLarge, maxEntryBytes } from './call-batch.js';
import { authorized, type CredentialsOf } from './http-authorization.js';
import type { HttpAnswer, HttpCall, HttpService } from './http-listener.js';
import { Refusal } from './refusal.js';

const answerOf = (status: number, text: string, code: number, more: object = {}): HttpAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ text, code, ...more }),
});

/** Thrown to refuse a request with an error code of Splunk. */
class SplunkRefusal extends Refusal {
  constructor(
    status: number,
    readonly text: string,
    readonly code: number,
    message = `${text}.`,
  ) {
    super(status, message);
  }
}

function refused(refusal: Refusal): HttpAnswer {
  if (refusal instanceof SplunkRefusal) return answerOf(refusal.status, refusal.text, refusal.code);
  if (refusal.status === 503) return answerOf(503, 'Server is busy', 9);
  return answerOf(refusal.status, refusal.message, refusal.status === 404 ? 404 : 6);
}

/**
 * Checks the token, which is sent in a header, as the password of a user, or in the query.
 * @param inQuery true: the query may contain the token
 * @throws SplunkRefusal when the token is missing or wrong
 */
async function requireToken(credentials: CredentialsOf, call: HttpCall, inQuery: boolean): Promise<void> {
  const queried = inQuery ? call.query.get('token') : null;
  const headers =
    call.headers.authorization === undefined && queried !== null
      ? { ...call.headers, authorization: `Splunk ${queried}` }
      : call.headers;
  const found = authorized(await credentials(), { ...call, headers });
  if (found === 'missing') throw new SplunkRefusal(401, 'Token is required', 2);
  if (found === 'wrong') throw new SplunkRefusal(403, 'Invalid token', 4);
}

const failureOf = (error: unknown) =>
  error instanceof NoEvent
    ? { text: 'Event field is required', code: 12 }
    : error instanceof BlankEvent
      ? { text: 'Event field cannot be blank', code: 13 }
      : { text: 'Invalid data format', code: 6 };

function checkSize({ length }: Buffer): void {
  if (length > maxEntryBytes) throw entryTooLarge();
}

async function addEvents(batch: CallBatch, body: Buffer): Promise<void> {
  for await (const bytes of jsonSequence(body))
    await batch.add(
      () => {
        checkSize(bytes);
        return splunkEvent(bytes.toString('utf8'));
      },
      () => bytes,
    );
}

async function addLines(batch: CallBatch, body: Buffer, query: URLSearchParams): Promise<void> {
  const valueOf = (name: string) => query.get(name) ?? undefined;
  const about = {
    host: valueOf('host'),
    source: valueOf('source'),
    sourcetype: valueOf('sourcetype'),
    index: valueOf('index'),
  };
  for (const bytes of linesOf(body))
    await batch.add(
      () => {
        checkSize(bytes);
        const line = bytes.toString('utf8');
        if (line.trim() === '') throw new EmptyMessage('The line is empty.');
        return splunkLine(line, about);
      },
      () => bytes,
    );
}

const eventPath = /^\/services\/collector(?:\/event(?:\/1\.0)?)?$/;
const rawPath = /^\/services\/collector\/raw(?:\/1\.0)?$/;
const healthPath = /^\/services\/collector\/health(?:\/1\.0)?$/;
const ackPath = '/services/collector/ack';
const maxRequested = 10_000;
const maxRequestedBytes = 256 * 1024;

/**
 * Creates the service of an input.
 * @param inQuery true: the query of a request may contain the token
 */
export function splunkService(receiver: Receiver, credentials: CredentialsOf, inQuery: boolean): HttpService {
  let lastAck = 0;

  async function take(call: HttpCall): Promise<HttpAnswer> {
    const body = await call.body();
    const batch = new CallBatch(receiver, call);
    if (rawPath.test(call.path)) await addLines(batch, body, call.query);
    else await addEvents(batch, body);
    if (batch.entries === 0) throw new SplunkRefusal(400, 'No data', 5);
    await batch.submit(body.length);
    const { firstRefused } = batch;
    if (firstRefused) {
      const { text, code } = failureOf(firstRefused.failure);
      return answerOf(400, text, code, { 'invalid-event-number': firstRefused.index });
    }
    const channel = call.headers['x-splunk-request-channel'] ?? call.query.get('channel');
    if (channel === null) return answerOf(200, 'Success', 0);
    lastAck += 1;
    return answerOf(200, 'Success', 0, { ackId: lastAck });
  }

  async function acknowledgements(call: HttpCall): Promise<HttpAnswer> {
    const body = await call.body();
    if (body.length > maxRequestedBytes) throw new SplunkRefusal(413, 'Invalid data format', 6);
    const requested = own(jsonObject(body.toString('utf8')), 'acks');
    if (!Array.isArray(requested) || requested.length > maxRequested)
      throw new SplunkRefusal(400, 'Invalid data format', 6);
    // Every id that was returned belongs to durable events, also if the input was restarted since.
    const known = requested.flatMap((id: unknown) =>
      Number.isSafeInteger(id) ? [[String(id), Number(id) > 0] as const] : [],
    );
    return { status: 200, type: 'application/json', body: JSON.stringify({ acks: Object.fromEntries(known) }) };
  }

  return {
    answer: async (call) => {
      const { method, path } = call;
      if (healthPath.test(path) && (method === 'GET' || method === 'HEAD'))
        return receiver.pressure === 'full'
          ? answerOf(503, 'HEC is unhealthy, queues are full', 18)
          : answerOf(200, 'HEC is healthy', 17);
      const takes = eventPath.test(path) || rawPath.test(path);
      if (!takes && path !== ackPath)
        throw new Refusal(404, 'Events are taken at /services/collector, /services/collector/event and …/raw.');
      if (method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
      await requireToken(credentials, call, inQuery);
      return takes ? take(call) : acknowledgements(call);
    },
    refusal: refused,
  };
}
