/**
 * Writes the server's own log: one JSON object per line on stderr. Values whose names indicate secrets, and credentials
 * inside texts, are redacted.
 */
import type { Metric } from '../../../api/contract/system.schema.js';
import { Meter } from '../metrics/meter.js';
import { Loggers } from './loggers.js';
import { lineOf, RecentLines } from './recent-lines.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
type LogDetails = Readonly<Record<string, unknown>>;

export interface LogEntry {
  /** Time of the entry, epoch milliseconds. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly details: LogDetails;
}

export interface Log {
  debug(message: string, details?: LogDetails): void;
  info(message: string, details?: LogDetails): void;
  warn(message: string, details?: LogDetails): void;
  error(message: string, details?: LogDetails): void;
  /** Returns a log that adds the given details to all entries. */
  with(details: LogDetails): Log;
}

/** Describes the log of the whole server. Listeners receive its entries, for example to store them as messages. */
export interface RootLog extends Log {
  listen(listener: (entry: LogEntry) => void): () => void;
  /** Loggers and their levels. */
  readonly loggers: Loggers;
  readonly recent: RecentLines;
  /** Yields the rates of written entries by level. */
  metrics(): Iterable<Metric>;
  /** Updates the rates; must be called once a second. */
  tick(): void;
}

const meteredLevels = ['all', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
const secretName = /pass(word|phrase)|secret|token|cookie|authorization|api[-_]?key|session[-_]?id|credential/i;
const authorizationText = /\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]{6,}/g;
const addressPassword = /(:\/\/[^\s/:@]{0,256}):[^\s/@]{1,1024}@/g;
const addressSecret =
  /([?&](?:pass(?:word)?|[\w-]{0,32}(?:secret|token)|api[-_]?key|authorization)=)[^&\s"'<>#]{1,4096}/gi;

const redactedText = (text: string): string =>
  text
    .replace(authorizationText, '$1 [redacted]')
    .replace(addressPassword, '$1:[redacted]@')
    .replace(addressSecret, '$1[redacted]');
const maxDepth = 6;

/**
 * Redacts values whose names indicate secrets, and credentials inside texts. Errors become `{name, message, stack,
 * cause}`, and objects that are nested more than six levels deep become `[deep]`.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return redact({ name, message, stack, ...(cause === undefined ? {} : { cause }) }, depth);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) ? '[redacted]' : redact(inner, depth + 1),
    ]),
  );
}

/**
 * Creates the server's own log.
 * @param threshold initial lowest level that is written; `log.loggers` changes it
 * @param write receives one line with its line end; stderr by default
 */
export function createLog(
  threshold: LogLevel = 'info',
  write: (line: string) => void = (line) => void process.stderr.write(line),
): RootLog {
  const listeners = new Set<(entry: LogEntry) => void>();
  const loggers = new Loggers(threshold);
  const recent = new RecentLines();
  const meters = new Map(meteredLevels.map((level) => [level, new Meter()]));

  function emit(logger: string, level: LogLevel, message: string, details: LogDetails): void {
    if (!loggers.writes(logger, level)) return;
    const entry: LogEntry = {
      time: Date.now(),
      level,
      message: String(redact(message)),
      details: redact(details) as LogDetails,
    };
    write(
      `${JSON.stringify({ time: new Date(entry.time).toISOString(), level, message: entry.message, ...entry.details })}\n`,
    );
    recent.add(lineOf(entry, logger), entry.time);
    for (const name of [level, 'all'] as const) meters.get(name)?.mark(1);
    for (const listener of listeners) listener(entry);
  }

  function bind(base: LogDetails): Log {
    const logger = loggers.nameOf(base['room']);
    return {
      debug: (message, details) => emit(logger, 'debug', message, { ...base, ...details }),
      info: (message, details) => emit(logger, 'info', message, { ...base, ...details }),
      warn: (message, details) => emit(logger, 'warn', message, { ...base, ...details }),
      error: (message, details) => emit(logger, 'error', message, { ...base, ...details }),
      with: (details) => bind({ ...base, ...details }),
    };
  }

  return {
    ...bind({}),
    loggers,
    recent,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tick() {
      for (const meter of meters.values()) meter.tick();
    },
    *metrics() {
      for (const [level, meter] of meters)
        yield {
          full_name: `org.apache.logging.log4j.core.Appender.${level}`,
          name: level,
          type: 'meter',
          metric: { rate_unit: 'events/second', rate: meter.rates() },
        };
    },
  };
}
