/** Tries an input by a message over its own transport: what was sent, and what became of it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TestMessageAnswer } from '../../../api/contract/inputs.schema.js';
import type { MessageReader } from '../store/types.js';
import { flagOr } from './attributes.js';
import { remoteText } from './input-counters.js';
import type { InputDocument } from './inputs.js';
import type { RunningInput } from './running-input.js';
import { reachedAt, sendTrial, type SentTrial } from './trial-sender.js';
import { TrialError, trials } from './trials.js';

/** How long its way is watched. */
const watchedMs = 5_000;
const lookMs = 50;
/** The message is in one of them, even when an index is sealed at this moment. */
const newestIndices = 2;

export { TrialError };

const protocols = {
  udp: ['UDP', 'UDP'],
  tcp: ['TCP', 'TLS'],
  http: ['HTTP', 'HTTPS'],
} as const;

/** @throws TrialError when nothing can be sent to it */
export async function tryInput(
  { id, type, attributes }: InputDocument,
  running: RunningInput | undefined,
  text: string,
  store: MessageReader,
  signal: AbortSignal,
): Promise<TestMessageAnswer> {
  const trial = trials.get(type);
  if (!trial) throw new TrialError('Nothing can be sent to an input of this type: it listens nowhere.');
  if (!running?.listening) throw new TrialError('The input does not run. Start it first.');
  if (text.trim() === '') throw new TrialError('A message that is empty is not sent.');
  const at = reachedAt(running.listening);
  const bytes = trial.frame(text, attributes);
  const tls = trial.over !== 'udp' && flagOr(attributes, 'tls_enable', false);
  const said = { protocol: protocols[trial.over][tls ? 1 : 0], to: remoteText(at), bytes: bytes.length };
  const { dropped, empty } = running.counters;
  const begun = Date.now();
  let sent: SentTrial;
  try {
    sent = await sendTrial(at, trial, tls, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...said, outcome: 'refused', reason: `It could not be sent: ${reason}`, message: null };
  }
  try {
    const outcome = await watched(sent, { id, begun, counters: running.counters, store, signal });
    if (outcome) return { ...said, ...outcome };
  } finally {
    sent.close();
  }
  const { counters } = running;
  const reason =
    counters.dropped > dropped
      ? 'While it was on its way, messages were dropped because the store was full.'
      : counters.empty > empty
        ? 'While it was on its way, the input discarded an empty message.'
        : `Within ${watchedMs / 1000} s it was neither stored nor refused.`;
  return { ...said, outcome: 'missing', reason, message: null };
}

interface Watch {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly begun: number;
  readonly counters: RunningInput['counters'];
  readonly store: MessageReader;
  readonly signal: AbortSignal;
}

async function watched(
  { port, refusal }: SentTrial,
  { id, begun, counters, store, signal }: Watch,
): Promise<Pick<TestMessageAnswer, 'outcome' | 'reason' | 'message'> | undefined> {
  while (Date.now() < begun + watchedMs && !signal.aborted) {
    // Asked first: what the sender hears is less than what the input knows.
    const heard = refusal();
    const failure = counters.failures().find(({ time, remote }) => time >= begun && remote.endsWith(`:${port}`));
    const reason = failure?.reason ?? heard;
    if (reason !== undefined) return { outcome: 'refused', reason, message: null };
    const message = await storedFrom(store, id, port, begun, signal);
    if (message) return { outcome: 'stored', reason: null, message };
    await pause(lookMs);
  }
  return undefined;
}

async function storedFrom(
  store: MessageReader,
  inputId: string,
  port: number,
  since: number,
  signal: AbortSignal,
): Promise<{ index: string; id: string } | undefined> {
  for (const { name, catalog } of store.indices().slice(-newestIndices).toReversed()) {
    const [row] = await store.query(
      `SELECT id FROM ${catalog}.messages WHERE input = $1 AND remote_port = $2 AND received >= epoch_ms($3) LIMIT 1`,
      [inputId, port, BigInt(since)],
      signal,
    );
    if (typeof row?.['id'] === 'string') return { index: name, id: row['id'] };
  }
  return undefined;
}
