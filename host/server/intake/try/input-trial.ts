/** Tests an input by sending a message over the input's own transport, and reports what became of the message. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestMessageAnswer } from '../../../../api/contract/inputs.schema.js';
import type { MessageReader } from '../../store/types.js';
import { flagOr, type Attributes } from '../../foundation/attributes.js';
import { amqpSettings } from '../types/broker-types.js';
import { DecodeFailure, type DecodedMessage } from '../decode/decoded.js';
import { remoteText } from '../inputs/input-counters.js';
import { inputTypesById } from '../types/input-types.js';
import type { InputDocument } from '../inputs/input-document.js';
import type { RunningInput } from '../inputs/running-input.js';
import { reachedAt, sendTrial, type SentTrial } from './trial-sender.js';
import { publishOne, type AmqpSettings } from '../transport/amqp.js';
import { reasonOf } from '../transport/broker-transport.js';
import { credentialsOf } from '../transport/http-authorization.js';
import type { Listening } from '../transport/transport.js';
import { traceOfContent, type TrialTrace } from './trial-trace.js';
import { errorOf } from '../../foundation/caught.js';
import { TrialError } from '../types/trial.js';

/** Milliseconds for which the test waits for the message. */
const watchedMs = 5_000;
/** First pause between two checks of the store in milliseconds; the pauses double up to `longestPauseMs`. */
const firstPauseMs = 50;
const longestPauseMs = 800;

export { TrialError };

/** Displayed names of each protocol, without TLS and with TLS. */
const protocols = {
  udp: ['UDP', 'UDP'],
  tcp: ['TCP', 'TLS'],
  http: ['HTTP', 'HTTPS'],
  amqp: ['AMQP', 'AMQPS'],
} as const;

export interface TrialRooms {
  readonly running: RunningInput | undefined;
  /** Returns the decrypted value of a field of the input's configuration. */
  readonly secret: (name: string) => Promise<string>;
  readonly store: MessageReader;
  readonly signal: AbortSignal;
}

type TrialCounts = Pick<RunningInput['counters'], 'dropped' | 'empty'>;

/**
 * Returns the Authorization header that an HTTP input expects; undefined: the input expects none. A token is sent as
 * the password, with the user name `console`.
 * @throws SecretError when the configured secrets cannot be decrypted
 */
