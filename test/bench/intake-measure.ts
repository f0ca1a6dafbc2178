/**
 * Measures the rate at which an input stores messages of a separate sender process, and provides messages and streams.
 */
import { fork } from 'node:child_process';
import type { ExtractorDocument, Intake, StreamDocument } from '../../host/server/intake/index.js';
import { inputTypeIds } from '../../host/server/intake/types/input-types.js';
import type { MessageStore } from '../../host/server/store/types.js';
import type { SenderTask } from './intake-sender.js';

export type Report = (name: string, value: number, unit: string, goal?: string) => void;

const fields = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`_field_${index}`, `value ${index} of #`]));
export const gelf = JSON.stringify({
  version: '1.1',
  host: 'web-1.example.org',
  short_message: `${'alpha bravo charlie delta echo foxtrot golf hotel '.repeat(3)}#`,
  level: 6,
  _took_ms: 42,
  ...fields,
});

export interface GelfMessage {
  readonly [name: string]: string | number;
  readonly short_message: string;
  readonly host: string;
}

export interface Case {
  readonly name: string;
  readonly type: keyof typeof inputTypeIds;
  readonly task: Partial<SenderTask>;
  readonly count: number;
  readonly goal?: string;
  readonly extractors?: readonly ExtractorDocument[];
}

const idleMs = 500;

/**
 * Resolves when all messages are durable. If some were lost (UDP), it resolves when none has become durable for a while
 * after the last was sent.
 * @returns number of durable messages, and the seconds until the last one
 */
async function durable(
  store: MessageStore,
  before: number,
  count: number,
  sent: () => boolean,
): Promise<[number, number]> {
  const started = performance.now();
  let appended = 0;
  let last = started;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const now = store.journal.appended - before;
    if (now !== appended) {
      appended = now;
      last = performance.now();
    }
    if (appended >= count || (sent() && performance.now() - last > idleMs)) return [appended, (last - started) / 1000];
  }
}

/** Sends messages to an input and waits until they are durable. @returns messages per second */
export async function measure(
  report: Report,
  intake: Intake,
  store: MessageStore,
  { name, type, task, count, goal, extractors = [] }: Case,
): Promise<number> {
  const configuration = {
    bind_address: '127.0.0.1',
    port: 0,
    enable_bulk_receiving: task.protocol === 'http',
    max_chunk_size: 16_777_216,
  };
  const request = { title: name, type: inputTypeIds[type], global: true, configuration };
  const { id } = await intake.inputs.create(request, 'bench');
  if (extractors.length > 0) await intake.inputs.changeExtractors(id, () => extractors);
  const port = intake.inputs.running(id)?.listening?.port ?? 0;
  const before = store.journal.appended;
  const whole: SenderTask = {
    protocol: 'tcp',
    delimiter: '\n',
    framing: 'delimiter',
    template: '',
    ...task,
    port,
    count,
  };
  let sent = false;
  const sender = fork(new URL('./intake-sender.ts', import.meta.url), [JSON.stringify(whole)], {
    execArgv: ['--import', 'tsx'],
  });
  // The time starts when the sender sends, so that starting its process is not measured.
  await new Promise<void>((resolve) => sender.once('message', () => resolve()));
  sender.once('exit', () => (sent = true));
  const [appended, seconds] = await durable(store, before, count, () => sent);
  report(`${name}, acknowledged when durable`, appended / seconds, 'messages/s', goal);
  if (appended < count) report(`${name}, lost on the way`, ((count - appended) / count) * 100, '%');
  await intake.inputs.delete(id);
  await store.settled();
  return appended / seconds;
}

/**
 * Returns a stream with five rules of different types. Half of the streams are AND streams. 10 % of the messages match
 * a stream.
 */
export function streamOf(number: number): StreamDocument {
  const values: Readonly<Record<number, readonly [field: string, value: string, inverted?: boolean]>> = {
    1: [`field_${number % 12}`, `value ${number % 12} of ${number * 20}`],
    2: ['message', `india ${number}[0-9]* .*failed`],
    3: ['took_ms', String(100 + number)],
    4: ['level', String(-number)],
    5: [`only_${number}`, ''],
    6: ['message', `juliett ${number} `],
    7: ['', '', true],
    8: ['', `input-${number}`],
  };
  const id = `stream-${number}`;
  return {
    id,
    title: id,
    description: null,
    creator_user_id: 'bench',
    created_at: '2026-01-01T00:00:00.000Z',
    outputs: [],
    matching_type: number % 2 === 0 ? 'AND' : 'OR',
    disabled: false,
    rules: Array.from({ length: 5 }, (_, at) => {
      const type = ((number + at) % 8) + 1;
      const [field = '', value = '', inverted = false] = values[type] ?? [];
      return { id: `${id}-${at}`, stream_id: id, type, field, value, inverted, description: null };
    }),
    content_pack: null,
    is_default: false,
    is_editable: true,
    remove_matches_from_default_stream: false,
    index_set_id: '',
  };
}
