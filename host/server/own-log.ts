/** The server's own log goes in as messages too, so that there is something to search from the first second (design: running). */
import { hostname } from 'node:os';
import type { LogEntry, RootLog } from './log.js';
import type { FieldValue, IncomingMessage, MessageSink } from './store/types.js';

const flushIntervalMs = 500;
const maxWaiting = 5000;
const defaultStream = '000000000000000000000001';
/** Severities as syslog numbers them. */
const severity = { debug: 7, info: 6, warn: 4, error: 3 } as const;

const fieldName = (name: string) => name.replace(/[^A-Za-z0-9_.-]/g, '_');

function fieldValue(value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value) ?? '';
}

function messageOf({ time, level, message, details }: LogEntry): IncomingMessage {
  const fields = Object.entries(details)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, FieldValue] => [fieldName(name), fieldValue(value)]);
  return {
    timestamp: time,
    source: hostname(),
    message,
    fields: { ...Object.fromEntries(fields), level: severity[level], facility: 'log-console' },
    streams: [defaultStream],
    inputId: 'log-console',
    receivedAt: time,
  };
}

/**
 * Listens from now on; messages go in once there is a sink. What does not fit is dropped: the log on stderr has it all.
 * @returns `into` names the sink, `stop` writes what waits
 */
export function takeInOwnLog(log: RootLog): { into(sink: MessageSink): void; stop(): Promise<void> } {
  let waiting: IncomingMessage[] = [];
  let sink: MessageSink | undefined;
  const unlisten = log.listen((entry) => {
    if (waiting.length < maxWaiting) waiting.push(messageOf(entry));
  });

  async function flush(): Promise<void> {
    if (!sink || waiting.length === 0 || sink.pressure !== 'open') return;
    const messages = waiting;
    waiting = [];
    // Not logged: an error here would make the next message that fails.
    await sink.append(messages).catch(() => undefined);
  }
  const timer = setInterval(() => void flush(), flushIntervalMs);
  timer.unref();

  return {
    into(opened) {
      sink = opened;
    },
    async stop() {
      unlisten();
      clearInterval(timer);
      await flush();
    },
  };
}