async function authorizationOf(attributes: Attributes, secret: TrialRooms['secret']): Promise<string | undefined> {
  const { token, user, password } = await credentialsOf(attributes, secret)();
  if (token === undefined && user === undefined && password === undefined) return undefined;
  const pair = token === undefined ? `${user ?? ''}:${password ?? ''}` : `console:${token}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/**
 * Sends a test message to an input and waits until it is stored or refused, at most `watchedMs`.
 * @param text the message, in the notation of the input type's sample
 * @throws TrialError when no test message can be sent: the type has no sample, the text is empty or cannot be encoded,
 * or the input does not run
 */
export async function tryInput(
  { id, type, attributes }: InputDocument,
  text: string,
  { running, secret, store, signal }: TrialRooms,
): Promise<TestMessageAnswer> {
  const trial = inputTypesById.get(type)?.trial;
  if (!trial) throw new TrialError('Nothing can be sent to an input of this type: it listens nowhere.');
  if (text.trim() === '') throw new TrialError('A message that is empty is not sent.');
  const broker = trial.over === 'amqp' ? amqpSettings(attributes, { secret, ...silent }) : undefined;
  const at = running && addressOf(running, broker);
  if (!running || !at) throw new TrialError('The input does not run. Start it first.');
  const bytes = trial.frame(text, attributes);
  const tls = trial.over !== 'udp' && flagOr(attributes, broker ? 'tls' : 'tls_enable', false);
  const about = { protocol: protocols[trial.over][tls ? 1 : 0], to: remoteText(at), bytes: bytes.length };
  const { counters } = running;
  const before = { dropped: counters.dropped, empty: counters.empty };
  const begun = Date.now();
  const decoded = broker && decodedBy(type, attributes, bytes);
  if (decoded instanceof DecodeFailure) {
    const reason = `It was not sent, as it cannot be read: ${decoded.message}`;
    return { ...about, outcome: 'refused', reason, message: null };
  }
  let sent: SentTrial;
  try {
    const authorization = trial.over === 'http' ? await authorizationOf(attributes, secret) : undefined;
    sent = broker
      ? await sendToQueue(broker, bytes, decoded?.message ?? '')
      : await sendTrial(at, { trial, tls, bytes, authorization });
  } catch (error) {
    const reason = errorOf(error).message;
    return { ...about, outcome: 'refused', reason: `It could not be sent: ${reason}`, message: null };
  }
  try {
    const outcome = await watched(sent, { id, begun, counters, store, signal });
    if (outcome) return { ...about, ...outcome };
  } finally {
    sent.close();
  }
  return { ...about, outcome: 'missing', reason: missingReason(counters, before), message: null };
}

/** Returns the address to which the test message is sent; undefined: the input does not run. */
function addressOf({ state, listening }: RunningInput, broker: AmqpSettings | undefined): Listening | undefined {
  if (!broker) return listening && reachedAt(listening);
  return state === 'RUNNING' || state === 'FAILING' ? { address: broker.host, port: broker.port } : undefined;
}

/** Explains why the test message was not found, by the counters of the input that have increased since `before`. */
function missingReason(counters: TrialCounts, before: TrialCounts): string {
  if (counters.dropped > before.dropped)
    return 'While it was on its way, messages were dropped because the store was full.';
  if (counters.empty > before.empty) return 'While it was on its way, the input discarded an empty message.';
  return `Within ${watchedMs / 1000} s it was neither stored nor refused.`;
}

/**
 * Handlers that ignore problems and remarks of the test connection, because the input itself reports its broker's
 * state.
 */
const silent = { onTrouble: () => undefined, onRemark: () => undefined };

/**
 * Decodes a message before it is sent to a broker, because a broker would deliver an undecodable message repeatedly.
 * Returns undefined for an unknown input type.
 */
function decodedBy(type: string, attributes: Attributes, bytes: Buffer): DecodedMessage | DecodeFailure | undefined {
  try {
    return inputTypesById.get(type)?.decoder(attributes)(bytes, Date.now());
  } catch (error) {
    if (error instanceof DecodeFailure) return error;
    throw error;
  }
}

async function sendToQueue(settings: AmqpSettings, bytes: Buffer, message: string): Promise<SentTrial> {
  try {
    await publishOne(settings, bytes);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  return { trace: traceOfContent(bytes, message), refusal: () => undefined, close: () => undefined };
}

interface Watch {
  readonly id: string;
  /** Start of the test, epoch milliseconds. */
  readonly begun: number;
  readonly counters: RunningInput['counters'];
  readonly store: MessageReader;
  readonly signal: AbortSignal;
}

async function watched(
  { trace, refusal }: SentTrial,
  { id, begun, counters, store, signal }: Watch,
): Promise<Pick<TestMessageAnswer, 'outcome' | 'reason' | 'message'> | undefined> {
  for (let pauseMs = firstPauseMs; Date.now() < begun + watchedMs && !signal.aborted;) {
    // Failures that the input has recorded come first, because they are more precise than the error that the sender
    // received.
    const heard = refusal();
    const failure = counters.failures().find((one) => one.time >= begun && trace.isOf(one));
    const reason = failure?.reason ?? heard;
    if (reason !== undefined) return { outcome: 'refused', reason, message: null };
    const message = await storedFrom(store, id, trace, begun, signal);
    if (message) return { outcome: 'stored', reason: null, message };
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  }
  return undefined;
}

async function storedFrom(
  store: MessageReader,
  inputId: string,
  { condition, values }: TrialTrace,
  since: number,
  signal: AbortSignal,
): Promise<{ index: string; id: string } | undefined> {
  // Each index set has one index that is written to. An index that was sealed after the test began may contain the
  // message, too.
  const written = store.indices().filter(({ sealedAt }) => sealedAt === undefined || sealedAt >= since);
  for (const { name, catalog, rowsEnd } of written) {
    // Queries return a new row slightly before searches find it. Only rows below `rowsEnd` are searchable, and the page
    // of the reported message must open at once.
    const searchable = rowsEnd === undefined ? 'true' : `rowid < ${rowsEnd}`;
    const [row] = await store.query(
      `SELECT id FROM ${catalog}.messages
       WHERE input = $1 AND received >= epoch_ms($2) AND ${searchable} AND ${condition} LIMIT 1`,
      [inputId, BigInt(since), ...values],
      signal,
    );
    if (typeof row?.['id'] === 'string') return { index: name, id: row['id'] };
  }
  return undefined;
}
